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

# Measures scenarios and writes reports. Builds what is not built; all else is done by
# org.smarth.hadoop.benchmarks.BenchCommand (--help lists options).
#   benchmarks/run.sh SCENARIO... [options]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../dev-support/lib.sh"
. "$ROOT/dev-support/benchmarks.sh"

# What the arguments ask for that this script has to see to: jars, unless others are named or
# nothing runs, and the tools that make networks.
dist=true networks=true hive=false tools=(ip tc)
for argument in "$@"; do
  case $argument in
    --jars | --jars=*) dist=false ;;
    --help | -h | list) dist=false networks=false ;;
    --embedded) networks=false ;;
    protection | all-smarth) tools+=(krb5kdc kadmin.local) ;;
    heartbeat-tpch | all-heartbeats) hive=true ;;
    --hive | --hive=*) hive=given ;;
    rpcbind | all-cluster) tools+=(rpcbind tcpdump) ;;
  esac
done

need_jdk17
if $networks && [[ $(id -u) == 0 ]]; then
  need "${tools[@]}"
fi
if [[ $hive == true && ! -d $ROOT/target/hive ]] && $networks; then
  "$ROOT/dev-support/hive.sh" >&2
fi
# Pictures need a font; reports do without them if there is none to be had.
command -v fc-list > /dev/null || (install_package fontconfig "a font") || true
[[ ! -t 2 ]] || JAVA_OPTIONS+=(-Dtry.terminal=true)
run_driver org.smarth.hadoop.benchmarks.BenchCommand "$dist" --root "$ROOT" "$@"
