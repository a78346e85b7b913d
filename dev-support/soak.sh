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

# Writes files with SMARTH while daemons and connections fail, from a seed, and looks for lost bytes
# and leaks; or, with --api, makes random calls of streams, on stock's jars as well. Builds what is
# not built; all else is done by org.smarth.hadoop.benchmarks.soak.SoakCommand and
# org.smarth.hadoop.benchmarks.soak.api.ApiCommand (--help lists options).
#   dev-support/soak.sh [--iterations N] [--seed S] [--real]
#   dev-support/soak.sh --api [--files N] [--seed S]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/benchmarks.sh"

need_jdk17
main=org.smarth.hadoop.benchmarks.soak.SoakCommand
for argument in "$@"; do
  [[ $argument != --api ]] || main=org.smarth.hadoop.benchmarks.soak.api.ApiCommand
done
run_driver_on_jars "$main" "$@"
