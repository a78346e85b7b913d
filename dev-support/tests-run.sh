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

# Whether each module has run as many tests as tests-run-LINE.tsv says: with another engine on the class
# path, or a name that no pattern matches, tests vanish without an error. After "mvn verify".
#   dev-support/tests-run.sh            fails if a module has run fewer
#   dev-support/tests-run.sh --record   writes what has run; commit it with the tests

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

recorded=$ROOT/dev-support/tests-run-$LINE.tsv

# A line for each module: its directory and how many tests ran.
ran() {
  find . -path "*/$TARGET/*-reports/TEST-*.xml" -exec grep -Hc '<testcase ' {} + |
    awk -F: '{
      sub(/\/target\/.*/, "", $1); sub(/^\.\//, "", $1); tests[$1] += $2
    } END { for (module in tests) print module "\t" tests[module] }' | LC_ALL=C sort
}

cd "$ROOT"
case ${1-} in
--record) ran >"$recorded" ;;
'')
  ran | awk -F'\t' '
    FILENAME == "-" { ran[$1] = $2; next }
    { if (ran[$1] + 0 < $2) { print $1 " has run " ran[$1] + 0 " tests of " $2; fewer = 1 } }
    END { exit fewer }' - "$recorded" >&2 ||
    die "tests have vanished; if they were removed: dev-support/tests-run.sh --record after all have run"
  ;;
*) die "takes no arguments, or --record" ;;
esac
