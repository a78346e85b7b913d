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

# Gives the drop-in jars to a highly available cluster, one daemon after the other, and stock's back,
# while clients write and read. Builds what is not built; all else is done by
# org.smarth.hadoop.benchmarks.rolling.RollingUpgradeCommand (--help lists options).
#   dev-support/rolling-upgrade.sh
#   dev-support/rolling-upgrade.sh --to-hadoop VERSION
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/benchmarks.sh"

need_jdk17
main=org.smarth.hadoop.benchmarks.rolling.RollingUpgradeCommand
to=$(values_of --to-hadoop "$@")
if [[ -z $to ]]; then
  run_driver_on_jars "$main" --target "$ROOT/target" "$@"
else
  for version in "$HADOOP" "$to"; do
    smarth_release "$version"
  done
  run_driver "$main" false --target "$ROOT/target" "$@"
fi
