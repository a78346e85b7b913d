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

# Writes with Flink, with stock's jars of Hadoop and with the drop-in ones, and compares. Gets Flink from Maven, into
# target/flink. Builds what is not built; all else is done by org.smarth.hadoop.benchmarks.compat.FlinkCommand (--help lists
# options).
#   dev-support/flink.sh
set -euo pipefail
: "${SMARTH_HADOOP:=3.4.2}"
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/benchmarks.sh"

need_jdk17
given=()
if [[ " $* " != *" --help "* && " $* " != *" -h "* ]]; then
  version=$(version_of flink)
  jars=$ROOT/target/flink/$version
  [[ -d $jars ]] || jars "$jars" "$(
    for artifact in flink-clients flink-connector-base flink-connector-files flink-hadoop-fs; do
      dependency org.apache.flink "$artifact" "$version"
    done)"
  given=(--flink "$jars")
fi
run_driver_on_jars org.smarth.hadoop.benchmarks.compat.FlinkCommand ${given[@]+"${given[@]}"} "$@"
