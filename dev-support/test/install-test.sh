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

# The archive of dist.sh, and its install.sh on a Hadoop home laid out as a distribution's: every
# copy of a jar is replaced and put back byte for byte, also if the script is killed at any moment.
# KILLS=N sets at how many moments (20), SEED=S which (1).

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"
. "$ROOT/dev-support/test/lib-daemons.sh"
STATE=$ROOT/$TARGET/try
mkdir -p "$STATE"
. "$ROOT/dev-support/lib-build.sh"
need_jdk17
need mvn git

RANDOM=${SEED:-1}
cd "$ROOT"
# Nobody builds twice what dist-test.sh has built just before.
mapfile -t sources < <(git ls-files)
! newer_than "$TARGET/dist/hadoop-$HADOOP-smarth.tar.gz" "${sources[@]}" || build_dist
build_module benchmarks

# ---- the archive ----

(cd "$TARGET/dist" && sha512sum --quiet -c "hadoop-$HADOOP-smarth.tar.gz.sha512") || die "its sum is another"
tar -xzf "$TARGET/dist/hadoop-$HADOOP-smarth.tar.gz" -C "$SCRATCH"
bundle=$SCRATCH/hadoop-2.10.2-smarth
for file in install.sh checks.sh archives.sh README.md docs/OPERATIONS.md LICENSE NOTICE SHA512SUMS \
  monitoring/{jmx-exporter,prometheus,smarth-alerts}.yml monitoring/smarth-dashboard.json; do
  [[ -s $bundle/$file ]] || die "no $file in the archive"
done
pass archive_hasAll

# ---- a home as a distribution's ----

# place_of JAR: where a distribution has it.
place_of() {
  case $1 in
    hadoop-common-* | hadoop-auth-* | hadoop-annotations-*) echo share/hadoop/common ;;
    hadoop-hdfs-*) echo share/hadoop/hdfs ;;
    hadoop-yarn-*) echo share/hadoop/yarn ;;
    hadoop-mapreduce-*) echo share/hadoop/mapreduce ;;
    *) echo share/hadoop/common/lib ;;
  esac
}

stock=$SCRATCH/stock
mkdir -p "$stock/etc/hadoop"
mapfile -t jars < <(tr : '\n' < "$CLASS_PATH" | grep '\.jar$' | grep -v '/benchmarks\.jar$')
for jar in "${jars[@]}"; do
  place=$stock/$(place_of "${jar##*/}")
  mkdir -p "$place"
  cp -p "$jar" "$place"
done
hdfs=$stock/share/hadoop/hdfs
for copy in share/hadoop/hdfs/lib share/hadoop/tools/lib share/hadoop/httpfs/tomcat/webapps/webhdfs/WEB-INF/lib; do
  mkdir -p "$stock/$copy"
  cp -p "$hdfs"/hadoop-hdfs-client-2.10.2.jar "$stock/$copy"
done
cp -p "$hdfs/hadoop-hdfs-2.10.2.jar" "$stock/share/hadoop/httpfs/tomcat/webapps/webhdfs/WEB-INF/lib"
ln -s hadoop-hdfs-2.10.2.jar "$hdfs/hadoop-hdfs.jar"
chmod 640 "$stock/share/hadoop/tools/lib/hadoop-hdfs-client-2.10.2.jar"
# An archive of the MapReduce framework, as .tar.gz and .zip.
mkdir -p "$SCRATCH/framework/mr/lib"
cp -p "$hdfs"/hadoop-hdfs-client-2.10.2.jar "$stock"/share/hadoop/mapreduce/hadoop-mapreduce-client-{app,core}-2.10.2.jar \
  "$stock/share/hadoop/common/hadoop-annotations-2.10.2.jar" "$SCRATCH/framework/mr/lib"
tar -czf "$stock/share/hadoop/mapreduce/framework.tar.gz" -C "$SCRATCH/framework" mr
(cd "$SCRATCH/framework" && "$JAVA_HOME/bin/jar" cMf "$stock/share/hadoop/mapreduce/framework.zip" mr)
echo 'export JAVA_HOME=${JAVA_HOME}' > "$stock/etc/hadoop/hadoop-env.sh"
cat > "$stock/etc/hadoop/mapred-site.xml" <<'XML'
<configuration>
  <property>
    <name>mapreduce.application.framework.path</name>
    <value>/mr/framework.tar.gz#mr</value>
  </property>
</configuration>
XML

# What means something to a pattern is in its path, as nothing forbids it.
home=$SCRATCH/'home [a] *?'
fresh() {
  rm -rf "$home"
  cp -a "$stock" "$home"
}

# listing [DIRECTORY]: kind, mode, owner, size, time and sum of every file of the home.
listing() {
  (cd "${1:-$home}" && find . ! -type d -printf '%p %y %m %u %g %s %T@ %l ' \
    \( -type f -exec sha512sum -z {} \; -printf '\n' -o -printf '\n' \) | tr -d '\0' | sort)
}

# run ARGUMENT...: install.sh; what it says goes to $SCRATCH/out.
run() {
  "$bundle/install.sh" "$home" "$@" > "$SCRATCH/out" 2>&1
}

# refused TEXT ARGUMENT...: it ends with an error that says so in one line, and changes nothing.
refused() {
  local text=$1 before
  shift
  before=$(listing)
  ! run "$@" || die "was not refused: $text"
  [[ $(wc -l < "$SCRATCH/out") == 1 ]] || die "more than a line: $(< "$SCRATCH/out")"
  grep -qF -- "$text" "$SCRATCH/out" || die "expected '$text': $(< "$SCRATCH/out")"
  [[ $(listing) == "$before" ]] || die "changed something: $text"
}

# The sums of all copies of jars, those in archives too, and of nothing else: "ours" if all are of
# the bundle, "stock" if all are stock's, else both.
declare -A SUMS=()
while read -r sum path; do
  SUMS[$sum]=ours
done < <(find "$bundle/share" -name '*-2.10.2.jar' -exec sha512sum {} +)
while read -r sum path; do
  SUMS[$sum]=stock
done < <(find "$stock" \( -name 'hadoop-hdfs*-2.10.2.jar' -o -name 'hadoop-yarn-common-2.10.2.jar' \
  -o -name 'hadoop-common-2.10.2.jar' \
  -o -name 'hadoop-yarn-server-resourcemanager-2.10.2.jar' \
  -o -name 'hadoop-mapreduce-client-[ac]*-2.10.2.jar' \) -exec sha512sum {} +)

is_all() {
  local sum path kinds='' kind
  while read -r sum path; do
    kind=${SUMS[$sum]:-neither}
    [[ $kind != neither ]] || die "neither stock's nor ours: $path"
    kinds+="$kind"$'\n'
  done < <(
    cd "$home" && find . -path './.smarth*' -prune -o \( -name 'hadoop-hdfs-2.10.2.jar' \
      -o -name 'hadoop-common-2.10.2.jar' -o -name 'hadoop-hdfs-client-2.10.2.jar' -o -name 'hadoop-yarn-common-2.10.2.jar' \
      -o -name 'hadoop-yarn-server-resourcemanager-2.10.2.jar' \
      -o -name 'hadoop-mapreduce-client-app-2.10.2.jar' \
      -o -name 'hadoop-mapreduce-client-core-2.10.2.jar' \) -exec sha512sum {} +
    rm -rf "$SCRATCH/inside"
    mkdir "$SCRATCH/inside"
    tar -xzf "$home/share/hadoop/mapreduce/framework.tar.gz" -C "$SCRATCH/inside"
    (cd "$SCRATCH/inside" && "$JAVA_HOME/bin/jar" xf "$home/share/hadoop/mapreduce/framework.zip" &&
      find . -name 'hadoop-[hm]*.jar' -exec sha512sum {} +)
  )
  sort -u <<< "$kinds" | grep . | tr '\n' ' '
}

# ---- install and take back ----

fresh
before=$(listing)
run --dry-run || die "$(< "$SCRATCH/out")"
for path in share/hadoop/hdfs/hadoop-hdfs-2.10.2.jar share/hadoop/hdfs/lib/hadoop-hdfs-client-2.10.2.jar \
  share/hadoop/httpfs/tomcat/webapps/webhdfs/WEB-INF/lib/hadoop-hdfs-2.10.2.jar \
  share/hadoop/yarn/hadoop-yarn-common-2.10.2.jar share/hadoop/mapreduce/framework.{tar.gz,zip}; do
  grep -qF "  $home/$path" "$SCRATCH/out" || die "not named: $path"
done
[[ $(listing) == "$before" ]] || die "--dry-run changed something"
pass install_dryRunNamesAllAndChangesNothing

status=0
run --status || status=$?
[[ $status == 3 ]] || die "--status: $status, $(< "$SCRATCH/out")"
run || die "$(< "$SCRATCH/out")"
grep -qF '/mr/framework.tar.gz' "$SCRATCH/out" || die "no word of the archive in HDFS"
[[ $(is_all) == 'ours ' ]] || die "not all copies are ours: $(is_all)"
run --status || die "--status: $(< "$SCRATCH/out")"
grep -qF "build $(< "$bundle/BUILD") for " "$SCRATCH/out" || die "another build: $(< "$SCRATCH/out")"
run || die "again: $(< "$SCRATCH/out")"
grep -qF 'nothing is new' "$SCRATCH/out" || die "again: $(< "$SCRATCH/out")"
others() {
  listing | grep -vE '/\.smarth|hadoop-(common|hdfs|hdfs-client|yarn-common|yarn-server-resourcemanager|mapreduce-client-(app|core))-2|framework\.'
}
[[ $(others) == "$(grep -vE 'hadoop-(common|hdfs|hdfs-client|yarn-common|yarn-server-resourcemanager|mapreduce-client-(app|core))-2|framework\.' <<< "$before")" ]] ||
  die "other files were changed"
[[ $(stat -c %a "$home/share/hadoop/tools/lib/hadoop-hdfs-client-2.10.2.jar") == 640 ]] || die "another mode"
[[ $(tar -tzf "$home/share/hadoop/mapreduce/framework.tar.gz") == \
  "$(tar -tzf "$stock/share/hadoop/mapreduce/framework.tar.gz")" ]] || die "other entries in the archive"
pass install_replacesEveryCopy

installed=$(listing)
run || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$installed" ]] || die "the second run changed something"
pass install_twiceIsOnce

run --rollback || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$before" ]] || die "not as before: $(diff <(listing) <(echo "$before") | head -n 5)"
run --rollback || die "a second --rollback: $(< "$SCRATCH/out")"
[[ $(listing) == "$before" ]] || die "a second --rollback changed something"
pass rollback_putsBackByteForByte

# As after a kill before the last step: jars that are links.
run || die "$(< "$SCRATCH/out")"
installed=$(listing)
while IFS=$'\t' read -r _ _ path; do
  ln -sfT "$home/.smarth/current/$path" "$home/$path"
done < <(cat "$home"/.smarth/*/MANIFEST)
run || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$installed" ]] || die "not as installed: $(diff <(listing) <(echo "$installed") | head -n 5)"
run --rollback || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$before" ]] || die "not as before"
pass install_goesOnAfterAKill

mv "$home/etc/hadoop/mapred-site.xml" "$SCRATCH"
run || die "$(< "$SCRATCH/out")"
[[ $(wc -l < "$SCRATCH/out") == 1 ]] || die "more than a line: $(< "$SCRATCH/out")"
run --rollback || die "$(< "$SCRATCH/out")"
mv "$SCRATCH/mapred-site.xml" "$home/etc/hadoop"
[[ $(listing) == "$before" ]] || die "not as before"
pass install_withoutSiteOfMapReduce

run --role datanode || die "$(< "$SCRATCH/out")"
cmp -s "$home/share/hadoop/yarn/hadoop-yarn-common-2.10.2.jar" \
  "$stock/share/hadoop/yarn/hadoop-yarn-common-2.10.2.jar" || die "--role datanode replaced YARN's"
run --role resourcemanager || die "$(< "$SCRATCH/out")"
run --status || die "$(< "$SCRATCH/out")"
grep -q 'datanode resourcemanager' "$SCRATCH/out" || die "roles do not add up: $(< "$SCRATCH/out")"
run --role client,nodemanager || die "$(< "$SCRATCH/out")"
[[ $(is_all) == 'ours ' ]] || die "roles do not add up: $(is_all)"
run --rollback || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$before" ]] || die "not as before"
pass install_rolesAddUp

# ---- what is refused ----

refused 'is none of namenode' --role master
refused 'contradicts' --status --rollback
refused 'unknown option' --force
! "$bundle/install.sh" > "$SCRATCH/out" 2>&1 || die "no home was taken"
! "$bundle/install.sh" "$SCRATCH/nowhere" > "$SCRATCH/out" 2>&1 || die "a home that is not there"
grep -q 'no such directory' "$SCRATCH/out" || die "$(< "$SCRATCH/out")"
mkdir "$SCRATCH/empty"
! "$bundle/install.sh" "$SCRATCH/empty" > "$SCRATCH/out" 2>&1 || die "an empty home was taken"
grep -q 'no home of Hadoop that is known' "$SCRATCH/out" || die "$(< "$SCRATCH/out")"
pass refused_argumentsThatMakeNoSense

common=$home/share/hadoop/common/hadoop-common
mv "$common-2.10.2.jar" "$common-2.10.1.jar"
refused "another version of Hadoop, and the jars are for 2.10.2: $common-2.10.1.jar"
mv "$common-2.10.1.jar" "$common-2.10.2.jar"
pass refused_anotherVersion

# fake NAME LINE: a command of that name comes first on the PATH of a home's install.sh.
fake() {
  mkdir -p "$SCRATCH/java7/bin"
  printf '#!/bin/bash\n%s\n' "$2" > "$SCRATCH/java7/bin/$1"
  chmod +x "$SCRATCH/java7/bin/$1"
}
fake java 'echo "java version \"1.7.0_80\"" >&2'
(export JAVA_HOME=$SCRATCH/java7 && refused 'is Java 7, and the jars need Java 8 or later')
sed -i "s|=.*|=$SCRATCH/java7|" "$home/etc/hadoop/hadoop-env.sh"
(unset JAVA_HOME && refused 'is Java 7')
cp -p "$stock/etc/hadoop/hadoop-env.sh" "$home/etc/hadoop"
pass refused_anOldJava

fake df 'echo head; echo "disk 100 99 1 99% /"'
(export PATH=$SCRATCH/java7/bin:$PATH && refused '0 MB free, and')
pass refused_aFullDisk

cp "$bundle/share/hadoop/hdfs/hadoop-hdfs-2.10.2.jar" "$home/share/hadoop/hdfs/lib"
refused 'is a jar of SMARTH that install.sh did not install'
rm "$home/share/hadoop/hdfs/lib/hadoop-hdfs-2.10.2.jar"
core=$home/share/hadoop/mapreduce/hadoop-mapreduce-client-core-2.10.2.jar
mv "$core" "$SCRATCH/core.jar"
cp "$bundle/share/hadoop/mapreduce/${core##*/}" "$core"
refused 'is a jar of SMARTH that install.sh did not install'
mv "$SCRATCH/core.jar" "$core"
[[ $(listing) == "$before" ]] || die "not as before"
pass refused_whatIsNotStocks

space=$(readlink /proc/self/ns/pid)
ln -s "elsewhere 1 1 $space" "$home/.smarth.lock"
refused 'an install.sh on host elsewhere works on'
ln -sfT "$(uname -n) 1 1 pid:[1]" "$home/.smarth.lock"
refused "an install.sh on host $(uname -n) works on"
sleep 600 &
since=$(sed 's/^.*) //' "/proc/$!/stat" | cut -d ' ' -f 20)
ln -sfT "$(uname -n) $! $since $space" "$home/.smarth.lock"
refused 'another install.sh works on'
# The number is of another process by now.
ln -sfT "$(uname -n) $! 1 $space" "$home/.smarth.lock"
run || die "$(< "$SCRATCH/out")"
kill $!
wait $! 2> /dev/null || true
run --rollback || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$before" ]] || die "not as before"
mkdir "$home/.smarth.lock"
! run || die "installed without a lock"
grep -q 'cannot make .*smarth.lock: ' "$SCRATCH/out" || die "$(< "$SCRATCH/out")"
rmdir "$home/.smarth.lock"
pass refused_whileAnotherHostInstalls

# ---- where files are elsewhere ----

run || die "$(< "$SCRATCH/out")"
mv "$home/share/hadoop/httpfs" "$SCRATCH/httpfs"
run || die "$(< "$SCRATCH/out")"
grep -q "left out, as its directory is gone: .*/WEB-INF/lib/hadoop-hdfs-2.10.2.jar" "$SCRATCH/out" ||
  die "not named: $(< "$SCRATCH/out")"
run --status || die "--status: $(< "$SCRATCH/out")"
mv "$home/share/hadoop/tools/lib" "$SCRATCH/tools-lib"
status=0
run --rollback || status=$?
[[ $status == 4 ]] || die "$(< "$SCRATCH/out")"
for path in tools/lib/hadoop-hdfs-client-2.10.2.jar WEB-INF/lib/hadoop-hdfs-2.10.2.jar; do
  grep -q "left out, as its directory is gone: .*/$path" "$SCRATCH/out" || die "not named: $(< "$SCRATCH/out")"
done
[[ $(listing | grep -v '/\.smarth/') == "$(grep -vE '/(httpfs|tools/lib)/' <<< "$before")" ]] || die "not as before"
mv "$SCRATCH/httpfs" "$home/share/hadoop"
mv "$SCRATCH/tools-lib" "$home/share/hadoop/tools/lib"
run --rollback || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$before" ]] || die "not as before: $(diff <(listing) <(echo "$before") | head -n 5)"
pass aDirectoryThatIsGone_isPutBackWhenItIsThereAgain

mv "$home/share/hadoop/hdfs" "$SCRATCH/elsewhere"
ln -s "$SCRATCH/elsewhere" "$home/share/hadoop/hdfs"
linked=$(listing && listing "$SCRATCH/elsewhere")
run || die "$(< "$SCRATCH/out")"
cmp "$SCRATCH/elsewhere/hadoop-hdfs-2.10.2.jar" "$bundle/share/hadoop/hdfs/hadoop-hdfs-2.10.2.jar" ||
  die "what a link leads to was not replaced"
run --status || die "--status: $(< "$SCRATCH/out")"
run --rollback || die "$(< "$SCRATCH/out")"
[[ $(listing && listing "$SCRATCH/elsewhere") == "$linked" ]] || die "not as before"
rm "$home/share/hadoop/hdfs"
mv "$SCRATCH/elsewhere" "$home/share/hadoop/hdfs"
pass install_whatLinksLeadTo

# As packages of distributions have it: a directory for each part, and links for clients.
packages=$SCRATCH/usr/lib
for part in common:hadoop hdfs:hadoop-hdfs yarn:hadoop-yarn mapreduce:hadoop-mapreduce; do
  mkdir -p "$packages/${part#*:}"
  cp -a "$stock/share/hadoop/${part%:*}/." "$packages/${part#*:}"
done
mkdir "$packages/hadoop/client"
for jar in "$packages"/hadoop-{hdfs,mapreduce}/hadoop-*-2.10.2.jar "$packages"/hadoop-yarn/hadoop-yarn-common-2.10.2.jar; do
  ln -s "../../${jar#"$packages/"}" "$packages/hadoop/client"
done
chmod 600 "$packages/hadoop-hdfs/hadoop-hdfs-client-2.10.2.jar"
mkdir -p "$packages"/{hbase/lib,spark/jars}
cp -a "$stock/share/hadoop/hdfs/hadoop-hdfs-client-2.10.2.jar" "$packages/hbase/lib"
cp -a "$stock/share/hadoop/hdfs/hadoop-hdfs-client-2.10.2.jar" "$packages/spark/jars/hadoop-hdfs-client-2.7.4.jar"
packaged=$(listing "$packages")
home=$packages/hadoop
also=(--also "$packages/hadoop-yarn" --also "$packages/hadoop-mapreduce")
run "${also[@]}" --dry-run || die "$(< "$SCRATCH/out")"
[[ $(listing "$packages") == "$packaged" ]] || die "--dry-run changed something"
run "${also[@]}" || die "$(< "$SCRATCH/out")"
grep -A 1 'not touched, as other programs have them' "$SCRATCH/out" | grep -qxF "  $packages/hbase/lib/hadoop-hdfs-client-2.10.2.jar" &&
  grep -A 1 'not touched, as they are of other versions' "$SCRATCH/out" |
  grep -qxF "  $packages/spark/jars/hadoop-hdfs-client-2.7.4.jar" || die "copies are not named: $(< "$SCRATCH/out")"
run "${also[@]}" --also "$packages/hbase" || die "$(< "$SCRATCH/out")"
cmp "$packages/hbase/lib/hadoop-hdfs-client-2.10.2.jar" "$bundle/share/hadoop/hdfs/hadoop-hdfs-client-2.10.2.jar" ||
  die "--also took no other program's copy"
! grep -q 'other programs have them' "$SCRATCH/out" || die "$(< "$SCRATCH/out")"
for jar in "$bundle"/share/hadoop/{common,hdfs,yarn,mapreduce}/*-2.10.2.jar; do
  cmp "$jar" "$(find "$packages" -path "$home/.smarth*" -prune -o -type f -name "${jar##*/}" -print -quit)" || die "not replaced: $jar"
done
[[ $(stat -c %a "$packages/hadoop-hdfs/hadoop-hdfs-client-2.10.2.jar") == 600 ]] || die "another mode"
run --status || die "--status: $(< "$SCRATCH/out")"
run --rollback || die "$(< "$SCRATCH/out")"
[[ $(listing "$packages") == "$packaged" ]] || die "not as before: $(diff <(listing "$packages") <(echo "$packaged") | head -n 5)"
home=$SCRATCH/'home [a] *?'
pass install_packagesOfADistribution

run || die "$(< "$SCRATCH/out")"
jar=$home/share/hadoop/hdfs/hadoop-hdfs-2.10.2.jar
cp "$jar" "$SCRATCH/jar"
rm "$jar"
echo other > "$jar"
refused 'was changed by somebody else' --rollback
refused 'was changed by somebody else'
status=0
run --status || status=$?
[[ $status == 4 ]] && grep -qF "changed or gone: $jar" "$SCRATCH/out" || die "$(< "$SCRATCH/out")"
rm "$jar"
run --rollback || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$before" ]] || die "not as before"
pass refused_toOverwriteWhatOthersChanged

damaged=$SCRATCH/damaged
cp -r "$bundle" "$damaged"
echo >> "$damaged/share/hadoop/yarn/hadoop-yarn-common-2.10.2.jar"
! "$damaged/install.sh" "$home" > "$SCRATCH/out" 2>&1 || die "a damaged archive was installed"
grep -q 'is damaged' "$SCRATCH/out" || die "$(< "$SCRATCH/out")"
[[ $(listing) == "$before" ]] || die "not as before"
pass refused_aDamagedArchive

# ---- killed at any moment ----

# millis COMMAND...: how long it takes.
millis() {
  local start
  start=$(date +%s%N)
  "$@"
  echo $((($(date +%s%N) - start) / 1000000))
}
install_millis=$(millis run)
rollback_millis=$(millis run --rollback)
for ((kill = 1; kill <= ${KILLS:-20}; kill++)); do
  arguments=() most=$install_millis from=stock
  if ((RANDOM % 2)); then
    run || die "$(< "$SCRATCH/out")"
    arguments=(--rollback) most=$rollback_millis from=ours
  fi
  delay=$((RANDOM % most))
  # In a group of its own, which timeout kills as a whole.
  {
    timeout -s KILL "$((delay / 1000)).$(printf %03d $((delay % 1000)))" \
      "$bundle/install.sh" "$home" "${arguments[@]}" > "$SCRATCH/out" 2>&1 || true
  } 2> /dev/null
  kinds=$(is_all)
  [[ $kinds == 'ours ' || $kinds == 'stock ' ]] ||
    die "kill $kill, seed ${SEED:-1}, ${arguments[*]:-install} from $from after $delay ms: $kinds"
  if ((RANDOM % 2)); then
    # With fewer roles it is another build than the one that was killed.
    run --role datanode || die "kill $kill: $(< "$SCRATCH/out")"
    run || die "kill $kill: $(< "$SCRATCH/out")"
    [[ $(is_all) == 'ours ' ]] || die "kill $kill: not installed afterwards"
    run --status || die "kill $kill: $(< "$SCRATCH/out")"
  fi
  run --rollback || die "kill $kill: $(< "$SCRATCH/out")"
  [[ $(listing) == "$before" ]] || die "kill $kill: not as before"
done
pass "killed_at${KILLS:-20}MomentsNeverHalf"

# ---- what is installed works ----

write_sites "$home/etc/hadoop" "$SCRATCH/data"
mkdir -p "$home/share/hadoop/hdfs/webapps/hdfs" "$home/share/hadoop/hdfs/webapps/datanode"
before=$(listing)
opens=$(sed -n 's/^ *\(--add-opens=.*\)$/\1/p' pom.xml)
class_path=$home/etc/hadoop
for place in common common/lib hdfs hdfs/lib; do
  class_path+=":$home/share/hadoop/$place/*"
done
class_path+=:$home/share/hadoop/hdfs
# hadoop CLASS_PATH: sets `java`, the command that a script of Hadoop's runs with that class path.
hadoop() {
  # shellcheck disable=SC2206 # several options
  java=(java -Xmx256m "-Djava.io.tmpdir=$SCRATCH" $opens -cp "$1")
}

# uploads WHAT: a file of three blocks comes back as it was; whether SMARTH wrote it is in the log.
head -c 3000000 /dev/urandom > "$SCRATCH/file"
uploads() {
  "${java[@]}" org.apache.hadoop.fs.FsShell -fs "$uri" -D dfs.replication=2 -D dfs.blocksize=1048576 \
    -put "$SCRATCH/file" "/$1" 2> "$SCRATCH/put.log" || die "put: $(tail -n 3 "$SCRATCH/put.log")"
  "${java[@]}" org.apache.hadoop.fs.FsShell -fs "$uri" -get "/$1" "$SCRATCH/$1" 2> "$SCRATCH/log" ||
    die "get: $(tail -n 3 "$SCRATCH/log")"
  cmp "$SCRATCH/file" "$SCRATCH/$1" || die "$1: another file came back"
}
smarth_wrote() {
  grep -q 'retained.peak' "$SCRATCH/put.log" && ! grep -q 'does not promise' "$SCRATCH/put.log"
}

run || die "$(< "$SCRATCH/out")"
hadoop "$class_path"
start_namenode "${java[@]}"
start_datanode datanode-1 "${java[@]}"
start_datanode datanode-2 "${java[@]}"
uploads installed
smarth_wrote || die "not written by SMARTH: $(tail -n 3 "$SCRATCH/put.log")"
pass installed_uploads

# The daemons go on with the jars that they have open.
run --rollback || die "$(< "$SCRATCH/out")"
uploads rolled-back
! smarth_wrote || die "still written by SMARTH"
pass rolledBack_uploadsAsStock

# HADOOP_USER_CLASSPATH_FIRST puts HADOOP_CLASSPATH before the rest.
hadoop "$bundle/share/hadoop/hdfs/*:$class_path"
uploads overlay
smarth_wrote || die "not written by SMARTH: $(tail -n 3 "$SCRATCH/put.log")"
pass overlay_uploads

end_daemons
[[ $(listing) == "$before" ]] || die "not as before"
pass rolledBack_nothingDiffers

echo "install-test.sh: Tests run: $passed"
