#!/usr/bin/env bash
#
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

# What patches.sh exports applies to the released sources in the layout of Hadoop's source tree, and
# makes of them the patched files and ours; each module compiles there, from Java 8.

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"
need_jdk17
need mvn git

declare -A PLACE=()
while read -r name place; do
  PLACE[$name]=$place
done < <(sed -n 's/^ *\[\([a-z-]*\)\]=\([a-z/-]*\)$/\1 \2/p' "$ROOT/dev-support/patches.sh")

cd "$ROOT"
dev-support/patches.sh export "$SCRATCH/submission" > "$SCRATCH/log"

# The released sources, where the source tree has them.
mkdir "$SCRATCH/tree"
for dir in "${DROP_INS[@]#*:}"; do
  main=$SCRATCH/tree/${PLACE[${dir##*/}]}/src/main
  mkdir -p "$main/java" "$main/resources"
  (cd "$dir/target/stock/sources" &&
    find . -name '*.java' -exec cp --parents {} "$main/java" \; &&
    find . -type f -name '*.xml' -exec cp --parents {} "$main/resources" \;)
done

cd "$SCRATCH/tree"
for patch in "$SCRATCH"/submission/*.patch; do
  git apply --whitespace=nowarn "$patch" || die "$patch does not apply"
  pass "applies_${patch##*/}"
done

cd "$ROOT"
for dir in "${DROP_INS[@]#*:}"; do
  main=$SCRATCH/tree/${PLACE[${dir##*/}]}/src/main
  while read -r line; do
    sum=${line%% *} path=${line#*  } file=$main/resources/${line#*  }
    [[ $path != *.java ]] || file=$main/java/$path
    [[ $(sha256sum < "$file") == "$sum  -" ]] || die "$dir/$path is not the patched file"
  done < "$dir/src/main/patches/patched.sha256"
  [[ ! -d $dir/src/main/java ]] || (cd "$dir/src/main/java" &&
    find . -type f -exec cmp {} "$main/java/{}" \;) || die "$dir: a class of ours differs"
  pass "isWhatIsBuilt_${dir##*/}"
done

# Of our messages, the source tree's build makes classes.
mvn -q -B -pl hadoop-hdfs-smarth/hadoop-hdfs-client generate-sources > "$SCRATCH/log" 2>&1 ||
  die "no classes of messages: $(tail -n 3 "$SCRATCH/log")"
mvn -q -B -pl conformance dependency:build-classpath -Dmdep.includeScope=test \
  -Dmdep.outputFile="$SCRATCH/class-path" > "$SCRATCH/log" 2>&1 ||
  die "no class path: $(tail -n 3 "$SCRATCH/log")"
before=
for dir in "${DROP_INS[@]#*:}"; do
  module=${dir##*/}
  generated=$dir/target/generated-sources/protobuf/java
  mkdir "$SCRATCH/$module"
  find "$SCRATCH/tree/${PLACE[$module]}/src/main/java" $([[ ! -d $generated ]] || echo "$generated") \
    -name '*.java' > "$SCRATCH/sources"
  "$JAVA_HOME/bin/javac" -nowarn -proc:none -source 8 -target 8 -encoding UTF-8 -d "$SCRATCH/$module" \
    -cp "$before$(< "$SCRATCH/class-path")" @"$SCRATCH/sources" > "$SCRATCH/log" 2>&1 ||
    die "$module does not compile: $(grep -m 1 error "$SCRATCH/log")"
  before=$SCRATCH/$module:$before
  pass "compiles_$module"
done

echo "export-test.sh: Tests run: $passed"
