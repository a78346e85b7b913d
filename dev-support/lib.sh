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

# Sourced by the scripts beside it: errors, and finding the tools they need.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# Every failure of a script is one line: what is wrong, and what to do.
die() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# Every script takes "--hadoop VERSION", anywhere among its arguments. Its line, such as 2.10, is the folder of its
# sources, src/main/hadoop-LINE of each module; MAJOR, such as 2, that of what all lines of Hadoop 2 or 3 have in common.
# What is built for it is in TARGET of each module and of the root.
HADOOP=${SMARTH_HADOOP:-2.10.2}
arguments=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --hadoop) HADOOP=${2-}; shift ;;
    --hadoop=*) HADOOP=${1#*=} ;;
    *) arguments+=("$1") ;;
  esac
  [[ $# == 0 ]] || shift
done
set -- ${arguments[@]+"${arguments[@]}"}
unset arguments
LINE=${HADOOP%.*}
MAJOR=${HADOOP%%.*}
# The release that a line's patches and sums are for; src/main/hadoop-VERSION has what another changes of them.
declare -A PINNED=([2.10]=2.10.2 [3.4]=3.4.2 [3.5]=3.5.0)
[[ $HADOOP =~ ^[0-9]+\.[0-9]+\.[0-9]+$ && -n ${PINNED[$LINE]:-} ]] ||
  die "--hadoop: \"$HADOOP\" is no version of a line that has sources here; there are:" \
    "$(printf '%s\n' "${!PINNED[@]}" | sort -V | xargs)"
TARGET=target/hadoop-$HADOOP
# For the scripts that this one runs.
export SMARTH_HADOOP=$HADOOP
MAVEN_HADOOP=("-Dhadoop.version=$HADOOP" "-Dhadoop.line=$LINE")

# The modules of the drop-in jars, and before each the directory below share/hadoop in which its jar
# lies in a Hadoop distribution.
DROP_INS=(
  common:hadoop-hdfs-smarth/hadoop-common
  hdfs:hadoop-hdfs-smarth/hadoop-hdfs-client
  hdfs:hadoop-hdfs-smarth/hadoop-hdfs
  yarn:hadoop-yarn-fastheartbeat/hadoop-yarn-common
  yarn:hadoop-yarn-fastheartbeat/hadoop-yarn-server-resourcemanager
  mapreduce:hadoop-yarn-fastheartbeat/hadoop-mapreduce-client-core
  mapreduce:hadoop-yarn-fastheartbeat/hadoop-mapreduce-client-app
)
# One jar for other programs' writers, which Hadoop 2 has not.
[[ $LINE == 2.* ]] || DROP_INS+=(client:hadoop-hdfs-smarth/hadoop-client-api)

# What to tell a person, or to install, for each command.
declare -A DEBIAN_PACKAGE=([mvn]=maven [git]=git [ip]=iproute2 [tc]=iproute2 [krb5kdc]=krb5-kdc
  [kadmin.local]=krb5-admin-server [chromedriver]=chromium-driver
  [sshd]=openssh-server)

# need COMMAND...: each is on the PATH, installed first where that is possible.
need() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null ||
      install_package "${DEBIAN_PACKAGE[$command]:-$command}" "$command"
    command -v "$command" >/dev/null ||
      die "no $command on the PATH: install the package" \
        "${DEBIAN_PACKAGE[$command]:-$command} (Debian) and run this again"
  done
}

# need_jdk17: JAVA_HOME is a JDK 17 and its java comes first on the PATH. Hadoop 2.10 does not run
# on later ones, and the tests use what 17 has.
need_jdk17() {
  local home
  if ! home=$(find_jdk17); then
    install_package openjdk-17-jdk-headless "JDK 17"
    home=$(find_jdk17) || die "no JDK 17 found$(found_java): install one (Debian: apt-get install" \
      "openjdk-17-jdk-headless) or point JAVA_HOME at one"
  fi
  export JAVA_HOME=$home PATH=$home/bin:$PATH
}

# The first JDK 17 of: JAVA_HOME, the java of the PATH, where Linux systems put them.
find_jdk17() {
  local home java
  java=$(command -v java) && java=$(readlink -f "$java") && java=${java%/bin/java}
  for home in "${JAVA_HOME:-}" "${java:-}" /usr/lib/jvm/*; do
    if [[ -n $home && -x $home/bin/javac && $(java_feature "$home") == 17 ]]; then
      echo "$home"
      return
    fi
  done
  return 1
}

# java_feature JAVA_HOME: 8, 17, 25, ...
java_feature() {
  local version
  version=$("$1/bin/java" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = //p')
  echo "${version#1.}"
}

# For the error line: which Java there is instead.
found_java() {
  local java
  java=$(command -v java) && java=$(readlink -f "$java") &&
    echo " (the java of the PATH is $(java_feature "${java%/bin/java}"))"
}

# install_package PACKAGE WHAT: with root's rights on a Debian system; elsewhere does nothing, and
# the caller says what is missing.
install_package() {
  [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null || return 0
  echo "${0##*/}: installing $1 ($2 is missing)" >&2
  local log
  log=$({ apt-get -q update && DEBIAN_FRONTEND=noninteractive \
    apt-get -q -y install --no-install-recommends "$1"; } 2>&1) ||
    die "apt-get could not install $1: $(tail -n 1 <<< "$log")"
}

# sources_digest: of `git ls-tree -r`'s or `git ls-files -s`'s lines. Of what the jars are made of it makes a digest,
# which names a build: the same sources have the same, in whatever commit.
sources_digest() {
  awk -F '\t' -v folders="$MAJOR $LINE $HADOOP" '
    BEGIN { split(folders, names, " "); for (i in names) ours["hadoop-" names[i]] }
    match($2, /\/src\/main\/hadoop-[^\/]*\//) && !(substr($2, RSTART + 10, RLENGTH - 11) in ours) { next }
    $2 ~ /^(pom\.xml|hadoop-[^\/]*\/(.*\/)?(pom\.xml|src\/main\/.*))$/ {
      for (n = split($1, words, " "); n > 1 && length(words[n]) < 40; n--) { }
      print words[n], $2
    }' | LC_ALL=C sort | sha256sum | cut -c 1-12
}

# working_digest: of the sources as they are now, committed or not; without git "unknown".
working_digest() (
  set -o pipefail
  if ! git -C "$ROOT" rev-parse -q --verify HEAD > /dev/null 2>&1; then
    echo unknown
    exit
  fi
  index=$(mktemp -u)
  trap 'rm -f "$index"' EXIT
  # With what is tracked first: what a user's rules ignore stays in.
  export GIT_INDEX_FILE=$index
  git -C "$ROOT" read-tree HEAD && git -C "$ROOT" add -A -- pom.xml 'hadoop-*' &&
    git -C "$ROOT" ls-files -s | sources_digest || die "git cannot list the sources; is the disk full?"
)
