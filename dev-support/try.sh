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

# Uploads a file into HDFS with stock Hadoop, then with SMARTH, and compares. Builds what is not
# built; all else is done by org.smarth.hadoop.benchmarks.TryCommand (--help lists options).
#   dev-support/try.sh [FILE] [options]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/benchmarks.sh"

# What the arguments ask for that this script has to see to: jars, unless others are named, and the
# tools that make networks.
dist=true real=false
for argument in "$@"; do
  case $argument in
    --jars | --jars=* | --help | -h) dist=false ;;
    --real) real=true ;;
  esac
done

need_jdk17
if $real; then
  need ip tc
fi
[[ ! -t 2 ]] || JAVA_OPTIONS+=(-Dtry.terminal=true)
run_driver org.smarth.hadoop.benchmarks.TryCommand "$dist" "$@"
