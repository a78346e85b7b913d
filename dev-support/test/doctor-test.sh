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

# Runs `hadoop jar hadoop-smarth-tools.jar doctor` on this machine and, as root, by ssh in three
# network namespaces, one of which has a wrong setting.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"
. "$ROOT/dev-support/test/lib-daemons.sh"
STATE=$SCRATCH
. "$ROOT/dev-support/lib-build.sh"
need_jdk17
need mvn git

cd "$ROOT"
if dist_is_old; then build_dist; fi
stock_dependencies

# A home of Hadoop as far as the command looks at it. Maven Central has no archive of Hadoop.
home=$SCRATCH/home
mkdir -p "$home"/{bin,etc/hadoop}
cp -r "$TARGET/dist/share" "$home"
write_sites "$home/etc/hadoop" "$SCRATCH/data"
opens=$(sed -n 's/^ *\(--add-opens=.*\)$/\1/p' pom.xml | tr '\n' ' ')
{
  echo "export JAVA_HOME=$JAVA_HOME"
  echo "export HADOOP_OPTS=\"$opens\""
} > "$home/etc/hadoop/hadoop-env.sh"
cat > "$home/bin/hadoop" <<SH
#!/bin/sh
shift
exec "\$JAVA_HOME/bin/java" $opens -Dhadoop.home.dir=$home \\
  -cp "$home/etc/hadoop:$home/share/hadoop/common/*:$home/share/hadoop/hdfs/*:$home/share/hadoop/yarn/*:$dependencies" org.apache.hadoop.util.RunJar "\$@"
SH
chmod +x "$home/bin/hadoop"

# doctor ARGUMENTS...: runs it, with its status in $status and its seconds in $seconds.
doctor() {
  local begin=$SECONDS
  status=0
  "${inside[@]}" env "HADOOP_CONF_DIR=$home/etc/hadoop" "$home/bin/hadoop" jar \
    "$home/share/hadoop/tools/hadoop-smarth-tools.jar" doctor "$@" > "$SCRATCH/out" 2> "$SCRATCH/err" || status=$?
  seconds=$((SECONDS - begin))
}
inside=()

doctor --fix-script "$SCRATCH/mend.sh"
[[ $status == [013] ]] || die "doctor ended with $status: $(tail -n 3 "$SCRATCH/err")"
grep -qE '[0-9]+ error, [0-9]+ warning' "$SCRATCH/out" || die "doctor has no last line: $(tail -n 3 "$SCRATCH/out")"
! grep -q 'unknown  smarth' "$SCRATCH/out" || die "$(grep -A 1 'unknown  smarth' "$SCRATCH/out")"
bash -n "$SCRATCH/mend.sh" || die "the script that mends is none"
echo "doctor on this machine: $seconds s"
pass doctor_checksThisMachine

(cd "$SCRATCH" && "$JAVA_HOME/bin/jar" xf "$home/share/hadoop/hdfs/hadoop-hdfs-2.10.2.jar" META-INF/MANIFEST.MF)
build=$(sed -n 's/^Smarth-Build: \([0-9a-f]*\).*/\1/p' "$SCRATCH/META-INF/MANIFEST.MF")
doctor --all
grep -qx "ok       smarth.jars: build ${build:?}: ${#DROP_INS[@]} jars" "$SCRATCH/out" ||
  die "the jars: $(grep smarth.jars "$SCRATCH/out")"
pass doctor_knowsTheBuildOfTheJars

cp "$home/share/hadoop/common/hadoop-common-2.10.2.jar" "$home/share/hadoop/tools"
(cd "$SCRATCH" && echo 'Smarth-Build: other' > manifest &&
  "$JAVA_HOME/bin/jar" ufm "$home/share/hadoop/tools/hadoop-common-2.10.2.jar" manifest 2> "$SCRATCH/log")
doctor
[[ $status == 3 ]] || die "a jar of another build: status $status"
grep -q 'error    smarth.jars: jars of builds' "$SCRATCH/out" || die "a jar of another build was not found"
rm "$home/share/hadoop/tools/hadoop-common-2.10.2.jar"
pass doctor_findsAJarOfAnotherBuild

doctor "$SCRATCH/nowhere"
[[ $status == 1 && $(wc -l < "$SCRATCH/err") == 1 ]] || die "a directory that is not there: $(< "$SCRATCH/err")"
pass doctor_saysWhatIsWrongInOneLine

if [[ $(id -u) != 0 ]] || ! ip netns list > /dev/null 2>&1 || ! need sshd; then
  echo "skipped: doctor by ssh needs root, ip netns and sshd"
  echo "doctor-test.sh: Tests run: $passed"
  exit 0
fi

net=smarth-doctor-$$
end_network() {
  local i
  end_daemons
  for i in 0 1 2 3; do
    ip netns delete "$net-$i" 2> /dev/null || true
  done
  rm -rf "$SCRATCH"
}
trap end_network EXIT
ip netns add "$net-0"
ip -n "$net-0" link add bridge type bridge
ip -n "$net-0" link set bridge up
ip -n "$net-0" address add 10.77.0.10/24 dev bridge
ssh-keygen -q -t ed25519 -N '' -f "$SCRATCH/key"
mkdir -p /run/sshd
for i in 1 2 3; do
  ip netns add "$net-$i"
  ip -n "$net-0" link add "to$i" type veth peer name eth0 netns "$net-$i"
  ip -n "$net-0" link set "to$i" master bridge up
  ip -n "$net-$i" link set lo up
  ip -n "$net-$i" link set eth0 up
  ip -n "$net-$i" address add "10.77.0.$i/24" dev eth0
  ip netns exec "$net-$i" sysctl -q -w net.core.somaxconn=4096
  ip netns exec "$net-$i" "$(command -v sshd)" -D -e -f /dev/null -h "$SCRATCH/key" -o "ListenAddress 10.77.0.$i" \
    -o "AuthorizedKeysFile $SCRATCH/key.pub" -o 'StrictModes no' -o 'UsePAM no' -o 'PidFile none' \
    -o 'PermitRootLogin prohibit-password' 2> "$SCRATCH/sshd-$i.log" &
  daemons+=($!)
  await sshd $! 'Server listening' "$SCRATCH/sshd-$i.log" > /dev/null
  echo "10.77.0.$i" >> "$SCRATCH/hosts"
done
ip netns exec "$net-3" sysctl -q -w net.core.somaxconn=128

inside=(ip netns exec "$net-0")
ssh=(ssh -F none -i "$SCRATCH/key" -o BatchMode=yes -o StrictHostKeyChecking=no
  -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o ConnectTimeout=5)
doctor --hosts "$SCRATCH/hosts" --ssh "${ssh[*]}"
[[ $status == [13] ]] || die "doctor by ssh ended with $status: $(tail -n 3 "$SCRATCH/err")"
sed -n 2p "$SCRATCH/out" | grep -q '^10\.77\.0\.3 .*os.somaxconn' ||
  die "the host that differs is not the first: $(head -n 4 "$SCRATCH/out")"
grep -qF 'os.somaxconn: net.core.somaxconn = 128 (10.77.0.3)' "$SCRATCH/out" || die "the wrong setting was not found"
echo "doctor by ssh on 3 hosts: $seconds s"
pass doctor_findsTheHostThatDiffers

echo 10.77.0.9 >> "$SCRATCH/hosts"
doctor --hosts "$SCRATCH/hosts" --ssh "${ssh[*]}" --json
[[ $status == 3 ]] || die "a host that does not answer: status $status"
grep -q '"host" : "10.77.0.9"' "$SCRATCH/out" || die "the host that does not answer is not told"
pass doctor_saysWhichHostDoesNotAnswer

echo "doctor-test.sh: Tests run: $passed"
