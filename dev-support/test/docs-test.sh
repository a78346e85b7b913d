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

# The documents: every key of ours is described with its default, and every link leads somewhere.

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"

cd "$ROOT"
documents=(*.md docs/*.md docs/upstream/*.md hadoop-hdfs-smarth/*.md)

dev-support/configuration.sh check
pass "configuration_isWhatTheDefaultXmlsSay"

keys=$(dev-support/configuration.sh keys | wc -l)
described=$(grep -c SMARTH <(git ls-files '*-default.xml.patch' | xargs sed -n '/^+ *<property>/p'))
[[ $keys -ge 20 && $keys == "$described" ]] || die "$keys keys found in the patches, $described properties"
while IFS=$'\t' read -r key default; do
  grep -qF -- "| \`$key\` | \`$default\` |" docs/CONFIGURATION.md || die "not in docs/CONFIGURATION.md: $key"
done < <(dev-support/configuration.sh keys)
pass "configuration_hasEveryKeyOfOursWithItsDefault"

unknown=$(sed -nE 's/^\| `([a-z0-9.-]+)` \| `.*/\1/p' docs/CONFIGURATION.md | grep -E 'smarth|adaptive-heartbeat' |
  grep -vxF -f <(dev-support/configuration.sh keys | cut -f 1) || true)
[[ -z $unknown ]] || die "in docs/CONFIGURATION.md, but in no patch: $unknown"
pass "configuration_hasNoKeyThatIsNotThere"

# anchors FILE: of each heading, as GitHub makes them: lower case, without punctuation.
anchors() {
  awk '/^ *```/ { code = !code } !code && /^#+ /' "$1" | sed -E 's/^#+ //; s/[`*]//g' |
    tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

for document in "${documents[@]}"; do
  while IFS= read -r link; do
    file=${link%%#*} anchor=
    [[ $link != *#* ]] || anchor=${link#*#}
    target=$document
    [[ -z $file ]] || target=$(dirname "$document")/$file
    [[ -e $target ]] || die "$document: no file for ($link)"
    [[ -z $anchor ]] || anchors "$target" | grep -qxF -- "$anchor" || die "$document: no heading for ($link)"
  done < <(grep -oE '\]\([^)]+\)' "$document" | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^[a-z]+:' || true)
done
pass "documents_everyLinkLeadsSomewhere"

[[ $(wc -l < README.md) -le 150 ]] || die "README.md has more than 150 lines"
pass "readme_isShort"

echo "docs-test.sh: Tests run: $passed"
