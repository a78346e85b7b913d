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

# Writes and reads with clients and clusters of several releases of Hadoop, stock and with SMARTH's jars, in all pairs. Gets
# the releases from Maven, and builds what is not built; all else is done by
# org.smarth.hadoop.benchmarks.compat.PairsCommand (--help lists options).
#   dev-support/pairs.sh [--release VERSION]... [--stock-release VERSION]...
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/benchmarks.sh"

need_jdk17
if [[ " $* " != *" --help "* && " $* " != *" -h "* ]]; then
  if [[ -z $(values_of --release "$@") ]]; then
    mapfile -t defaults < <(printf -- '--release=%s\n' "${PINNED[@]}" | sort -V)
    set -- "${defaults[@]}" "$@"
  fi
  for version in $(values_of --release "$@"); do
    smarth_release "$version"
  done
  for version in $(values_of --stock-release "$@"); do
    stock_release "$version"
  done
fi
run_driver org.smarth.hadoop.benchmarks.compat.PairsCommand false --target "$ROOT/target" "$@"
