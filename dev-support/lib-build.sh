# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

# Sourced, after lib.sh, by the scripts that run a Java command of this repository: building what it
# needs, once. They set STATE, a directory of their own below target.

DIST=$ROOT/$TARGET/dist/share/hadoop
CLASS_PATH=$STATE/class-path

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

# build_module MODULE: its classes in a jar, and in CLASS_PATH the jar and all that it needs.
build_module() {
  local module=$1 jar=$STATE/$1.jar
  if newer_than "$CLASS_PATH" "$ROOT/pom.xml" "$ROOT/$module/pom.xml" "$ROOT/$module/src" ||
    ! class_path_is_complete; then
    need mvn
    echo "${0##*/}: building the $module module" >&2
    # Hive would hide Hadoop's libraries; only the client of its scenario loads it. Flink comes with its own.
    quietly mvn -B "${MAVEN_HADOOP[@]}" -f "$ROOT/pom.xml" -pl "$module" compile dependency:build-classpath \
      -DexcludeGroupIds=org.apache.flink,org.apache.hive,io.trino.tpch -Dmdep.includeScope=runtime \
      -Dmdep.outputFile="$STATE/dependencies"
    # A jar that is replaced as a whole: another run may be using the old one.
    "$JAVA_HOME/bin/jar" --create --file "$jar.new" -C "$ROOT/$module/$TARGET/classes" .
    mv "$jar.new" "$jar"
    echo "$jar:$(< "$STATE/dependencies")" > "$CLASS_PATH"
  fi
}

# dist_is_old: whether the drop-in jars have to be built.
dist_is_old() {
  # What dist.sh copies last.
  newer_than "$DIST/tools/hadoop-smarth-tools.jar" "$ROOT/pom.xml" \
    "$ROOT/hadoop-hdfs-smarth" "$ROOT/hadoop-yarn-fastheartbeat" "$ROOT/hadoop-smarth-tools"
}

# build_dist ARGUMENT...: of dist.sh.
build_dist() {
  echo "${0##*/}: building the drop-in jars (minutes, the first time)" >&2
  quietly "$ROOT/dev-support/dist.sh" "$@"
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
