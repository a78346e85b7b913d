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

# The documents: every key of ours is described with its default, and every link leads somewhere.

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"

cd "$ROOT"
documents=(*.md docs/*.md hadoop-hdfs-smarth/*.md)

# own_keys: name and default of every property that our patches add to stock's *-default.xml.
own_keys() {
  git ls-files '*-default.xml.patch' | xargs sed -n 's/^+//p' | awk '
    /<property>.*SMARTH: a key of its own/ { own = 1 }
    own && /<name>/ { name = $0; gsub(/.*<name>|<\/name>.*/, "", name) }
    own && /<value>/ { value = $0; gsub(/.*<value>|<\/value>.*/, "", value) }
    own && /<\/property>/ { print name " " value; own = 0 }' | sort
}

# documented_keys: the same of every row of a table of keys.
documented_keys() {
  sed -nE 's/^\| `([a-z0-9.-]+)` \| `([^`]*)`[^|]*\|.*/\1 \2/p' docs/CONFIGURATION.md | sort
}

own_keys > "$SCRATCH/own"
documented_keys > "$SCRATCH/documented"
[[ $(wc -l < "$SCRATCH/own") -ge 20 ]] || die "only $(wc -l < "$SCRATCH/own") keys found in the patches"
missing=$(comm -23 "$SCRATCH/own" "$SCRATCH/documented")
[[ -z $missing ]] || die "not in docs/CONFIGURATION.md, or with another default: $missing"
pass "configuration_hasEveryKeyOfOursWithItsDefault"

unknown=$(comm -13 <(cut -d ' ' -f 1 "$SCRATCH/own") <(cut -d ' ' -f 1 "$SCRATCH/documented") |
  grep -E 'smarth|adaptive-heartbeat' || true)
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
