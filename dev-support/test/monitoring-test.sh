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

# The files below monitoring/: promtool takes them, the alerts fire when they should, and on a cluster
# whose JVMs have the agent of Prometheus' JMX exporter every query of the dashboard and of the alerts
# has data. JMX_EXPORTER=VERSION takes another agent.

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"
. "$ROOT/dev-support/test/lib-daemons.sh"
STATE=$ROOT/$TARGET/try
mkdir -p "$STATE"
. "$ROOT/dev-support/lib-build.sh"
agent_version=${JMX_EXPORTER:-1.0.1}
monitoring=$ROOT/monitoring

# skip WHY: ends the test; what passed by then counts.
skip() {
  echo "skipped: $*"
  echo "monitoring-test.sh: $passed passed, 1 skipped"
  exit
}

# Debian's package would start a service, and enable it. Its two programs need nothing else of it.
fetch_prometheus() {
  command -v apt-get > /dev/null || skip "no prometheus and promtool on the PATH, and no apt-get to fetch them"
  (cd "$SCRATCH" && apt-get -q update && apt-get -q download prometheus &&
    dpkg-deb -x prometheus_*.deb prometheus) > "$SCRATCH/log" 2>&1 ||
    die "apt-get could not fetch prometheus: $(tail -n 1 "$SCRATCH/log")"
  PATH=$SCRATCH/prometheus/usr/bin:$PATH
}

need_jdk17
[[ $(id -u) == 0 ]] || skip "needs root to fetch prometheus, jq and curl with apt-get"
need mvn jq curl
{ command -v prometheus && command -v promtool; } > /dev/null || fetch_prometheus

# ---- the files ----

cd "$ROOT"
promtool check rules "$monitoring/smarth-alerts.yml" > "$SCRATCH/log" 2>&1 || die "$(< "$SCRATCH/log")"
promtool check config "$monitoring/prometheus.yml" > "$SCRATCH/log" 2>&1 || die "$(< "$SCRATCH/log")"
pass promtool_takesRulesAndConfiguration

promtool test rules dev-support/test/monitoring-alerts.yml > "$SCRATCH/log" 2>&1 || die "$(< "$SCRATCH/log")"
pass alerts_fireWhenTheyShouldAndOnlyThen

jq -e '
  ([.panels[].id] | length == (unique | length))
  and all(.panels[].targets[]?; .datasource.uid == "${datasource}")
  and all(.panels[]; [.targets[]?.refId] | length == (unique | length))
  and any(.templating.list[]; .name == "datasource" and .type == "datasource")' \
  "$monitoring/smarth-dashboard.json" > /dev/null || die "smarth-dashboard.json: ids or data sources"
pass dashboard_namesNoDataSourceOfItsOwn

# ---- a cluster with the agent ----

! dist_is_old || build_dist
build_module benchmarks
mvn -q -B -N dependency:copy "-Dartifact=io.prometheus.jmx:jmx_prometheus_javaagent:$agent_version" \
  "-DoutputDirectory=$SCRATCH/agent" > "$SCRATCH/log" 2>&1 || die "no agent: $(tail -n 3 "$SCRATCH/log")"

conf=$SCRATCH/conf
mkdir -p "$conf/webapps/hdfs" "$conf/webapps/datanode"
write_sites "$conf" "$SCRATCH/data"
# Each DataNode has an address of its own; a client on that of a datanode would be a local writer. The
# slowest datanode always limps.
cat > "$conf/hdfs-site.xml" <<'XML'
<configuration>
  <property><name>dfs.namenode.http-address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.namenode.datanode.registration.ip-hostname-check</name><value>false</value></property>
  <property><name>dfs.namenode.smarth.limping.fraction</name><value>1</value></property>
  <property><name>dfs.datanode.hostname</name><value>${node.address}</value></property>
  <property><name>dfs.datanode.address</name><value>${node.address}:0</value></property>
  <property><name>dfs.datanode.http.address</name><value>${node.address}:0</value></property>
  <property><name>dfs.datanode.ipc.address</name><value>${node.address}:0</value></property>
  <property><name>smarth.try.bind.address</name><value>${node.address}</value></property>
  <property>
    <name>hadoop.rpc.socket.factory.class.default</name>
    <value>org.smarth.hadoop.benchmarks.harness.BoundSocketFactory</value>
  </property>
</configuration>
XML

# free_port: sets `port`. Below those that systems give to sockets without one, and nobody listens now.
free_port() {
  port=$((10000 + RANDOM % 20000))
  while (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do
    port=$((10000 + RANDOM % 20000))
  done
}

# node ADDRESS: sets `java`, the command of a JVM with the agent, whose port is one more of `targets`.
targets=()
opens=$(sed -n 's/^ *\(--add-opens=.*\)$/\1/p' pom.xml)
node() {
  local port
  free_port
  targets+=("127.0.0.1:$port")
  # shellcheck disable=SC2206 # several options
  java=(java -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Djava.io.tmpdir=$SCRATCH"
    "-javaagent:$(echo "$SCRATCH"/agent/*.jar)=127.0.0.1:$port:$monitoring/jmx-exporter.yml"
    "-Dnode.address=$1" $opens -cp "$conf:$DIST/hdfs/*:$(< "$CLASS_PATH")")
}

# A block every half second, for as long as somebody reads.
blocks() {
  while head -c 1048576 /dev/zero 2> /dev/null; do
    sleep 0.5
  done
}

node 127.0.0.1
start_namenode "${java[@]}"
for ((i = 1; i <= 3; i++)); do
  node "127.0.1.$i"
  start_datanode "datanode-$i" "${java[@]}"
done
node 127.0.0.1
blocks | "${java[@]}" org.apache.hadoop.fs.FsShell -fs "$uri" -D dfs.replication=2 -D dfs.blocksize=1048576 \
  -put - /stream > "$SCRATCH/client.log" 2>&1 &
daemons+=($!)
client=$!

# ---- what Prometheus has of it ----

free_port
prometheus=http://127.0.0.1:$port
cp "$monitoring/smarth-alerts.yml" "$SCRATCH"
sed -e 's/15s/1s/' -e '/- .*:94/d' "$monitoring/prometheus.yml" > "$SCRATCH/prometheus.yml"
printf '          - %s\n' "${targets[@]}" >> "$SCRATCH/prometheus.yml"
prometheus "--config.file=$SCRATCH/prometheus.yml" "--storage.tsdb.path=$SCRATCH/tsdb" \
  "--web.listen-address=127.0.0.1:$port" --log.level=warn > "$SCRATCH/prometheus.log" 2>&1 &
daemons+=($!)

# has_data EXPRESSION: whether there is a sample that is a number. An expression that is wrong ends the test.
has_data() {
  local answer
  answer=$(curl -sG "$prometheus/api/v1/query" --data-urlencode "query=$1" |
    jq -r 'if .status == "success" then any(.data.result[]; .value[1] != "NaN") else .error end')
  [[ $answer == true || $answer == false ]] || die "$1: ${answer:-Prometheus does not answer}"
  [[ $answer == true ]]
}

# all_have_data WHAT: every line of the input, a name and an expression, has data by the deadline.
deadline=$((SECONDS + 120))
all_have_data() {
  local line left=() still
  mapfile -t left
  ((${#left[@]} > 0)) || die "$1: nothing to ask for"
  while true; do
    still=()
    for line in "${left[@]}"; do
      has_data "${line#*$'\t'}" || still+=("$line")
    done
    left=("${still[@]}")
    ((${#left[@]} > 0)) || break
    kill -0 "$client" 2> /dev/null || die "the client ended: $(tail -n 3 "$SCRATCH/client.log")"
    ((SECONDS < deadline)) || die "$1, no data: $(printf '%s; ' "${left[@]/$'\t'/: }")"
    sleep 1
  done
  pass "$1"
}

# rules: Prometheus' rules, with their state, as soon as all were asked for.
rules() {
  curl -sf "$prometheus/api/v1/rules" | jq -e '.data.groups[].rules |
    select(length > 0 and all(.[]; .health != "unknown"))' > "$SCRATCH/rules"
}
until rules; do
  ((SECONDS < deadline)) || die "Prometheus does not evaluate the rules: $(tail -n 3 "$SCRATCH/prometheus.log")"
  sleep 1
done
jq -e 'all(.[]; .health == "ok")' "$SCRATCH/rules" > /dev/null || die "$(jq -c '.[].lastError' "$SCRATCH/rules")"
pass alerts_everyExpressionIsRight

sed -n 's/^    name: \(.*\)$/\1\t\1/p' "$monitoring/jmx-exporter.yml" | sort -u > "$SCRATCH/metrics"
all_have_data exporter_everyMetricIsThere < "$SCRATCH/metrics"
all_have_data exporter_namesADatanodeThatLimps <<< $'worst\tsmarth_namenode_limping_client_hosts{datanode_uuid!=""}'
jq -r '.[] | .name + "\t" + (.query | scan("smarth_[a-z_]+(?:\\{[^}]*\\})?"))' "$SCRATCH/rules" > "$SCRATCH/selectors"
all_have_data alerts_everySelectorHasData < "$SCRATCH/selectors"
jq -r '.panels[] | .title as $title | .targets[]? | $title + "\t" + .expr' "$monitoring/smarth-dashboard.json" |
  sed 's/\$__rate_interval/30s/g; s/\$instance/.*/g' > "$SCRATCH/queries"
all_have_data dashboard_everyQueryReturnsData < "$SCRATCH/queries"

echo "monitoring-test.sh: Tests run: $passed"
