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

# patches.sh check passes on the tree and fails on copies of it in which one thing is wrong, with
# one line that names the file and the reason; unpack and rebuild neither lose nor invent anything.

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"

# In a fresh copy of the tree, which is the working directory then.
fresh_copy() {
  rm -rf "$SCRATCH/copy"
  cp -R "$SCRATCH/original" "$SCRATCH/copy"
  cd "$SCRATCH/copy"
}

# Changes a file with sed; a test of a change that changes nothing would prove nothing.
edit() {
  local before
  before=$(sha256sum < "$2")
  sed -i -E "$1" "$2"
  [[ $before != $(sha256sum < "$2") ]] || die "sed '$1' changed nothing in $2"
}

# fails NAME REASON COMMAND...: the command fails with one line, which has REASON in it.
fails() {
  local name=$1 reason=$2 output
  shift 2
  ! output=$("$@" 2>&1) || die "$name: \"$*\" did not fail"
  [[ $output == "patches.sh: "*"$reason"* && $output != *$'\n'* ]] ||
    die "$name: expected one line with \"$reason\", got: $output"
  pass "$name"
}

# check_fails NAME REASON COMMAND...: after the command changed a copy of the tree.
check_fails() {
  local name=$1 reason=$2
  shift 2
  fresh_copy
  "$@"
  fails "$name" "$reason" dev-support/patches.sh check
}

# What patches.sh reads: itself, the patches, and the unpacked stock sources. Git's index is not
# asked, so that it works on what is there.
"$ROOT/dev-support/patches.sh" check > /dev/null
mkdir "$SCRATCH/original"
(cd "$ROOT" &&
  cp -R --parents dev-support */*/"src/main/hadoop-$LINE" */*/"$TARGET/stock/sources" "$SCRATCH/original")

# A patch that both inserts and removes.
fresh_copy
patch=$(grep -rl '^- ' hadoop-hdfs-smarth/*/src/main/hadoop-"$LINE"/patches --include='*.java.patch' | sort | head -n 1)
module=${patch%/src/main/*} file=${patch##*/patches/} file=${file%.patch}
stock=$module/$TARGET/stock/sources/$file
sums=$module/src/main/hadoop-$LINE/stock.sha256
patched_sums=$module/src/main/hadoop-$LINE/patched.sha256
its_line="/  ${file//\//\\/}\$/"

dev-support/patches.sh check > /dev/null
pass check_unchangedTree_passes

check_fails check_stockByteAltered_fails "$module/$file: the stock file is not the recorded one" \
  edit '1,20s/Apache/apache/' "$stock"
check_fails check_stockFileMissing_fails "$module/$file: no such file" rm "$stock"
check_fails check_stockSumAltered_fails "$module/$file: the stock file is not the recorded one" \
  edit "$its_line{s/^0/1/;t;s/^./0/}" "$sums"
check_fails check_stockSumMissing_fails "stock.sha256: has no SHA-256 sum of $file" \
  edit "${its_line}d" "$sums"
check_fails check_stockSumNoSum_fails "stock.sha256: has no SHA-256 sum of $file" \
  edit "${its_line}s/^..//" "$sums"
check_fails check_patchedSumAltered_fails "$module/$file: the patched file is not the recorded one" \
  edit "$its_line{s/^0/1/;t;s/^./0/}" "$patched_sums"
check_fails check_sumWithoutPatch_fails "stock.sha256: not a sorted list of the patched files: $file" rm "$patch"

check_fails check_insertedLineAltered_fails \
  "$module/$file: the patched file is not the recorded one" edit '0,/^\+ /s/^\+ /+  /' "$patch"
check_fails check_removedLineAltered_fails "$file.patch: does not apply" \
  edit '0,/^- /s/^- /-  /' "$patch"
check_fails check_hunkElsewhere_fails "$file" \
  edit '0,/^@@/s/^@@ -([0-9]+)/@@ -1\1/' "$patch"
check_fails check_hunkNameAltered_fails "$file.patch: not what \"patches.sh rebuild\" writes" \
  edit '0,/^@@/s/^(@@ [^@]+ @@).*/\1 elsewhere/' "$patch"
check_fails check_contextLine_fails "$file.patch: line 4: a context line" \
  edit '3a\ context' "$patch"
check_fails check_hookWithoutReason_fails "a hunk without \"SMARTH: why\"" \
  edit 's,// SMARTH:,//,' "$patch"
check_fails check_hookOfFourLines_fails "a hook of more than 3 lines" \
  edit '0,/^\+ /s/^\+ .*/+\n+\n+\n&/' "$patch"
check_fails check_patchOfAnotherFile_fails "$file.patch: line 1: not \"--- a/$file\"" \
  edit '1s/$/x/' "$patch"

# The build's own step checks before it applies anything.
fresh_copy
edit '1,20s/Apache/apache/' "$stock"
fails apply_stockByteAltered_fails "$module/$file: the stock file is not the recorded one" \
  dev-support/patches.sh apply "$module"

fresh_copy
dev-support/patches.sh unpack > /dev/null
dev-support/patches.sh rebuild > /dev/null
git diff --no-index --exit-code "$SCRATCH/original/hadoop-hdfs-smarth" hadoop-hdfs-smarth ||
  die "rebuild_unchangedTree_sameBytes: differs, see above"
pass rebuild_unchangedTree_sameBytes

untouched=org/apache/hadoop/hdfs/XAttrHelper.java
edited=$TARGET/patched-src/hadoop-hdfs-client/$untouched
edit 's,^public class .*,& // SMARTH: a test,' "$edited"
sum=$(sha256sum "$edited")
fails unpack_unsavedEdit_fails "hadoop-hdfs-client: has edits that are in no patch" \
  dev-support/patches.sh unpack
[[ $(sha256sum "$edited") == "$sum" ]] || die "unpack_unsavedEdit_keepsIt: it is gone"
pass unpack_unsavedEdit_keepsIt

dev-support/patches.sh rebuild > /dev/null
dev-support/patches.sh check > /dev/null
[[ -f hadoop-hdfs-smarth/hadoop-hdfs-client/src/main/hadoop-$LINE/patches/$untouched.patch ]] ||
  die "rebuild_newEdit_makesPatch: it does not"
pass rebuild_newEdit_makesPatch

touch "$TARGET/patched-src/hadoop-hdfs-client/org/apache/hadoop/hdfs/New.java"
fails rebuild_newClass_fails "only stock files can be patched" dev-support/patches.sh rebuild
rm "$TARGET/patched-src/hadoop-hdfs-client/org/apache/hadoop/hdfs/New.java"

edit '$a # pulled' "$patch"
fails rebuild_patchesChangedMeanwhile_fails "the patches changed after" \
  dev-support/patches.sh rebuild

fails unpack_unknownModule_fails "no such module with patches" dev-support/patches.sh unpack nothing

fails hadoop_unknownLine_fails '--hadoop: "9.9.9" is no version of a line that has sources here' \
  dev-support/patches.sh --hadoop 9.9.9 check
fails port_noVersion_fails 'port: "next" is no version' dev-support/patches.sh port next

# Another release of the line, in which one line comes before all else of the file. What it changes lies beside the series.
fresh_copy
other=${HADOOP%.*}.99
changes=$module/src/main/hadoop-$other
other_stock=$module/target/hadoop-$other/stock/sources/$file
for made in */*/"$TARGET"; do
  mv "$made" "${made%/*}/hadoop-$other"
done
sed -i '1i // Another line.' "$other_stock"
fails check_releaseWithoutChanges_fails "$module/$file: the stock file is not the recorded one" \
  dev-support/patches.sh check --hadoop "$other"
mkdir -p "$changes/patches/${file%/*}" "$SCRATCH/other/${file%/*}"
awk '/^@@ / { sub(/^-[0-9]+/, "-" (substr($2, 2) + 1), $2); sub(/^\+[0-9]+/, "+" (substr($3, 2) + 1), $3) } { print }' \
  "$patch" > "$changes/patches/$file.patch"
cp "$other_stock" "$SCRATCH/other/$file"
(cd "$SCRATCH/other" && git apply --unidiff-zero "$SCRATCH/copy/$changes/patches/$file.patch")
(cd "${other_stock%"$file"}" && sha256sum "$file") > "$changes/stock.sha256"
(cd "$SCRATCH/other" && sha256sum "$file") > "$changes/patched.sha256"
dev-support/patches.sh check --hadoop "$other" > /dev/null
pass check_releaseWithItsChanges_passes
fails rebuild_otherRelease_fails "the patches of line $LINE are for $HADOOP" dev-support/patches.sh rebuild --hadoop "$other"
edit '0,/^\+ /s/^\+ /+  /' "$changes/patches/$file.patch"
fails check_otherHunkOfARelease_fails "$file.patch: other hunks than for $HADOOP" \
  dev-support/patches.sh check --hadoop "$other"
fails release_sameRelease_fails "is no other release of line $LINE" dev-support/patches.sh release "$HADOOP"
fails release_otherLine_fails '"9.9.9" is no other release' dev-support/patches.sh release 9.9.9

# On the release that they were made for all hunks fit, and give what is recorded.
"$ROOT/dev-support/patches.sh" port "$HADOOP" > "$SCRATCH/ported"
grep -Eq 'patches.sh: ([0-9]+) of \1 hunks fit' "$SCRATCH/ported" || die "port_sameRelease_fits: $(< "$SCRATCH/ported")"
for list in "$ROOT"/*/*/src/main/hadoop-"$LINE"/patched.sha256; do
  module=${list%/src/*}
  (cd "$ROOT/$TARGET/ported/${module##*/}/java" && sha256sum --quiet -c "$list") || die "port_sameRelease_givesThePatchedFiles"
done
pass port_sameRelease_givesThePatchedFiles

echo "patches-test.sh: Tests run: $passed"
