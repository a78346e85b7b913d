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

version_of() {
  sed -n "s|.*<$1\.version>\(.*\)</$1\.version>.*|\1|p" "$ROOT/benchmarks/pom.xml"
}

need_jdk17
need mvn
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# jars DIRECTORY DEPENDENCIES: of these and all that they need; Hadoop's own are the cluster's.
jars() {
  cat > "$scratch/pom.xml" <<XML
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.smarth.hadoop</groupId>
  <artifactId>jars</artifactId>
  <version>1</version>
  <dependencies>$2</dependencies>
</project>
XML
  mvn -B -q -f "$scratch/pom.xml" dependency:copy-dependencies -DincludeTypes=jar -DincludeScope=runtime \
    "-DoutputDirectory=$scratch/$1"
}

# dependency GROUP ARTIFACT VERSION [EXCLUDED GROUP...]
dependency() {
  local group excluded=
  for group in "${@:4}"; do
    excluded+="<exclusion><groupId>$group</groupId><artifactId>*</artifactId></exclusion>"
  done
  echo "<dependency><groupId>$1</groupId><artifactId>$2</artifactId><version>$3</version>"
  echo "<exclusions>$excluded</exclusions></dependency>"
}

hive=$(version_of hive)
jars hive "$(dependency org.apache.hive hive-exec "$hive" org.apache.hadoop org.pentaho)
  $(dependency org.apache.hive hive-metastore "$hive" org.apache.hadoop org.apache.hbase)"
jars data "$(dependency io.trino.tpch tpch "$(version_of tpch)")
  $(dependency org.duckdb duckdb_jdbc "$(version_of duckdb)")"
rm -rf "$ROOT/target/hive"
mkdir -p "$ROOT/target/hive"
mv "$scratch"/{hive,data} "$ROOT/target/hive"
echo "hive.sh: $ROOT/target/hive"
