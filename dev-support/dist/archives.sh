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

# Sourced by install.sh: archives of the MapReduce framework, from which jobs take their jars. Uses its
# `names`, `java`, `state` and jar_of.

# holds ARCHIVE: the jars of ours that it has a stock version of, as paths in it.
holds() {
  local list
  case $1 in
    *.zip) list=$(zip_list "$1") ;;
    *) list=$(tar -tzf "$1" 2> /dev/null) || return 0 ;;
  esac
  for name in "${names[@]}"; do
    grep -E "(^|/)$name-$VERSION\.jar$" <<< "$list" || true
  done
}

zip_list() {
  if command -v unzip > /dev/null; then
    unzip -Z1 "$1" 2> /dev/null || true
  elif [[ -n $java && -x $(dirname "$java")/jar ]]; then
    "$(dirname "$java")/jar" tf "$1" 2> /dev/null || true
  fi
}

# rebuild ORIGINAL TO ENTRIES: the archive with our jars in the place of those entries; all others, and
# their order in a .tar.gz, stay as they are.
rebuild() {
  local original=$1 to=$2 entries=$3 entry dir=$state.new/unpacked
  rm -rf "$dir"
  mkdir "$dir"
  case $original in
    *.zip)
      cp "$original" "$to.zip"
      while IFS= read -r entry; do
        mkdir -p "$dir/$(dirname "$entry")"
        cp "$(jar_of "$(basename "$entry")")" "$dir/$entry"
      done <<< "$entries"
      if command -v zip > /dev/null; then
        (cd "$dir" && zip -q -r -D "$to.zip" .)
      elif [[ -x $(dirname "$java")/jar ]]; then
        (cd "$dir" && "$(dirname "$java")/jar" uf "$to.zip" .)
      else
        die "$original holds jars of Hadoop: install zip, or a JDK, to rebuild it"
      fi
      mv "$to.zip" "$to"
      ;;
    *)
      tar -xzpf "$original" -C "$dir"
      while IFS= read -r entry; do
        # A new file, as others may be hard links to the old one.
        cp --remove-destination "$(jar_of "$(basename "$entry")")" "$dir/$entry"
      done <<< "$entries"
      tar -tzf "$original" --quoting-style=literal | sed 's|^-|./-|' > "$scratch/order"
      tar -C "$dir" --no-recursion --no-unquote -T "$scratch/order" -cf - | gzip -n > "$to"
      ;;
  esac
  rm -rf "$dir"
}
