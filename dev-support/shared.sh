#!/usr/bin/env bash
#
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

# Which of our sources serve several Hadoops, and whether they do: src/main/java against src/main/hadoop-LINE.

set -euo pipefail
shopt -s nullglob
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
usage: dev-support/shared.sh
           the code lines of each module, shared and of the line of --hadoop alone; neither blank lines nor
           comments nor tests
       dev-support/shared.sh compile VERSION
           compiles them with the jars of another Hadoop, such as 3.4.2, and with our hooks as far as they fit there
           (patches.sh port). Fails if a shared file does not compile; prints what of this line does not
USAGE
}

MODULES=("${DROP_INS[@]#*:}" hadoop-smarth-tools)
WORK=$ROOT/$TARGET/shared

# code_lines DIRECTORY...: of all Java files there.
code_lines() {
  { find "$@" -name '*.java' -exec cat {} + 2> /dev/null || true; } | awk '
    { line = $0; gsub(/^[ \t]+|[ \t\r]+$/, "", line) }
    inside { if ((at = index(line, "*/")) == 0) next; inside = 0; line = substr(line, at + 2) }
    line ~ /^\/\*/ { if (line !~ /\*\//) inside = 1; next }
    line != "" && line !~ /^\/\// { count++ }
    END { print count + 0 }'
}

lines() {
  local module shared own shared_sum=0 own_sum=0
  printf '%8s %8s  %s\n' shared "$LINE" module
  for module in "${MODULES[@]}"; do
    shared=$(code_lines "$ROOT/$module/src/main/java")
    own=$(code_lines "$ROOT/$module/src/main/hadoop-$LINE/java")
    printf '%8s %8s  %s\n' "$shared" "$own" "$module"
    shared_sum=$((shared_sum + shared)) own_sum=$((own_sum + own))
  done
  printf '%8s %8s  all; %s%% are shared\n' "$shared_sum" "$own_sum" \
    "$(awk "BEGIN { printf \"%.1f\", 100 * $shared_sum / ($shared_sum + $own_sum) }")"
}

# class_path VERSION: what the modules need, of that Hadoop; and the protobuf of what protoc has made here.
class_path() {
  local name
  mkdir -p "$WORK/pom"
  { cat <<XML
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.smarth.hadoop</groupId>
  <artifactId>shared</artifactId>
  <version>1</version>
  <dependencies>
XML
    for name in hadoop-common hadoop-hdfs-client hadoop-hdfs hadoop-yarn-client hadoop-yarn-server-resourcemanager \
      hadoop-mapreduce-client-app; do
      echo "<dependency><groupId>org.apache.hadoop</groupId><artifactId>$name</artifactId><version>$1</version></dependency>"
    done
    echo '</dependencies></project>'
  } > "$WORK/pom/pom.xml"
  mvn -B -q -f "$WORK/pom/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile="$WORK/theirs" >&2 ||
    die "Maven cannot get Hadoop $1; its lines above say why"
  # Behind theirs: protobuf for generated messages, and the libraries of the tools, which come last. That nothing else
  # imports what is shaded Checkstyle says.
  (cd "$ROOT" && mvn -B -q "${MAVEN_HADOOP[@]}" -pl "$(IFS=, && echo "${MODULES[*]}")" compile \
    dependency:build-classpath -Dmdep.outputFile="$WORK/ours") >&2 || die "our own build has failed; Maven's lines above say why"
  tr ':' '\n' < "$WORK/ours" | awk -v root="$ROOT/" '!/\/org\/apache\/hadoop\// && !/\/guava-/ && index($0, root) != 1' |
    sed -z 's/\n/:/g' > "$WORK/libraries"
  echo "$(< "$WORK/theirs"):$(< "$WORK/libraries")"
}

compile() {
  local version=${1:-} module path status=0 other
  need_jdk17
  need mvn git
  cd "$ROOT"
  rm -rf "$WORK"
  mkdir -p "$WORK/classes"
  "$ROOT/dev-support/patches.sh" port "$version" > "$WORK/port.log" || die "the patches could not be ported: $(tail -n 1 "$WORK/port.log")"
  class_path "$version" > "$WORK/class-path"
  for module in "${MODULES[@]}"; do
    find "$ROOT/$module/src/main/java" "$ROOT/$module/$TARGET/generated-sources/protobuf" -name '*.java' 2> /dev/null || true
    # Bridges of that Hadoop where they are written, else ours in their place: their signatures count.
    for path in $(cd "$ROOT/$module/src/main" && find hadoop-"$LINE"/java -name '*.java' 2> /dev/null); do
      path=${path#"hadoop-$LINE/java/"}
      if [[ -f $ROOT/$module/src/main/hadoop-${version%.*}/java/$path ]]; then
        echo "$ROOT/$module/src/main/hadoop-${version%.*}/java/$path"
      else
        echo "$ROOT/$module/src/main/hadoop-$LINE/java/$path"
      fi
    done
    find "$ROOT/target/hadoop-$version/ported/${module##*/}/java" -name '*.java' 2> /dev/null || true
  done | sed 's/.*/"&"/' > "$WORK/files"
  "$JAVA_HOME/bin/javac" -proc:none -nowarn -Xmaxerrs 100000 -XDshould-stop.ifError=FLOW -encoding UTF-8 \
    -d "$WORK/classes" -cp "$(< "$WORK/class-path")" @"$WORK/files" > "$WORK/javac.log" 2>&1 || status=$?
  # 1: there are errors, which those of this line's bridges are.
  [[ $status -le 1 ]] || die "javac has failed: $(tail -n 1 "$WORK/javac.log")"
  awk -v root="$ROOT/" '/\.java:[0-9]+: error:/ { print index($0, root) == 1 ? substr($0, length(root) + 1) : $0 }' \
    "$WORK/javac.log" > "$WORK/errors"
  echo "files of Hadoop $LINE alone that Hadoop $version needs in another form, and their errors there:"
  grep "/src/main/hadoop-$LINE/" "$WORK/errors" | cut -d : -f 1 | sort | uniq -c | sort -rn || true
  other=hadoop-${version%.*}
  if grep "/src/main/$other/java/" "$WORK/errors"; then
    die "these bridges do not compile with Hadoop $version"
  fi
  if grep "/src/main/java/" "$WORK/errors"; then
    die "these shared files do not compile with Hadoop $version: what differs belongs to src/main/hadoop-$LINE/java"
  fi
  echo "shared.sh: all shared files compile with Hadoop $version"
}

case ${1:-lines} in
  lines) lines ;;
  compile) compile "${2:-}" ;;
  -h|--help) usage ;;
  *) usage >&2; exit 2 ;;
esac
