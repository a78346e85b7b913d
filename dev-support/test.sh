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

# All tests: the patches, the scripts, and "mvn verify" (unit and cluster tests, Checkstyle, import
# control, SpotBugs, javac's warnings). Goes on after a failure; the last line says what failed.

set -euo pipefail
shopt -s nullglob
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[[ $LINE == 2.10 ]] || die "--hadoop: it tests both lines itself"
[[ $# == 0 ]] || die "takes no arguments; for one test: mvn -pl MODULE -am test -Dtest=CLASS"
[[ $ROOT != *[[:space:]]* ]] ||
  die "Hadoop's test clusters do not start below a path with a blank ($ROOT): move the checkout"
need_jdk17
need mvn git
# Root can have clusters in network namespaces; and what is missing can be installed.
[[ $(id -u) != 0 ]] || need ip krb5kdc kadmin.local chromium chromedriver sshd

cd "$ROOT"
# Maven ends normally on Ctrl-C, and the next step would begin.
trap 'exit 130' INT
failed=()
step() {
  local begun=$SECONDS
  echo "== $*"
  "$@" || failed+=("${*#dev-support/}")
  echo "== took $((SECONDS - begun)) s: $*"
}

# Each script takes one core, so these run beside the others. They are a process group, so that all
# of it can be ended.
BESIDE=(install patches)
begin_beside() {
  beside_log=$(mktemp)
  set -m
  {
    status=0
    for script in "${BESIDE[@]/%/-test.sh}"; do
      begun=$SECONDS
      "dev-support/test/$script" || status=$?
      echo "== took $((SECONDS - begun)) s: $script"
    done
    exit "$status"
  } > "$beside_log" 2>&1 < /dev/null &
  beside_job=$!
  set +m
  trap 'kill -- "-$beside_job"; rm -f "$beside_log"; exit 130' INT TERM
}
tests_beside() {
  local status=0
  wait "$beside_job" || status=$?
  trap 'exit 130' INT TERM
  cat "$beside_log"
  rm -f "$beside_log"
  return "$status"
}

# The release of another line that is tested; of the others there are a build and an upload.
SECOND=3.4.2
OTHERS=(3.4.1 3.4.3 3.5.0)
step dev-support/patches.sh check
for release in "$SECOND" "${OTHERS[@]}"; do
  step dev-support/patches.sh check --hadoop "$release"
done
# What all scripts use is built once, before: the jars, stock's sources, the benchmarks.
step dev-support/test/dist-test.sh
step benchmarks/run.sh list
begin_beside
for script in dev-support/test/*-test.sh; do
  name=${script##*/} name=${name%-test.sh}
  [[ " dist ${BESIDE[*]} " == *" $name "* ]] || step "$script"
done
step tests_beside
# What an earlier run reports is no test of this one.
rm -rf */target/hadoop-*/*-reports */*/target/hadoop-*/*-reports
step mvn -B -ntp "${MAVEN_HADOOP[@]}" --fail-at-end verify
step dev-support/tests-run.sh
step mvn -B -ntp "-Dhadoop.version=$SECOND" "-Dhadoop.line=${SECOND%.*}" --fail-at-end verify \
  -pl "$(IFS=, && echo "${DROP_INS[*]#*:}"),hadoop-smarth-tools"
step dev-support/tests-run.sh --hadoop "$SECOND"
# It builds the jars, too.
for release in "$SECOND" "${OTHERS[@]}"; do
  step dev-support/try.sh --hadoop "$release" --size 64M
done
step dev-support/test/client-api.sh --hadoop "$SECOND"
step dev-support/conformance.sh --subset ci --jobs 3

[[ ${#failed[@]} == 0 ]] || die "failed: $(printf '%s; ' "${failed[@]}")see above"
echo "test.sh: all passed in $((SECONDS / 60)) min $((SECONDS % 60)) s"
