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

# try.sh with bad input, on a full disk, without a JDK 17 and interrupted: one line that says what
# is wrong, a status that is not 0, nothing left running, no data left. (What the options may be is
# tested in TryCommandTest, that uploads work in EmbeddedUploadIT and RealUploadIT.)

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"

need_jdk17
finish() {
  umount "$SCRATCH/disk" 2> /dev/null || true
  rm -rf "$SCRATCH"
}
trap finish EXIT
export TMPDIR=$SCRATCH/tmp
mkdir "$TMPDIR"
SCRIPT=$ROOT/dev-support/try.sh
. "$ROOT/dev-support/test/lib-driver.sh"

# killed NAME ARGUMENT...: killed without a chance to clean up; the next run does it.
killed() {
  local name=$1 killed
  shift
  started uploading "$@"
  kill -KILL "$pid"
  wait "$pid" 2> /dev/null || true
  killed=$pid
  [[ -n $(ls -A "$TMPDIR") ]] || die "$name: left nothing to clean up"
  fails "$name" "are needed" "$@" --size 1024G
  pid=$killed
  nothing_left "$name"
}

# Built before, so that its progress is not in the way.
"$SCRIPT" --help > "$SCRATCH/help" 2> "$SCRATCH/err" || die "--help failed: $(< "$SCRATCH/err")"
grep -q -- '--cross=MBPS' "$SCRATCH/help" || die "--help does not name --cross"
pass helpNamesTheOptions

stock=(--jars stock)
touch "$SCRATCH/empty"
fails aMissingFile "/no/such does not exist" "${stock[@]}" /no/such
fails anEmptyFile "is empty" "${stock[@]}" "$SCRATCH/empty"
fails aDirectory "is a directory" "${stock[@]}" "$SCRATCH"
fails aRateOf0 "'0' is no rate" "${stock[@]}" --cross 0
fails aRateOfFast "'fast' is no rate" "${stock[@]}" --cross fast
fails aReplicationAboveTheLiveNodes "more than the 9 live" "${stock[@]}" --replication 10
fails aDiskTooSmall "are needed" "${stock[@]}" --size 1024G

small=(--block-size 8M --cross 8)
interrupted ctrlCWhileItUploads INT uploading "${stock[@]}" "${small[@]}"
interrupted terminatedWhileItStarts TERM 'starting the cluster' "${stock[@]}" "${small[@]}"

if [[ $(id -u) == 0 ]] && ip netns list > /dev/null 2>&1; then
  interrupted ctrlCWithSeparateJvms INT uploading "${stock[@]}" "${small[@]}" --real --datanodes 3
  interrupted terminatedWhileSeparateJvmsStart TERM 'starting the cluster' "${stock[@]}" \
    "${small[@]}" --real --datanodes 3
  killed leftoversOfAKilledRun "${stock[@]}" "${small[@]}" --real --datanodes 3
else
  skip ctrlCWithSeparateJvms "needs root and network namespaces"
fi

# With a file system of its own: a disk that becomes full during the run.
mkdir "$SCRATCH/disk"
if mount -t tmpfs -o size=200m tmpfs "$SCRATCH/disk" 2> /dev/null; then
  : > "$SCRATCH/err"
  (
    until grep -q uploading "$SCRATCH/err"; do sleep 0.1; done
    head -c 200M /dev/zero > "$SCRATCH/disk/other" 2> /dev/null
  ) &
  fails aDiskThatBecomesFull "became full during the run" "${stock[@]}" --size 8M \
    --block-size 1M --cross 1 --work-dir "$SCRATCH/disk"
  wait
  [[ $(ls -A "$SCRATCH/disk") == other ]] || die "left on the full disk: $(ls -A "$SCRATCH/disk")"
  umount "$SCRATCH/disk"
else
  skip aDiskThatBecomesFull "needs root to mount a small file system"
fi

# A machine whose only JDK is another one: a PATH with that alone, the installed JDKs hidden, and no
# apt-get that could bring a 17.
jdk_alone() {
  local version=$1 tool
  mkdir -p "$SCRATCH/jdk$version/bin" "$SCRATCH/path$version"
  for tool in java javac; do
    printf '#!/bin/sh\necho "    java.specification.version = %s" >&2\n' "$version" \
      > "$SCRATCH/jdk$version/bin/$tool"
    chmod +x "$SCRATCH/jdk$version/bin/$tool"
    ln -s "$SCRATCH/jdk$version/bin/$tool" "$SCRATCH/path$version"
  done
  for tool in bash env dirname readlink sed id find cat mkdir; do
    ln -s "$(command -v "$tool")" "$SCRATCH/path$version"
  done
}

# fails_on_jdk VERSION: in a mount namespace in which no JDK is installed.
fails_on_jdk() {
  local version=$1 out
  jdk_alone "$version"
  ! out=$(unshare -m sh -c '[ ! -d /usr/lib/jvm ] || mount -t tmpfs tmpfs /usr/lib/jvm
    exec env -i PATH="$1" JAVA_HOME="$2" "$3"' sh "$SCRATCH/path$version" "$SCRATCH/jdk$version" \
    "$SCRIPT" 2>&1) || die "JDK $version: did not fail"
  [[ $out == "try.sh: no JDK 17 found"* && $out != *$'\n'* ]] || die "JDK $version: got: $out"
  pass "jdk${version}Alone"
}

if unshare -m true 2> /dev/null; then
  fails_on_jdk 1.8
  fails_on_jdk 25
else
  skip aWrongJdk "needs root to hide the installed ones"
fi

echo "try-test.sh: $passed passed, $skipped skipped"
