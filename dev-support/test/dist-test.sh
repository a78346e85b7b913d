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

# The jars of dist.sh are stock's with our changes laid over, and stock's own programs start from
# them with no other jar than stock's own dependencies.

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"
. "$ROOT/dev-support/test/lib-daemons.sh"
need_jdk17
need mvn git

# entries DIRECTORY: sum and path of every file in it, sorted.
entries() {
  (cd "$1" && find . -type f -exec sha256sum {} + | sort)
}

cd "$ROOT"
archive=$TARGET/dist/hadoop-$HADOOP-smarth.tar.gz
for build in first second; do
  dev-support/dist.sh > "$SCRATCH/log" 2>&1 || die "dist.sh failed: $(tail -n 20 "$SCRATCH/log")"
  cp "$archive" "$SCRATCH/$build.tar.gz"
done
cmp "$SCRATCH"/{first,second}.tar.gz || die "another archive each time"
pass archive_isReproducible
mkdir "$SCRATCH/archive"
tar -xzf "$archive" -C "$SCRATCH/archive" --strip-components 1
(cd "$SCRATCH/archive" && mapfile -t documents < <(find . -name '*.md') && links_lead_somewhere "${documents[@]}")
pass archive_everyLinkLeadsSomewhere
build=$(working_digest)
[[ $build =~ ^[0-9a-f]{12}$ ]] || die "the sources have no digest: $build"
dist=$TARGET/dist/share/hadoop/hdfs

for module in "${DROP_INS[@]}"; do
  place=${module%%:*} module=${module#*:} name=${module##*/}
  jar=$ROOT/$TARGET/dist/share/hadoop/$place/$name-$HADOOP.jar
  [[ -f $jar ]] || die "$name: no $jar"
  mkdir "$SCRATCH/$name"
  (cd "$SCRATCH/$name" && jar xf "$jar")
  entries "$module/$TARGET/stock/classes" > "$SCRATCH/stock"
  entries "$SCRATCH/$name" > "$SCRATCH/ours"

  missing=$(comm -23 <(cut -c 67- "$SCRATCH/stock" | sort) <(cut -c 67- "$SCRATCH/ours" | sort))
  [[ -z $missing ]] || die "${name}: stock entries are missing: $missing"
  pass "${name}_everyStockEntryIsThere"

  # The manifest says who built the jar; all else that differs must be a patched file.
  changed=$(comm -23 "$SCRATCH/stock" "$SCRATCH/ours" | cut -c 69- |
    sed -E 's/(\$[^.]*)?\.class$/.java/' | grep -vx META-INF/MANIFEST.MF | sort -u || true)
  touched=$(sed 's/^[^ ]*  //' "$module/src/main/hadoop-$LINE/stock.sha256" | sort)
  unexpected=$(comm -23 <(echo "$changed") <(echo "$touched"))
  [[ -z $unexpected ]] || die "${name}: changed without a patch: $unexpected"
  pass "${name}_onlyPatchedEntriesChanged"

  grep -q "^Smarth-Build: $build" "$SCRATCH/$name/META-INF/MANIFEST.MF" || die "${name}: not of build $build"
  pass "${name}_namesItsBuild"

  for entry in LICENSE NOTICE LICENSE.txt NOTICE.txt; do
    [[ -s $SCRATCH/$name/META-INF/$entry ]] || die "${name}: no META-INF/$entry"
  done
  pass "${name}_licenceAndNotice"

  ours=
  for sources in "$module"/src/main/{,"hadoop-$MAJOR/","hadoop-$LINE/"}java; do
    [[ ! -d $sources ]] || ours+=$(find "$sources" -name '*.java' ! -name package-info.java -printf '%P ')
  done
  for source in $ours; do
    [[ -f $SCRATCH/$name/${source%.java}.class ]] || die "${name}: no class of $source"
  done
  pass "${name}_ourClasses"
done

# Pages in a jar would hide those of the installation, which has them in a directory.
[[ -f $SCRATCH/hadoop-hdfs/org/apache/hadoop/hdfs/smarth/page/smarth.html && ! -e $SCRATCH/hadoop-hdfs/webapps ]] ||
  die "hadoop-hdfs: no page, or a webapps directory"
pass hadoopHdfs_pageHidesNoneOfStocks

grep -q '<name>dfs.client.smarth.enabled</name>' "$SCRATCH/hadoop-hdfs/hdfs-default.xml" ||
  die "hdfs-default.xml has no dfs.client.smarth.enabled"
pass hdfsDefault_hasOurKeys
grep -q '<name>yarn.resourcemanager.nodemanagers.adaptive-heartbeat.enabled</name>' \
  "$SCRATCH/hadoop-yarn-common/yarn-default.xml" ||
  die "yarn-default.xml has no yarn.resourcemanager.nodemanagers.adaptive-heartbeat.enabled"
pass yarnDefault_hasOurKeys
grep -q '<name>yarn.app.mapreduce.am.scheduler.heartbeat.event-driven</name>' \
  "$SCRATCH/hadoop-mapreduce-client-core/mapred-default.xml" ||
  die "mapred-default.xml has no yarn.app.mapreduce.am.scheduler.heartbeat.event-driven"
pass mapredDefault_hasOurKeys

stock_dependencies

# The command needs no drop-in jar; stock's common jar is among the dependencies.
java -cp "$TARGET/dist/share/hadoop/tools/hadoop-smarth-tools.jar:$dependencies" \
  org.smarth.hadoop.tools.SmarthCommand plan --nodes 100 --bandwidth 1g \
  > "$SCRATCH/plan" 2> "$SCRATCH/log" ||
  die "smarth plan failed: $(tail -n 3 "$SCRATCH/log")"
grep -q 'dfs.heartbeat.interval = 1$' "$SCRATCH/plan" || die "plan printed no settings"
(cd "$SCRATCH" &&
  jar xf "$ROOT/$TARGET/dist/share/hadoop/tools/hadoop-smarth-tools.jar" META-INF/MANIFEST.MF)
grep -q '^Main-Class: org.smarth.hadoop.tools.SmarthCommand' \
  "$SCRATCH/META-INF/MANIFEST.MF" ||
  die "hadoop-smarth-tools.jar has no main class for hadoop jar"
pass smarthCommand_plansInAStockInstallation
mkdir "$SCRATCH/sites"
write_sites "$SCRATCH/sites" "$SCRATCH/data"
stock_hdfs=$(printf '%s:' hadoop-hdfs-smarth/{hadoop-hdfs-client,hadoop-hdfs}/"$TARGET"/stock/classes)
for part in check doctor; do
  status=0
  java -cp "$TARGET/dist/share/hadoop/tools/hadoop-smarth-tools.jar:$stock_hdfs$dependencies" \
    org.smarth.hadoop.tools.SmarthCommand "$part" "$SCRATCH/sites" > "$SCRATCH/$part" 2> "$SCRATCH/log" || status=$?
  [[ $status == [013] ]] && ! grep -q Exception "$SCRATCH/log" ||
    die "smarth $part ended with $status: $(grep -m 1 Exception "$SCRATCH/log")"
done
grep -q '^dfs.heartbeat.interval = 3000ms' "$SCRATCH/check" || die "check printed no setting"
grep -qE '[0-9]+ error, [0-9]+ warning' "$SCRATCH/doctor" || die "doctor has no last line"
pass smarthCommand_checksAStockInstallation
tools=$TARGET/dist/share/hadoop/tools/hadoop-smarth-tools.jar
(cd "$SCRATCH" && jar xf "$ROOT/$tools" META-INF/DEPENDENCIES META-INF/LICENSE)
grep -q '^- picocli [0-9]' "$SCRATCH/META-INF/DEPENDENCIES" && grep -q 'Apache License' "$SCRATCH/META-INF/LICENSE" ||
  die "hadoop-smarth-tools.jar does not name the libraries in it, with their licences"
pass smarthTools_namesItsLibrariesAndTheirLicences
java -cp "$tools" org.smarth.hadoop.tools.SmarthCommand version > "$SCRATCH/version" ||
  die "smarth version failed: $(< "$SCRATCH/version")"
grep -qx ".*/hadoop-smarth-tools.jar: build $build" "$SCRATCH/version" || die "version: $(< "$SCRATCH/version")"
pass smarthCommand_saysWhichBuild

# The web pages lie beside the jars in a Hadoop distribution; empty ones will do.
home=$SCRATCH/home
mkdir -p "$home/webapps/hdfs" "$home/webapps/datanode"
write_sites "$home" "$home/data"
opens=$(sed -n 's/^ *\(--add-opens=.*\)$/\1/p' pom.xml)
classpath=$home:$ROOT/$TARGET/dist/share/hadoop/common/hadoop-common-$HADOOP.jar
classpath+=:$ROOT/$dist/hadoop-hdfs-client-2.10.2.jar:$ROOT/$dist/hadoop-hdfs-2.10.2.jar
# shellcheck disable=SC2206 # several options
stock=(java -Xmx256m "-Djava.io.tmpdir=$SCRATCH" $opens -cp "$classpath:$dependencies")

"${stock[@]}" org.apache.hadoop.fs.FsShell -help > "$SCRATCH/help" 2> "$SCRATCH/log" ||
  die "FsShell -help failed: $(tail -n 3 "$SCRATCH/log")"
grep -q -- '-put ' "$SCRATCH/help" || die "FsShell -help printed no help"
grep -q -- '-resume ' "$SCRATCH/help" || die "FsShell is stock's"
pass fsShell_helps

start_namenode "${stock[@]}"
pass nameNode_starts
start_datanode datanode "${stock[@]}"
pass dataNode_starts

head -c 3000000 /dev/urandom > "$SCRATCH/file"
for command in "-put $SCRATCH/file /file" "-get /file $SCRATCH/back"; do
  # shellcheck disable=SC2086 # several words
  "${stock[@]}" org.apache.hadoop.fs.FsShell -fs "$uri" $command 2> "$SCRATCH/log" ||
    die "FsShell $command failed: $(tail -n 3 "$SCRATCH/log")"
done
[[ $(sha256sum < "$SCRATCH/file") == $(sha256sum < "$SCRATCH/back") ]] ||
  die "the file read is not the file written"
pass fsShell_putsAndGets

echo "dist-test.sh: Tests run: $passed"
