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

# The documents: every key of ours is described with its default, every link leads somewhere, and tables are what they
# are made of.

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"

cd "$ROOT"
documents=(*.md docs/*.md docs/upstream/*.md hadoop-hdfs-smarth/*.md)

dev-support/configuration.sh check
pass "configuration_isWhatTheDefaultXmlsSay"

keys=$(dev-support/configuration.sh keys | wc -l)
described=$(grep -c SMARTH <(git ls-files "*/hadoop-$LINE/patches/*-default.xml.patch" | xargs sed -n '/^+ *<property>/p'))
[[ $keys -ge 20 && $keys == "$described" ]] || die "$keys keys found in the patches, $described properties"
while IFS=$'\t' read -r key default; do
  grep -qF -- "| \`$key\` | \`$default\` |" docs/CONFIGURATION.md || die "not in docs/CONFIGURATION.md: $key"
done < <(dev-support/configuration.sh keys)
pass "configuration_hasEveryKeyOfOursWithItsDefault"

unknown=$(sed -nE 's/^\| `([a-z0-9.-]+)` \| `.*/\1/p' docs/CONFIGURATION.md | grep -E 'smarth|adaptive-heartbeat' |
  grep -vxF -f <(dev-support/configuration.sh keys | cut -f 1) || true)
[[ -z $unknown ]] || die "in docs/CONFIGURATION.md, but in no patch: $unknown"
pass "configuration_hasNoKeyThatIsNotThere"

dev-support/results.sh check
pass "results_areWhatTheRowsSay"

links_lead_somewhere "${documents[@]}"
pass "documents_everyLinkLeadsSomewhere"

# What a peer may say, as the .proto files have it, in the form of docs/WIRE.md.
fields=$(awk '$1 == "message" { message = $2 }
  $1 ~ /^(optional|required|repeated)$/ { printf "| `%s` | `%s` | %d | %s %s |\n", message, $3, $5, $1, $2 }
  $1 == "rpc" { sub(/\(.*/, "", $2); printf "| `%s` |\n", $2 }' \
  hadoop-hdfs-smarth/hadoop-hdfs-client/src/main/proto/*.proto | sort)
listed=$(sed -nE 's/^(\| `.*\|) [0-9]+\.[0-9]+ \|$/\1/p' docs/WIRE.md | sort)
[[ $(wc -l <<< "$fields") -ge 40 ]] || die "only $(wc -l <<< "$fields") fields and calls found in the .proto files"
[[ $fields == "$listed" ]] || die "docs/WIRE.md: $(diff <(echo "$fields") <(echo "$listed") | grep '^[<>]' | head -n 5)"
pass "wire_hasEveryFieldAndCallWithItsNumber"

# Builds that are cited are those of commits. A clone without its history cannot tell.
if [[ $(git rev-parse --is-shallow-repository) == true ]]; then
  echo "skipped: the builds that documents cite, as this clone has no history"
else
  git log --format=%H -- pom.xml 'hadoop-*' | while IFS= read -r commit; do
    git ls-tree -r "$commit" | sources_digest
  done | sort -u > "$SCRATCH/builds"
  while IFS=: read -r document build; do
    grep -qxF "$build" "$SCRATCH/builds" || die "$document: no commit has the build $build"
  done < <(grep -HoE '`[0-9a-f]{12}`' "${documents[@]}" | tr -d '`' | sort -u)
  ! grep -nE '`[0-9a-f]{7,11}`' docs/RESULTS.md || die "docs/RESULTS.md: names commits, not builds"
  pass "documents_citeBuildsThatCommitsHave"
fi

[[ $(wc -l < README.md) -le 150 ]] || die "README.md has more than 150 lines"
pass "readme_isShort"

echo "docs-test.sh: Tests run: $passed"
