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

# Which of our sources serve several Hadoops: src/main/java against src/main/hadoop-LINE.

set -euo pipefail
shopt -s nullglob
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
usage: dev-support/shared.sh
           the code lines of each module, shared and of the line of --hadoop alone; neither blank lines nor
           comments nor tests
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

case ${1:-lines} in
  lines) lines ;;
  -h|--help) usage ;;
  *) usage >&2; exit 2 ;;
esac
