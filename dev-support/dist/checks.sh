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

# Sourced by install.sh: what it refuses, before it changes anything. Uses its settings and functions.

# Which java this home's processes have: JAVA_HOME, that of hadoop-env.sh, or the PATH's.
find_java() {
  local set
  set=$(sed -nE 's/^ *(export +)?JAVA_HOME=["'\'']?([^$"'\'' ]+)["'\'']? *$/\2/p' \
    "$home/etc/hadoop/hadoop-env.sh" 2> /dev/null | tail -n 1) || true
  for set in "${JAVA_HOME:-}" "$set"; do
    if [[ -n $set && -x $set/bin/java ]]; then
      echo "$set/bin/java"
      return
    fi
  done
  command -v java || true
}

check_java() {
  local version least=8
  [[ $VERSION != 3.5.* ]] || least=17
  [[ -n $java ]] || die "no Java found: set JAVA_HOME to that of this home's processes"
  version=$("$java" -version 2>&1 | sed -nE 's/.* version "([0-9._]+).*/\1/p' | head -n 1)
  [[ -n $version ]] || die "$java does not tell its version: set JAVA_HOME to a Java $least or later"
  version=${version#1.}
  ((${version%%[._]*} >= least)) ||
    die "$java is Java ${version%%[._]*}, and the jars need Java $least or later: set JAVA_HOME"
}

check_home() {
  local others
  # After a kill it may be a link.
  others=$(find "$home" -path "$state_pattern*" -prune -o ! -type d -name 'hadoop-common-[0-9]*.jar' \
    ! -name '*-tests.jar' ! -name '*-sources.jar' -print 2> /dev/null) || true
  [[ -n $others ]] || die "$home holds no hadoop-common jar: it is no home of Hadoop that is known"
  others=$(grep -v "/hadoop-common-$VERSION\.jar$" <<< "$others" || true)
  [[ -z $others ]] ||
    die "$home holds another version of Hadoop, and the jars are for $VERSION: ${others%%$'\n'*}"
}

check_bundle() {
  [[ -f $bundle/SHA512SUMS ]] || die "$bundle: no SHA512SUMS; unpack the archive again"
  (cd "$bundle" && sha512sum --quiet --strict -c SHA512SUMS) > "$scratch/sums" 2>&1 ||
    die "$bundle is damaged ($(head -n 1 "$scratch/sums")); unpack the archive again"
}

check_targets() {
  local path dir
  for path in "${targets[@]}"; do
    [[ -f $(original "$path") ]] || die "$(at "$path") is gone: put it back, then run this again"
    # Which is new here must be stock's, else nobody could put stock's back.
    if [[ ! -e $state/originals/$path && -z ${contents[$path]:-} ]] && ours "$(at "$path")"; then
      die "$(at "$path") is a jar of SMARTH that install.sh did not install: put stock's back first"
    fi
    dir=$(dirname "$(at "$path")")
    [[ -w $dir ]] || die "$dir: no permission to write; run this as the owner of $home, or see" \
      "docs/OPERATIONS.md on an overlay for a client"
  done
  [[ -w $home ]] || die "$home: no permission to write; run this as its owner"
}

check_space() {
  local need=0 free path size
  for path in "${targets[@]}"; do
    size=$(stat -c %s "$(original "$path")")
    # An archive is unpacked beside its replacement, and its jars hardly shrink when packed.
    [[ -z ${contents[$path]:-} ]] || size=$((size * 2))
    need=$((need + size * 2))
  done
  free=$(($(df -Pk "$home" | awk 'NR == 2 { print $4 }') * 1024))
  ((free > need)) || die "$home: $((free / 1048576)) MB free, and $((need / 1048576 + 1)) MB are needed"
}
