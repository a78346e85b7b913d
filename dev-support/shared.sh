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

# Which of our sources serve several Hadoops: src/main/java all of them, src/main/hadoop-MAJOR all lines of Hadoop 2 or 3.

set -euo pipefail
shopt -s nullglob
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
usage: dev-support/shared.sh
           the code lines of each module: shared by all lines, by those of the major version of --hadoop,
           and of its line alone; neither blank lines nor comments nor tests
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
  local module shared major own shared_sum=0 major_sum=0 own_sum=0
  printf '%8s %8s %8s  %s\n' shared "$MAJOR" "$LINE" module
  for module in "${MODULES[@]}"; do
    shared=$(code_lines "$ROOT/$module/src/main/java")
    major=$(code_lines "$ROOT/$module/src/main/hadoop-$MAJOR/java")
    own=$(code_lines "$ROOT/$module/src/main/hadoop-$LINE/java")
    printf '%8s %8s %8s  %s\n' "$shared" "$major" "$own" "$module"
    shared_sum=$((shared_sum + shared)) major_sum=$((major_sum + major)) own_sum=$((own_sum + own))
  done
  awk -v shared="$shared_sum" -v major="$major_sum" -v own="$own_sum" -v of="$MAJOR" 'BEGIN {
    all = shared + major + own
    printf "%8s %8s %8s  all; %.1f%% are shared by all lines, %.1f%% by those of Hadoop %s\n",
      shared, major, own, 100 * shared / all, 100 * (shared + major) / all, of }'
}

case ${1:-lines} in
  lines) lines ;;
  -h|--help) usage ;;
  *) usage >&2; exit 2 ;;
esac
