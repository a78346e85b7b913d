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

# Sourced by the tests of scripts: SCRATCH, a directory that is gone in the end, and what passed.

. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT
passed=0

pass() {
  passed=$((passed + 1))
  echo "ok: $1"
}

# anchors FILE: of each heading, as GitHub makes them: lower case, without punctuation.
anchors() {
  awk '/^ *```/ { code = !code } !code && /^#+ /' "$1" | sed -E 's/^#+ //; s/[`*]//g' |
    tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# links_lead_somewhere DOCUMENT...: each link to a file, and to a heading of it.
links_lead_somewhere() {
  local document link file anchor target
  for document in "$@"; do
    while IFS= read -r link; do
      file=${link%%#*} anchor=
      [[ $link != *#* ]] || anchor=${link#*#}
      target=$document
      [[ -z $file ]] || target=$(dirname "$document")/$file
      [[ -e $target ]] || die "$document: no file for ($link)"
      [[ -z $anchor ]] || anchors "$target" | grep -qxF -- "$anchor" || die "$document: no heading for ($link)"
    done < <(grep -oE '\]\([^)]+\)' "$document" | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^[a-z]+:' || true)
  done
}
