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

# Which of our sources serve several Hadoops, and which tests say the same on each.

set -euo pipefail
shopt -s nullglob
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
usage: dev-support/shared.sh
           the code lines of each module, shared and of the line of --hadoop alone; neither blank lines nor
           comments nor tests
       dev-support/shared.sh tests
           the unit tests that reach no bridge and no stock class with hooks: on one Hadoop they say all. After
           "mvn test-compile"
USAGE
}

MODULES=("${DROP_INS[@]#*:}" hadoop-smarth-tools)

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

# Java files below a directory, as names of classes.
classes_of() {
  [[ ! -d $1 ]] || (cd "$1" && find . -name '*.java' | sed 's,^\./,,; s,\.java$,,; s,/,.,g')
}

# Unit tests that reach no bridge and no stock class with hooks, by what the classes say. After "mvn test-compile".
pure_tests() {
  local module dir directories=()
  need_jdk17
  cd "$ROOT"
  for module in "${MODULES[@]}"; do
    for dir in "$module/$TARGET/classes" "$module/$TARGET/test-classes"; do
      [[ ! -d $dir ]] || directories+=("$dir")
    done
  done
  ((${#directories[@]})) || die "nothing is built in $TARGET: run \"mvn test-compile\" first"
  awk '
    function outer(name) { sub(/\$.*/, "", name); return name }
    kind == "line" { of_line[$1] = 1; next }
    kind == "ours" { ours[$1] = 1; if ($1 ~ /Test$/ || $1 ~ /\.Test[^.]*$/) tests[$1] = 1; next }
    $2 == "->" {
      from = outer($1); to = outer($3)
      if (from in ours && from != to && !((from, to) in known)) {
        known[from, to] = 1
        next_of[from] = next_of[from] " " to
      }
    }
    END {
      for (test in tests) {
        split("", seen); split("", queue)
        queue[1] = test; seen[test] = 1; last = 1; found = 0
        for (at = 1; at <= last && !found; at++) {
          count = split(next_of[queue[at]], classes, " ")
          for (i = 1; i <= count; i++) {
            if (classes[i] in of_line) { found = 1; break }
            if (classes[i] in ours && !(classes[i] in seen)) { seen[classes[i]] = 1; queue[++last] = classes[i] }
          }
        }
        if (!found) print test
      }
    }' kind=line <(for module in "${MODULES[@]}"; do
      classes_of "$module/src/main/hadoop-$LINE/java"
      [[ ! -f $module/src/main/hadoop-$LINE/stock.sha256 ]] ||
        sed -n 's,/,.,g; s/^[0-9a-f]*  \(.*\)\.java$/\1/p' "$module/src/main/hadoop-$LINE/stock.sha256"
    done) kind=ours <(for module in "${MODULES[@]}"; do
      classes_of "$module/src/main/java"
      classes_of "$module/src/test/java"
    done) kind=edges <("$JAVA_HOME/bin/jdeps" -v --multi-release base "${directories[@]}") | sort
}

case ${1:-lines} in
  lines) lines ;;
  tests) pure_tests ;;
  -h|--help) usage ;;
  *) usage >&2; exit 2 ;;
esac
