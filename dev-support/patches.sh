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

set -euo pipefail
shopt -s nullglob
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/lib-export.sh"
. "$(dirname "${BASH_SOURCE[0]}")/lib-port.sh"

usage() {
  cat <<'USAGE'
The fork is a series of patches over the stock sources, which are not in this repository.

usage: dev-support/patches.sh unpack [--force] [MODULE...]
           the patched stock sources, for editing, to TARGET/patched-src/MODULE
       dev-support/patches.sh rebuild [MODULE...]
           the patches and their recorded sums again, from those sources
       dev-support/patches.sh check
           the patches fit the stock sources, and are hooks that say why they are there
       dev-support/patches.sh export [DIRECTORY]
           the fork for review, to DIRECTORY or TARGET/submission: three patches for Hadoop's own
           source tree, one on the other, with our classes, tests and pages for users

       dev-support/patches.sh port VERSION
           the patches on the sources of another Hadoop, such as 3.4.2, to target/hadoop-VERSION/ported;
           prints the hunks that do not fit there. Each is judged by itself: one that fits may need
           one that does not
       dev-support/patches.sh release VERSION --hadoop PINNED
           src/main/hadoop-VERSION: the patches and sums of those files that another release of a line
           changes, if all hunks fit; again after each change of the line's patches

MODULE is a name such as hadoop-hdfs-client; none means all. The Maven build itself calls
"patches.sh apply DIRECTORY-OF-THE-MODULE". TARGET is target/hadoop-2.10.2, or of what --hadoop says.
USAGE
}

EDIT=$ROOT/$TARGET/patched-src
# Of each module: its series, which is patches/ and the sums beside it, stock.sha256 and patched.sha256.
SERIES=src/main/hadoop-$LINE
# What a release of the line, other than the one that the series is for, changes of it: the same of those files alone.
CHANGES=src/main/hadoop-$HADOOP

# ---- Modules and their stock sources ------------------------------------------------------------

# The directories of all modules with patches, or of those with the given names, relative to ROOT.
module_dirs() {
  local -a dirs=()
  local list name dir
  for list in "$ROOT"/*/*/"$SERIES"/stock.sha256; do
    dir=${list%"/$SERIES/stock.sha256"}
    dirs+=("${dir#"$ROOT/"}")
  done
  if [[ $# == 0 ]]; then
    printf '%s\n' "${dirs[@]}"
    return
  fi
  for name in "$@"; do
    list=$(printf '%s\n' "${dirs[@]}" | grep -E "(^|/)$name\$") ||
      die "$name: no such module with patches; there are: ${dirs[*]##*/}"
    echo "$list"
  done
}

# need_stock DIR...: the stock sources of these modules are in their TARGET/stock/sources.
need_stock() {
  local dir missing=
  for dir in "$@"; do
    [[ -d $ROOT/$dir/$TARGET/stock/sources/META-INF ]] || missing+=,$dir
  done
  [[ -n $missing ]] || return 0
  need_jdk17
  need mvn
  (cd "$ROOT" && mvn -q -B "${MAVEN_HADOOP[@]}" -pl "${missing#,}" initialize) >&2 ||
    die "Maven could not unpack the stock sources of ${missing#,}"
}

# patch_paths SERIES: the stock files that it has patches for.
patch_paths() {
  (cd "$1/patches" && find . -name '*.patch' -type f | sed 's,^\./,,; s,\.patch$,,' | sort)
}

# series_of DIR: the series for HADOOP; where that changes the line's, a copy with its changes.
series_of() {
  local series=$ROOT/$1/$SERIES changes=$ROOT/$1/$CHANGES out=$SCRATCH/series/${1##*/} list
  if [[ -d $changes ]]; then
    rm -rf "$out"
    mkdir -p "$out"
    cp -R "$series/patches" "$out"
    cp -R "$changes/patches" "$out"
    for list in stock.sha256 patched.sha256; do
      awk '!known[$2]++' "$changes/$list" "$series/$list" | sort -k 2 > "$out/$list"
    done
    series=$out
  fi
  echo "$series"
}

# sums DIRECTORY: the sum and path of every file, sorted by path.
sums() {
  (cd "$1" && find . -type f | sed 's,^\./,,' | sort | xargs -r -d '\n' sha256sum)
}

# series_sums SERIES: the same of a series, beside which classes of ours may lie.
series_sums() {
  (cd "$1" && find patches stock.sha256 patched.sha256 -type f | sort | xargs -r -d '\n' sha256sum)
}

# ---- Applying and making patches ----------------------------------------------------------------

# A user's settings of git must not change what it does here, nor may a repository around us.
plain_git() (
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_EXTERNAL_DIFF GIT_DIFF_OPTS
  export HOME=$SCRATCH XDG_CONFIG_HOME=$SCRATCH GIT_CONFIG_NOSYSTEM=1 GIT_ATTR_NOSYSTEM=1
  GIT_CEILING_DIRECTORIES=$(dirname "$(pwd -P)")
  export GIT_CEILING_DIRECTORIES
  git "$@"
)

# verify_sums SERIES FILES NAME WHAT: the files that have patches are those of WHAT.sha256.
verify_sums() {
  local list=$1/$4.sha256 series=$1 files=$2 name=$3 what=$4 path recorded found
  [[ -f $list ]] || die "$name/${list##*/}: missing; run dev-support/patches.sh rebuild"
  while read -r path; do
    recorded=$(awk -v path="$path" '$2 == path { print $1 }' "$list")
    [[ $recorded =~ ^[0-9a-f]{64}$ ]] || die "$name/${list##*/}: has no SHA-256 sum of $path"
    [[ -f $files/$path ]] || die "$name/$path: no such file among the stock sources"
    found=$(sha256sum < "$files/$path")
    found=${found%% *}
    [[ $found == "$recorded" ]] ||
      die "$name/$path: the $what file is not the recorded one: SHA-256 $found, recorded $recorded"
  done < <(patch_paths "$series")
}

# no_other_sums SERIES NAME: its lists are of the files that have patches, sorted.
no_other_sums() {
  local list other
  for list in stock.sha256 patched.sha256; do
    other=$(comm -3 <(cut -c 67- "$1/$list") <(patch_paths "$1") 2>&1 | head -n 1)
    [[ -z $other ]] || die "$2/$list: not a sorted list of the patched files: $other"
  done
}

# apply_patches SERIES SOURCES OUT NAME: the patched files, and no others, in OUT. Hunks without
# context would land anywhere in another file without an error, hence the sums first.
apply_patches() {
  local patches out=$3 name=$4 path error
  verify_sums "$1" "$2" "$name" stock
  patches=$(cd "$1/patches" && pwd -P)
  mkdir -p "$out"
  while read -r path; do
    mkdir -p "$out/$(dirname "$path")"
    cp "$2/$path" "$out/$path"
    error=$(cd "$out" && plain_git apply --unidiff-zero --whitespace=nowarn \
      "$patches/$path.patch" 2>&1) ||
      die "$name/$path.patch: does not apply: ${error%%$'\n'*}"
  done < <(patch_paths "$1")
}

# What follows the second @@ of a hunk: the name of the method or class, or of the property before.
# Given here because git's own patterns differ between its versions. First what is no declaration.
JAVA_NAMES='!^ +(assert|case|catch|do|else|for|if|new|return|switch|synchronized|throw|try|while)[^A-Za-z_0-9]
^ {2,6}[]A-Za-z_0-9<>?,.&@[ ]* ([A-Za-z_][A-Za-z_0-9]*)\([^;]*$
^ {2,4}([A-Z][A-Za-z_0-9]*)\([^;]*$
^[a-z ]*class ([A-Za-z_0-9]+).*$
^[a-z ]*interface ([A-Za-z_0-9]+).*$
^[a-z ]*enum ([A-Za-z_0-9]+).*$'
XML_NAMES='^ *<name>(.*)</name>'

# make_patch SOURCES PATCHED PATH: the patch of that file; nothing if it is the stock one.
make_patch() {
  local work=$SCRATCH/diff status=0
  rm -rf "$work"
  mkdir -p "$work"
  cp "$1/$3" "$work/a"
  cp "$2/$3" "$work/b"
  case $3 in
    *.java) echo '* diff=java-names' ;;
    *.xml) echo '* diff=xml-names' ;;
  esac > "$work/attributes"
  (cd "$work" && plain_git -c core.attributesFile="$work/attributes" \
    -c diff.java-names.xfuncname="$JAVA_NAMES" -c diff.xml-names.xfuncname="$XML_NAMES" \
    diff --no-index --no-color --no-ext-diff --no-textconv --text --unified=0 \
    --inter-hunk-context=0 --diff-algorithm=myers --indent-heuristic a b) \
    > "$work/diff" || status=$?
  case $status in
    0) ;;
    1) printf -- '--- a/%s\n+++ b/%s\n' "$3" "$3"
       sed -n '/^@@/,$p' "$work/diff" ;;
    *) die "$3: git diff failed" ;;
  esac
}

# make_series SOURCES TREE OUT NAME: the patches and sums of what differs in TREE, a whole tree.
make_series() {
  local sources=$1 tree=$2 out=$3 name=$4 path
  mkdir -p "$out/patches"
  sums "$sources" > "$SCRATCH/stock.sums"
  sums "$tree" > "$SCRATCH/tree.sums"
  path=$(comm -3 <(cut -c 67- "$SCRATCH/stock.sums") <(cut -c 67- "$SCRATCH/tree.sums") | head -n 1)
  [[ -z $path ]] || die "$name: only stock files can be patched, and none can go: ${path#$'\t'}" \
    "(a class of ours belongs to $name/src/main/java or $name/$SERIES/java)"
  : > "$out/stock.sha256"
  : > "$out/patched.sha256"
  while read -r path; do
    mkdir -p "$(dirname "$out/patches/$path")"
    make_patch "$sources" "$tree" "$path" > "$out/patches/$path.patch"
    awk -v path="$path" '$2 == path' "$SCRATCH/stock.sums" >> "$out/stock.sha256"
    awk -v path="$path" '$2 == path' "$SCRATCH/tree.sums" >> "$out/patched.sha256"
  done < <(comm -13 <(sort "$SCRATCH/stock.sums") <(sort "$SCRATCH/tree.sums") | cut -c 67- | sort)
}

# ---- Commands -----------------------------------------------------------------------------------

# is_edited DIR: its tree differs from what was unpacked.
is_edited() {
  rm -rf "$SCRATCH/now"
  make_series "$ROOT/$1/$TARGET/stock/sources" "$EDIT/${1##*/}" "$SCRATCH/now" "$1"
  [[ $(series_sums "$SCRATCH/now") != $(series_sums "$EDIT/.base/${1##*/}") ]]
}

unpack() {
  local force= dir dirs tree base series
  [[ ${1:-} != --force ]] || { force=1; shift; }
  dirs=$(module_dirs "$@")
  need_stock $dirs
  for dir in $dirs; do
    tree=$EDIT/${dir##*/} base=$EDIT/.base/${dir##*/}
    [[ -n $force || ! -d $base ]] || ! is_edited "$dir" ||
      die "${EDIT#"$ROOT/"}/${dir##*/}: has edits that are in no patch: run" \
        "\"patches.sh rebuild\", or \"patches.sh unpack --force\" to lose them"
  done
  for dir in $dirs; do
    tree=$EDIT/${dir##*/} base=$EDIT/.base/${dir##*/}
    rm -rf "$tree" "$base" "$SCRATCH/patched"
    series=$(series_of "$dir")
    apply_patches "$series" "$ROOT/$dir/$TARGET/stock/sources" "$SCRATCH/patched" "$dir"
    mkdir -p "$tree" "$base"
    cp -R "$ROOT/$dir/$TARGET/stock/sources/." "$SCRATCH/patched/." "$tree"
    copy_series "$series" "$base"
    echo "${EDIT#"$ROOT/"}/${dir##*/}: ready for editing"
  done
}

# copy_series FROM TO: in the place of what is there, which an interruption does not lose.
copy_series() {
  rm -rf "$2/patches.new"
  cp -R "$1/patches" "$2/patches.new"
  rm -rf "$2/patches"
  mv "$2/patches.new" "$2/patches"
  cp "$1"/{stock.sha256,patched.sha256} "$2"
}

rebuild() {
  local dir dirs series base
  [[ $HADOOP == "${PINNED[$LINE]}" ]] ||
    die "rebuild: the patches of line $LINE are for ${PINNED[$LINE]}: rebuild with --hadoop ${PINNED[$LINE]}," \
      "then \"patches.sh release $HADOOP --hadoop ${PINNED[$LINE]}\""
  dirs=$(module_dirs "$@")
  need_stock $dirs
  for dir in $dirs; do
    base=$EDIT/.base/${dir##*/} series=$ROOT/$dir/$SERIES
    [[ -d $base ]] || die "${EDIT#"$ROOT/"}/${dir##*/}: not there: run \"patches.sh unpack\" first"
    [[ $(series_sums "$base") == $(series_sums "$series") ]] ||
      die "$dir: the patches changed after ${EDIT#"$ROOT/"}/${dir##*/} was unpacked:" \
        "unpack again (--force loses the edits there)"
  done
  # All or none.
  for dir in $dirs; do
    rm -rf "$SCRATCH/new/${dir##*/}"
    make_series "$ROOT/$dir/$TARGET/stock/sources" "$EDIT/${dir##*/}" "$SCRATCH/new/${dir##*/}" "$dir"
  done
  for dir in $dirs; do
    copy_series "$SCRATCH/new/${dir##*/}" "$ROOT/$dir/$SERIES"
    copy_series "$SCRATCH/new/${dir##*/}" "$EDIT/.base/${dir##*/}"
    echo "$dir: $(patch_paths "$ROOT/$dir/$SERIES" | wc -l) patches"
  done
}

# check_form PATCH PATH: prints what is wrong with the form of a patch, nothing if it is a series
# of hooks.
check_form() {
  awk -v path="$2" -v java="$([[ $2 == *.java ]] && echo 1)" '
    function bad(line, text) { print "line " line ": " text; failed = 1; exit }
    function end_hunk() {
      if (!hunk) return
      if (!reason) bad(hunk, "a hunk without \"SMARTH: why\"")
      if (inserted > most || deleted > most)
        bad(hunk, "a hook of more than " most " lines; " \
          (java ? "its logic belongs to a class of ours" : "one property a hunk"))
    }
    BEGIN { most = java ? 3 : 6 }
    NR == 1 { if ($0 != "--- a/" path) bad(1, "not \"--- a/" path "\""); next }
    NR == 2 { if ($0 != "+++ b/" path) bad(2, "not \"+++ b/" path "\""); next }
    /^@@ -[0-9]+(,[0-9]+)? \+[0-9]+(,[0-9]+)? @@/ {
      end_hunk(); hunk = NR; inserted = deleted = reason = 0; next
    }
    !hunk { bad(NR, "no hunk begins here") }
    /^\+/ {
      inserted++
      if (java ? /\/\/ SMARTH: [^ ].*[^ ]$/ : /<!-- SMARTH: [^ ]/) reason = 1
      next
    }
    /^-/ { deleted++; next }
    { bad(NR, "a context line; patches have none") }
    END { if (!failed) { if (hunk) end_hunk(); else print "no hunk" } }' "$1"
}

# check_changes DIR: the hunks that a release's files have are those of its line.
check_changes() {
  local path
  [[ -d $ROOT/$1/$CHANGES ]] || return 0
  while read -r path; do
    cmp -s <(grep -v '^@@' "$ROOT/$1/$SERIES/patches/$path.patch") <(grep -v '^@@' "$ROOT/$1/$CHANGES/patches/$path.patch") ||
      die "$1/$CHANGES/$path.patch: other hunks than for ${PINNED[$LINE]}: run" \
        "\"patches.sh release $HADOOP --hadoop ${PINNED[$LINE]}\""
  done < <(patch_paths "$ROOT/$1/$CHANGES")
}

check() {
  local dir dirs series sources out path problem count=0
  dirs=$(module_dirs)
  need_stock $dirs
  for dir in $dirs; do
    check_changes "$dir"
    series=$(series_of "$dir") sources=$ROOT/$dir/$TARGET/stock/sources
    out=$SCRATCH/${dir##*/}
    while read -r path; do
      problem=$(check_form "$series/patches/$path.patch" "$path")
      [[ -z $problem ]] || die "$dir/$path.patch: $problem"
    done < <(patch_paths "$series")
    apply_patches "$series" "$sources" "$out" "$dir"
    verify_sums "$series" "$out" "$dir" patched
    no_other_sums "$series" "$dir"
    while read -r path; do
      [[ $(make_patch "$sources" "$out" "$path" | sha256sum) == \
         $(sha256sum < "$series/patches/$path.patch") ]] ||
        die "$dir/$path.patch: not what \"patches.sh rebuild\" writes: unpack and rebuild"
      count=$((count + 1))
    done < <(patch_paths "$series")
  done
  echo "patches.sh: $count patches fit, round trip included"
}

# apply DIRECTORY: for the Maven build, after it unpacked the stock sources and classes. The
# patched sources come to TARGET/patched, the stock classes to TARGET/classes, over which the
# compiler then writes. Does nothing if nothing changed, else starts from scratch, so that no class
# of an earlier state survives.
apply() {
  local dir series target stamp
  [[ -d ${1:-}/$SERIES/patches ]] || die "apply: ${1:-no directory}: no $SERIES/patches"
  target=$(cd "$1" && pwd -P)/$TARGET
  dir=$(cd "$1" && pwd -P)
  dir=${dir#"$ROOT/"}
  series=$(series_of "$dir")
  stamp=$(series_sums "$series"; sha256sum < "${BASH_SOURCE[0]}")
  if [[ -f $target/patched/stamp && $(< "$target/patched/stamp") == "$stamp" &&
        -d $target/classes/META-INF ]]; then
    return
  fi
  rm -rf "$target/patched" "$target/classes" "$target/maven-status"
  apply_patches "$series" "$target/stock/sources" "$target/patched/java" "$dir"
  cp -a "$target/stock/classes" "$target/classes"
  # What is not Java goes straight over the stock entry.
  (cd "$target/patched/java" &&
    find . -type f ! -name '*.java' -exec cp --parents {} "$target/classes" \; -delete)
  echo "$stamp" > "$target/patched/stamp"
}

SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT

need git
case ${1:-} in
  unpack|rebuild|apply|port|release) "$@" ;;
  check) check ;;
  export) export_fork "${2:-}" ;;
  -h|--help) usage ;;
  *) usage >&2; exit 2 ;;
esac
