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

# Sourced by the tests of scripts: SCRATCH, a directory that is gone in the end, and what passed.

# Sourced after lib-scratch.sh by tests that start daemons of Hadoop on loopback.

daemons=()
end_daemons() {
  ((${#daemons[@]} == 0)) || kill "${daemons[@]}" 2> /dev/null || true
  wait "${daemons[@]}" 2> /dev/null || true
  daemons=()
}
trap 'end_daemons; rm -rf "$SCRATCH"' EXIT

# Sets $dependencies: what stock needs at run time, its own jars left out, as its pom says.
stock_dependencies() {
  mvn -q -B "${MAVEN_HADOOP[@]}" -DskipTests -pl hadoop-hdfs-smarth/hadoop-hdfs -am package \
    dependency:build-classpath -DincludeScope=compile -DincludeTypes=jar \
    -DexcludeGroupIds=org.smarth.hadoop "-Dmdep.outputFile=$TARGET/stock-dependencies.classpath"
  dependencies=$(< "hadoop-hdfs-smarth/hadoop-hdfs/$TARGET/stock-dependencies.classpath")
  [[ $dependencies != *hadoop-hdfs* ]] || die "stock's jars are among the dependencies"
}

# write_sites DIRECTORY DATA: site files of a NameNode, DataNodes and clients, and log4j's.
write_sites() {
  cat > "$1/core-site.xml" <<XML
<configuration>
  <property><name>fs.defaultFS</name><value>hdfs://127.0.0.1:0</value></property>
  <property><name>hadoop.tmp.dir</name><value>$2</value></property>
</configuration>
XML
  cat > "$1/hdfs-site.xml" <<XML
<configuration>
  <property><name>dfs.namenode.http-address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.datanode.address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.datanode.http.address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.datanode.ipc.address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.replication</name><value>1</value></property>
</configuration>
XML
  cat > "$1/log4j.properties" <<'LOG4J'
log4j.rootLogger=INFO, stderr
log4j.logger.org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet=DEBUG
log4j.appender.stderr=org.apache.log4j.ConsoleAppender
log4j.appender.stderr.target=System.err
log4j.appender.stderr.layout=org.apache.log4j.PatternLayout
log4j.appender.stderr.layout.ConversionPattern=%m%n
LOG4J
}

# await WHAT PID REGEX LOG: prints what the regex matched in the log of that process.
await() {
  local seconds
  for ((seconds = 0; seconds < 60; seconds++)); do
    grep -soE -m 1 "$3" "$4" && return
    kill -0 "$2" 2> /dev/null || break
    sleep 1
  done
  die "$1 did not start: $(tail -n 3 "$4")"
}

# start_namenode COMMAND...: formats and starts one, and sets `uri`. COMMAND is java with a class path.
start_namenode() {
  local port
  "$@" org.apache.hadoop.hdfs.server.namenode.NameNode -format -nonInteractive > "$SCRATCH/log" 2>&1 ||
    die "NameNode -format failed: $(tail -n 3 "$SCRATCH/log")"
  "$@" org.apache.hadoop.hdfs.server.namenode.NameNode > "$SCRATCH/namenode.log" 2>&1 &
  daemons+=($!)
  port=$(await NameNode $! 'NameNode RPC up at: .*:[0-9]+' "$SCRATCH/namenode.log")
  uri=hdfs://127.0.0.1:${port##*:}
}

# start_datanode NAME COMMAND...: starts one with a directory of its own.
start_datanode() {
  local name=$1
  shift
  "$@" org.apache.hadoop.hdfs.server.datanode.DataNode -D "hadoop.tmp.dir=$SCRATCH/$name" -fs "$uri" \
    > "$SCRATCH/$name.log" 2>&1 &
  daemons+=($!)
  await "$name" $! 'successfully registered with NN' "$SCRATCH/$name.log" > /dev/null
}
