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

# The tables of docs/RESULTS.md, from docs/results.tsv: a row there for each thing that was measured.

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

DOCUMENT=docs/RESULTS.md
ROWS=docs/results.tsv

usage() {
  cat <<USAGE
usage: dev-support/results.sh
           writes the tables of $DOCUMENT again, from $ROWS
       dev-support/results.sh check
           fails if they are not as it would write them

The first line of $ROWS names the columns. In $DOCUMENT

    <!-- results SECTION: COLUMN=HEAD; ... -->

is followed by the table of a section. A column has its own name as its head where none is given.
USAGE
}

# table SECTION HEADS: without the columns that are empty in all its rows. A page is named by its directory.
table() {
  awk -F '\t' -v section="$1" -v heads="$2" -v pictures="$(echo benchmarks/examples/*/*.png)" '
    NR == 1 {
      count = split(pictures, given, " ")
      for (i = 1; i <= count; i++) {
        split(given[i], part, "/")
        picture[part[3]] = ", [picture](../" given[i] ")"
      }
      count = split(heads, given, "; ")
      for (i = 1; i <= count; i++) {
        at = index(given[i], "=")
        named[substr(given[i], 1, at - 1)] = substr(given[i], at + 1)
      }
      for (i = 2; i <= NF; i++) {
        head[i] = $i in named ? named[$i] : $i
        page = $i == "page" ? i : page
      }
      head[2] = ""
      columns = NF
    }
    NR > 1 && $1 == section {
      rows++
      if ($page != "") $page = "[page](../benchmarks/examples/" $page "/index.html)" picture[$page]
      for (i = 2; i <= columns; i++) {
        cell[rows, i] = $i
        if ($i != "") used[i] = 1
      }
    }
    function line(row,    i, text) {
      text = "|"
      for (i = 2; i <= columns; i++) if (i in used) text = text " " (row ? cell[row, i] : head[i]) " |"
      print text
    }
    END {
      line(0)
      for (i = 2; i <= columns; i++) if (i in used) rule = rule "|---"
      print rule "|"
      for (row = 1; row <= rows; row++) line(row)
    }' "$ROWS"
}

# sound: no row is left out, since its section has no marker, or has columns that the first line does not name.
sound() {
  awk -F '\t' 'NR == 1 { columns = NF } NF != columns { print "line " NR ": " NF " columns"; bad = 1 } END { exit bad }' \
    "$ROWS" >&2 || die "$ROWS: these lines have not as many columns as the first"
  diff <(sed 1d "$ROWS" | cut -f 1 | uniq) <(sed -nE 's/^<!-- results ([a-z-]+)(: .*)? -->$/\1/p' "$DOCUMENT") >&2 ||
    die "the sections of $ROWS (<) are not those of the markers in $DOCUMENT (>)"
}

# written: the document, with the table behind each "<!-- results SECTION -->" made anew. It ends with the first line that is
# no row, so that no text behind it can be lost.
written() {
  local line old=false
  while IFS= read -r line; do
    [[ $line == '|'* ]] || old=false
    $old || printf '%s\n' "$line"
    if [[ $line =~ ^'<!-- results '([a-z-]+)(': '(.*))?' -->'$ ]]; then
      old=true
      table "${BASH_REMATCH[1]}" "${BASH_REMATCH[3]}"
    fi
  done < "$DOCUMENT"
}

cd "$ROOT"
case ${1:-write} in
  write)
    sound
    text=$(written)
    printf '%s\n' "$text" > "$DOCUMENT"
    ;;
  check)
    sound
    diff "$DOCUMENT" <(written) ||
      die "$DOCUMENT is not what $ROWS says: run dev-support/results.sh"
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
