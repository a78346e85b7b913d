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

# Makes the programs of other clients for the scenario `uploads` of the benchmarks, in
# target/other-clients: hadoop-3 (Hadoop 3.4.1's, which Maven gets) and go (colinmarc's, which needs
# a Go compiler).
#   dev-support/other-clients.sh
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

HADOOP_3=3.4.1
GO_CLIENT=github.com/colinmarc/hdfs/v2/cmd/hdfs@v2.4.0
CLIENTS=$ROOT/target/other-clients

need_jdk17
need mvn go
mkdir -p "$CLIENTS/jars" "$CLIENTS/bin"
for artifact in org.apache.hadoop:hadoop-client-api:$HADOOP_3 org.apache.hadoop:hadoop-client-runtime:$HADOOP_3 \
  org.slf4j:slf4j-api:1.7.36 org.slf4j:slf4j-reload4j:1.7.36 ch.qos.reload4j:reload4j:1.2.22 \
  commons-logging:commons-logging:1.2; do
  mvn -B -q -f "$ROOT/pom.xml" -N dependency:copy "-Dartifact=$artifact" "-DoutputDirectory=$CLIENTS/jars"
done
GOBIN=$CLIENTS/bin go install "$GO_CLIENT"

cat > "$CLIENTS/hadoop-3" <<'SH'
#!/bin/bash
# shellcheck disable=SC2086 # several options
exec "$JAVA_HOME/bin/java" $HADOOP_CLIENT_OPTS -cp "$HADOOP_CONF_DIR:${0%/*}/jars/*" \
  org.apache.hadoop.fs.FsShell -put -t "${COPY_THREADS:-8}" "$@"
SH
cat > "$CLIENTS/go" <<'SH'
#!/bin/bash
exec "${0%/*}/bin/hdfs" put "$@"
SH
chmod +x "$CLIENTS"/{hadoop-3,go}
echo "other-clients.sh: $CLIENTS"
