#!/usr/bin/env bash
#
# Licensed to the Apache Software Foundation (ASF) under one or more
# contributor license agreements.  See the NOTICE file distributed with
# this work for additional information regarding copyright ownership.
# The ASF licenses this file to You under the Apache License, Version 2.0
# (the "License"); you may not use this file except in compliance with
# the License.  You may obtain a copy of the License at
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

# The test of the exported patches works in a directory of its own, on sources that dist-test.sh has
# unpacked: it runs beside the other scripts. It is a process group, so that all of it can be ended.
begin_export_test() {
  export_log=$(mktemp)
  set -m
  dev-support/test/export-test.sh > "$export_log" 2>&1 < /dev/null &
  export_job=$!
  set +m
  trap 'kill -- "-$export_job"; rm -f "$export_log"; exit 130' INT TERM
}
export_test_result() {
  local status=0
  wait "$export_job" || status=$?
  trap 'exit 130' INT TERM
  cat "$export_log"
  rm -f "$export_log"
  return "$status"
}

step dev-support/patches.sh check
step dev-support/test/dist-test.sh
begin_export_test
for script in dev-support/test/*-test.sh; do
  [[ ${script##*/} == @(dist|export)-test.sh ]] || step "$script"
done
step export_test_result
step mvn -B -ntp --fail-at-end verify
step dev-support/tests-run.sh
step dev-support/conformance.sh --subset ci --jobs 2

[[ ${#failed[@]} == 0 ]] || die "failed: $(printf '%s; ' "${failed[@]}")see above"
echo "test.sh: all passed in $((SECONDS / 60)) min $((SECONDS % 60)) s"
