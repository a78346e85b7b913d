#!/usr/bin/env bash
# Licensed to the Apache Software Foundation (ASF) under one or more
# contributor license agreements.  See the NOTICE file distributed with
# this work for additional information regarding copyright ownership.
# The ASF licenses this file to You under the Apache License, Version 2.0
# (the "License"); you may not use this file except in compliance with
# the License.  You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

# Uploads a file into HDFS with stock Hadoop, then with SMARTH, and compares. Builds what is not
# built; all else is done by org.smarth.hadoop.benchmarks.upload.TryCommand (--help lists options).
#   dev-support/try.sh [FILE] [options]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

MAIN=org.smarth.hadoop.benchmarks.upload.TryCommand
DIST=$ROOT/target/dist/share/hadoop/hdfs
STATE=$ROOT/target/try
CLASS_PATH=$STATE/class-path
JAR=$STATE/benchmarks.jar

# newer_than FILE PATH...: whether FILE is missing or something below a PATH is newer.
newer_than() {
  local file=$1
  shift
  [[ ! -e $file ]] || [[ -n $(find "$@" -type f -newer "$file" -not -path '*/target/*' -print -quit) ]]
}

# The jars of the local Maven repository may be gone although the list of them is there.
class_path_is_complete() {
  local entries entry
  [[ -s $CLASS_PATH ]] || return 1
  IFS=: read -r -a entries < "$CLASS_PATH"
  for entry in "${entries[@]}"; do
    [[ -e $entry ]] || return 1
  done
}

build_benchmarks() {
  if newer_than "$CLASS_PATH" "$ROOT/pom.xml" "$ROOT/benchmarks" || ! class_path_is_complete; then
    need mvn
    echo "${0##*/}: building the benchmarks" >&2
    quietly mvn -B -f "$ROOT/pom.xml" -pl benchmarks compile dependency:build-classpath \
      -Dmdep.includeScope=runtime -Dmdep.outputFile="$STATE/dependencies"
    # A jar that is replaced as a whole: another run may be using the old one.
    "$JAVA_HOME/bin/jar" --create --file "$JAR.new" -C "$ROOT/benchmarks/target/classes" .
    mv "$JAR.new" "$JAR"
    echo "$JAR:$(< "$STATE/dependencies")" > "$CLASS_PATH"
  fi
}

build_dist() {
  if newer_than "$DIST/hadoop-hdfs-2.10.2.jar" "$ROOT/pom.xml" "$ROOT/hadoop-hdfs-smarth"; then
    # What is wrong with the arguments is said before the build, not minutes later.
    driver --check "$@"
    echo "${0##*/}: building the drop-in jars (minutes, the first time)" >&2
    quietly "$ROOT/dev-support/dist.sh"
  fi
}

# quietly COMMAND...: shows nothing of it, unless it fails. In a process group of its own, so that
# all of it can be ended.
quietly() {
  local job
  set -m
  "$@" > "$STATE/build.log" 2>&1 < /dev/null 9>&- &
  job=$!
  set +m
  trap 'kill -- "-$job"; echo "${0##*/}: interrupted" >&2; exit 130' INT TERM HUP
  wait "$job" ||
    die "$(grep -m 1 -h 'ERROR' "$STATE/build.log" || tail -n 1 "$STATE/build.log");" \
      "the whole output is in $STATE/build.log"
  trap - INT TERM HUP
}

driver() {
  "${DRIVER[@]}" "$@"
}

# What the arguments ask for that this script has to see to: jars, unless others are named, and the
# tools that make networks.
dist=true real=false
for argument in "$@"; do
  case $argument in
    --jars | --jars=* | --help | -h) dist=false ;;
    --real) real=true ;;
  esac
done

need_jdk17
if $real; then
  need ip tc
fi
mkdir -p "$STATE"
DRIVER=("$JAVA_HOME/bin/java" -Xmx256m "-Djava.io.tmpdir=${TMPDIR:-/tmp}")
[[ ! -t 2 ]] || DRIVER+=(-Dtry.terminal=true)
exec 9> "$STATE/lock"
command -v flock > /dev/null && flock 9
build_benchmarks
DRIVER+=(-cp "$(< "$CLASS_PATH")" "$MAIN" --class-path-file "$CLASS_PATH" --dist "$DIST")
if $dist; then
  build_dist "$@"
fi
# The run itself needs no lock, and the signals of the terminal are the driver's.
exec 9>&- "${DRIVER[@]}" "$@"
