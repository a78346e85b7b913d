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

# Sourced by patches.sh: the hunks of a series on the sources of another Hadoop. The stock file that a hunk
# fits is the common base of a three-way merge: with the hunk it is one side, the other Hadoop's file the other.

# split_hunks PATCH DIRECTORY: each hunk as a patch of its own, 1, 2, ... there. Alone its lines stand where they were,
# not behind what the hunks before it have inserted.
split_hunks() {
  rm -rf "$2"
  mkdir -p "$2"
  awk -v dir="$2" '
    NR <= 2 { head = head $0 "\n"; next }
    /^@@/ {
      file = dir "/" ++count
      split(substr($2, 2) ",1", old, ","); split(substr($3, 2) ",1", new, ",")
      $3 = "+" old[1] + (old[2] == 0) - (new[2] == 0) "," new[2]
      printf "%s", head > file
    }
    { print > file }' "$1"
}

# with_context BEFORE AFTER: what differs, and a line before and behind it.
with_context() {
  diff -U1 "$1" "$2" | sed 1,3d
}

# replaced HUNK FILE: the file with the lines that the hunk inserts in the place of those that it removes; fails unless
# these are there once.
replaced() {
  awk '
    FNR == NR && /^-/ && FNR > 3 { old = old substr($0, 2) "\n" }
    FNR == NR && /^\+/ && FNR > 3 { new = new substr($0, 2) "\n" }
    FNR != NR { text = text $0 "\n" }
    END {
      at = old == "" ? 0 : index("\n" text, "\n" old)
      if (!at || index(substr(text, at + 1), old)) exit 1
      printf "%s%s%s", substr(text, 1, at - 1), new, substr(text, at + length(old))
    }' "$1" "$2"
}

# port_file DIR PATH THEIRS OUT: merges each hunk of a patch, by itself, into a copy of THEIRS in OUT/java. It fits if it
# lands between the same two lines, or if the lines that it replaces are there once. One that does not fit is a patch in
# OUT/rejects. Prints a line for each hunk: "fits" or "rejected", its file, its method.
port_file() {
  local dir=$1 path=$2 theirs=$3 out=$4 base=$ROOT/$1/$TARGET/stock/sources/$2 hunks=$SCRATCH/hunks hunk method
  local ported=$out/java/$path
  split_hunks "$ROOT/$dir/$SERIES/patches/$path.patch" "$hunks"
  if [[ -f $theirs ]]; then
    mkdir -p "$(dirname "$ported")"
    cp "$theirs" "$ported"
  fi
  while IFS= read -r hunk; do
    method=$(sed -n '3s/^@@.*@@ *//p' "$hunk")
    rm -rf "$SCRATCH/hooked"
    mkdir -p "$SCRATCH/hooked/$(dirname "$path")"
    cp "$base" "$SCRATCH/hooked/$path"
    (cd "$SCRATCH/hooked" && plain_git apply --unidiff-zero --whitespace=nowarn "$hunk") ||
      die "$dir/$path.patch: a hunk does not apply alone: $method"
    if [[ -f $ported ]] &&
      { plain_git merge-file -q -p "$theirs" "$base" "$SCRATCH/hooked/$path" > "$SCRATCH/alone" &&
        [[ $(with_context "$base" "$SCRATCH/hooked/$path") == "$(with_context "$theirs" "$SCRATCH/alone")" ]] ||
        replaced "$hunk" "$theirs" > "$SCRATCH/alone"; } &&
      plain_git merge-file -q -p "$ported" "$theirs" "$SCRATCH/alone" > "$SCRATCH/merged"; then
      cp "$SCRATCH/merged" "$ported"
      printf 'fits\t%s\t%s\n' "${dir##*/}/$path" "$method"
    else
      mkdir -p "$out/rejects/$(dirname "$path")"
      [[ -f $out/rejects/$path.patch ]] || sed -n 1,2p "$hunk" > "$out/rejects/$path.patch"
      sed 1,2d "$hunk" >> "$out/rejects/$path.patch"
      printf 'rejected\t%s\t%s\n' "${dir##*/}/$path" "$method"
    fi
  done < <(find "$hunks" -type f | sort -V)
}

port() {
  local version=${1:-} dir dirs path out to
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "port: \"$version\" is no version of Hadoop, such as 3.4.2"
  to=target/hadoop-$version out=$ROOT/$to/ported
  dirs=$(module_dirs)
  need_stock $dirs
  need_jdk17
  need mvn
  # Its dependencies are not those that the build allows.
  (cd "$ROOT" && mvn -q -B -Denforcer.skip "-Dhadoop.version=$version" -pl "$(xargs <<< "$dirs" | tr ' ' ,)" \
    initialize) >&2 || die "Maven could not get the sources of Hadoop $version"
  rm -rf "$out"
  mkdir -p "$out"
  for dir in $dirs; do
    verify_sums "$ROOT/$dir/$SERIES" "$ROOT/$dir/$TARGET/stock/sources" "$dir" stock
    while read -r path; do
      port_file "$dir" "$path" "$ROOT/$dir/$to/stock/sources/$path" "$out/${dir##*/}"
    done < <(patch_paths "$ROOT/$dir/$SERIES")
  done > "$out/hunks.tsv"
  awk -F '\t' '$1 == "rejected" { print $2 ": " $3 }' "$out/hunks.tsv"
  awk -F '\t' -v version="$version" -v out="${out#"$ROOT/"}" '
    { count[$1]++ }
    END { print "patches.sh: " count["fits"] + 0 " of " NR " hunks fit Hadoop " version \
      "; the files with them, and the rejects, are in " out }' "$out/hunks.tsv"
}

release() {
  local version=${1:-} dir to=target/hadoop-${1:-} tree
  [[ $HADOOP == "${PINNED[$LINE]}" ]] || die "release: $HADOOP has no patches of its own: add --hadoop ${PINNED[$LINE]}"
  [[ ${version%.*} == "$LINE" && $version != "$HADOOP" ]] ||
    die "release: \"$version\" is no other release of line $LINE, whose patches are for $HADOOP"
  port "$version"
  ! grep -q '^rejected' "$ROOT/$to/ported/hunks.tsv" || die "release: not all hunks fit Hadoop $version"
  for dir in $(module_dirs); do
    tree=$SCRATCH/tree/${dir##*/}
    mkdir -p "$tree"
    cp -R "$ROOT/$dir/$to/stock/sources/." "$ROOT/$to/ported/${dir##*/}/java/." "$tree"
    make_series "$ROOT/$dir/$to/stock/sources" "$tree" "$SCRATCH/new/${dir##*/}" "$dir"
    write_changes "$dir" "$SCRATCH/new/${dir##*/}" "$ROOT/$dir/src/main/hadoop-$version"
  done
}

# write_changes DIR NEW CHANGES: those files of a series whose sums are not the line's; nothing if there are none.
write_changes() {
  local list path
  rm -rf "$3"
  while read -r path; do
    mkdir -p "$(dirname "$3/patches/$path")"
    cp "$2/patches/$path.patch" "$3/patches/$path.patch"
    for list in stock.sha256 patched.sha256; do
      awk -v path="$path" '$2 == path' "$2/$list" >> "$3/$list"
    done
    echo "${3#"$ROOT/"}: $path"
  done < <(comm -13 <(sort "$ROOT/$1/$SERIES/stock.sha256") <(sort "$2/stock.sha256") | cut -c 67- | sort)
}
