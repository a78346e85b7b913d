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

# Writes and reads with daemons and clients of two builds of SMARTH, in all mixes. Builds what is not built; all else is
# done by org.smarth.hadoop.benchmarks.rolling.MixedBuildsCommand (--help lists options).
#   dev-support/mixed-builds.sh --earlier-jars DIR
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/benchmarks.sh"

need_jdk17
run_driver_on_jars org.smarth.hadoop.benchmarks.rolling.MixedBuildsCommand "$@"
