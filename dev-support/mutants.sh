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

# Which mutants survived "mvn -Ppit ..." (docs/TESTING.md) though mutants.tsv does not say why they may:
# class, method and mutator of each. Fails if there are any. "*" in the file is any method or mutator.

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[[ $# == 0 ]] || die "takes no arguments"
cd "$ROOT"
reports=$(find . -path "*/$TARGET/pit-reports/*/mutations.xml")
[[ -n $reports ]] || die "no report: run mvn -Ppit first, as docs/TESTING.md says"
# shellcheck disable=SC2086
{ grep -h "detected='false'" $reports || true; } |
  sed -E 's/.*<mutatedClass>[^<]*\.([^.<]+)<.*<mutatedMethod>([^<]+)<.*<mutator>[^<]*\.([^.<]+)Mutator<.*/\1\t\2\t\3/
    s/&lt;/</g; s/&gt;/>/g' |
  awk -F'\t' '
    FILENAME != "-" { known[$1, $2, $3]; next }
    ($1, $2, $3) in known || ($1, $2, "*") in known || ($1, "*", $3) in known ||
      ($1, "*", "*") in known { next }
    { print; unknown = 1 }
    END { exit unknown }' dev-support/mutants.tsv -
