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

# Runs Hadoop's own tests with SMARTH and compares with stock Hadoop, method by method. Builds what
# is not built; all else is done by org.smarth.hadoop.conformance.ConformanceCommand (--help lists
# options).
#   dev-support/conformance.sh [--subset ci] [--stock-too | --record-stock] [CLASS...]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

STATE=$ROOT/$TARGET/conformance
. "$ROOT/dev-support/lib-build.sh"

# Without the drop-in jars: help, and stock Hadoop alone.
dist=true
for argument in "$@"; do
  case $argument in
    --record-stock | --help | -h) dist=false ;;
  esac
done

[[ $ROOT != *[[:space:]]* ]] ||
  die "Hadoop's test clusters do not start below a path with a blank ($ROOT): move the checkout"
need_jdk17
mkdir -p "$STATE"
# Two runs would delete each other's directories; the JVM inherits the lock.
exec 9> "$STATE/lock"
if command -v flock > /dev/null; then
  flock -n 9 || die "another run in this checkout is going on"
fi
build_module conformance
if $dist && dist_is_old; then
  build_dist
fi
exec "$JAVA_HOME/bin/java" -Xmx256m "-Djava.io.tmpdir=${TMPDIR:-/tmp}" -cp "$(< "$CLASS_PATH")" \
  org.smarth.hadoop.conformance.ConformanceCommand --class-path-file "$CLASS_PATH" \
  --dist "$DIST" --test-data "$ROOT/conformance/$TARGET/test-data" --lists "$ROOT/conformance" \
  --work-dir "$STATE" "$@"
