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

# Gets what the scenario heartbeat-tpch of the benchmarks runs, from Maven: Hive with the libraries
# that it needs beside Hadoop's, in target/hive/hive; what makes tables and the engine that checks
# results, in target/hive/data.
#   dev-support/hive.sh
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/lib-jars.sh"

need_jdk17
hive=$(version_of hive)
# Hadoop's own are the cluster's.
jars "$ROOT/target/hive/hive" "$(dependency org.apache.hive hive-exec "$hive" org.apache.hadoop org.pentaho)
  $(dependency org.apache.hive hive-metastore "$hive" org.apache.hadoop org.apache.hbase)"
jars "$ROOT/target/hive/data" "$(dependency io.trino.tpch tpch "$(version_of tpch)")
  $(dependency org.duckdb duckdb_jdbc "$(version_of duckdb)")"
echo "hive.sh: $ROOT/target/hive"
