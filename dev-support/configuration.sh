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

# The tables of docs/CONFIGURATION.md: each key that our patches add to a *-default.xml, with its
# default, range and description there.

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

DOCUMENT=docs/CONFIGURATION.md

usage() {
  cat <<USAGE
usage: dev-support/configuration.sh
           writes the tables of $DOCUMENT again, from the patches of the *-default.xml
       dev-support/configuration.sh check
           fails if they are not as it would write them
       dev-support/configuration.sh keys
           prints each key with its default
USAGE
}

# properties: key, default and description of each property of ours, separated by tabs.
properties() {
  git ls-files "*/hadoop-$LINE/patches/*-default.xml.patch" | xargs sed -n 's/^+//p' | awk -v OFS='\t' '
    function text(tag) {
      match($0, "<" tag ">.*</" tag ">")
      return substr($0, RSTART + length(tag) + 2, RLENGTH - 2 * length(tag) - 5)
    }
    /<property>.*SMARTH: a key of its own/ { own = 1 }
    own && /<name>/ { name = text("name") }
    own && /<value>/ { value = text("value") }
    own && /<description>/ { description = text("description") }
    own && /<\/property>/ { print name, value, description; own = 0 }' | sort
}

# rows PREFIX: the rows of a table, of the keys that begin with it.
rows() {
  properties | awk -F '\t' -v prefix="$1" '
  function code(text,    done) {
    while (match(text, /[a-z]+\.[a-z-]+(\.[a-z-]+)+/)) {
      done = done substr(text, 1, RSTART - 1) "`" substr(text, RSTART, RLENGTH) "`"
      text = substr(text, RSTART + RLENGTH)
    }
    return done text
  }
  index($1, prefix) == 1 {
    range = "`true`, `false`"
    if (match($3, / Range: .*\.$/)) {
      range = substr($3, RSTART + 8, RLENGTH - 9)
      $3 = substr($3, 1, RSTART - 1)
    }
    gsub(/ \(SMARTH\)/, "", $3)
    print "| `" $1 "` | `" $2 "` | " code(range) " | " code($3) " |"
  }'
}

# written: the document, with the lines of each "<!-- keys PREFIX -->" made anew.
written() {
  local line inside=false
  while IFS= read -r line; do
    [[ $line != '<!-- end of keys -->' ]] || inside=false
    $inside || printf '%s\n' "$line"
    if [[ $line =~ ^'<!-- keys '([a-z.-]+)' -->'$ ]]; then
      inside=true
      printf '\n| key | default | range | what it does |\n|---|---|---|---|\n'
      rows "${BASH_REMATCH[1]}"
      echo
    fi
  done < "$DOCUMENT"
}

cd "$ROOT"
case ${1:-write} in
  keys) properties | cut -f 1,2 ;;
  write)
    text=$(written)
    printf '%s\n' "$text" > "$DOCUMENT"
    ;;
  check)
    diff "$DOCUMENT" <(written) ||
      die "$DOCUMENT is not what the patches say: run dev-support/configuration.sh"
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
