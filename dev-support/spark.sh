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

# Writes with Spark, with the client that it comes with and with the drop-in hadoop-client-api, and compares. Gets Spark
# from PyPI and stock's hadoop-client-runtime from Maven, into target/spark. Builds what is not built; all else is done by
# org.smarth.hadoop.benchmarks.compat.SparkCommand (--help lists options).
#   dev-support/spark.sh
set -euo pipefail
# The one that Spark's client goes with.
: "${SMARTH_HADOOP:=3.4.2}"
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/benchmarks.sh"

# With the clients of Hadoop 3.4.1 and 3.4.2.
SPARKS=(4.0.4 4.1.3)
PLACE=$ROOT/target/spark

# spark VERSION: with its jars, as pip installs it.
spark() {
  local home=$PLACE/$1
  [[ -x $home/pyspark/bin/spark-submit ]] && return
  echo "${0##*/}: getting Spark $1 (400 MB)" >&2
  rm -rf "$home.new"
  PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 \
    python3 -m pip install --quiet --no-deps --target "$home.new" "pyspark==$1" >&2 ||
    die "pip cannot install pyspark $1; its lines above say why"
  mv "$home.new" "$home"
}

[[ $LINE != 2.* ]] || die "--hadoop: Spark has no client of Hadoop 2"
need_jdk17
given=()
if [[ " $* " != *" --help "* && " $* " != *" -h "* ]]; then
  need python3 mvn
  mkdir -p "$PLACE"
  for version in "${SPARKS[@]}"; do
    spark "$version"
    given+=(--spark "$version=$PLACE/$version/pyspark")
  done
  runtime=$PLACE/hadoop-client-runtime-$HADOOP.jar
  [[ -e $runtime ]] || mvn -B -q -f "$ROOT/pom.xml" -N dependency:copy \
    "-Dartifact=org.apache.hadoop:hadoop-client-runtime:$HADOOP" "-DoutputDirectory=$PLACE" >&2 ||
    die "Maven cannot get hadoop-client-runtime $HADOOP; its lines above say why"
  given+=(--runtime "$runtime")
fi
run_driver_on_jars org.smarth.hadoop.benchmarks.compat.SparkCommand ${given[@]+"${given[@]}"} "$@"
