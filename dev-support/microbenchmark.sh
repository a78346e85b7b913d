#!/usr/bin/env bash
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

# What small parts cost, measured by JMH. Builds first. No build or test runs it.
#   dev-support/microbenchmark.sh PlacementBenchmark -p clients=10 -p excluded=0
#     the choice of a new block's datanodes, stock's and ours
#   dev-support/microbenchmark.sh ForwardBenchmark
#     sending packets that were read back from disk
# The first argument is part of a benchmark's name, the others are JMH's (-h lists them).
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

STATE=$ROOT/$TARGET/microbenchmark
. "$ROOT/dev-support/lib-build.sh"

[[ $# -gt 0 ]] || die "name a benchmark: PlacementBenchmark or ForwardBenchmark"
need_jdk17
need mvn
mkdir -p "$STATE"
echo "${0##*/}: building" >&2
quietly mvn -B "${MAVEN_HADOOP[@]}" -f "$ROOT/pom.xml" -pl hadoop-hdfs-smarth/hadoop-hdfs -am test-compile \
  dependency:build-classpath -Dmdep.includeScope=test -Dmdep.outputFile="$STATE/dependencies"
MODULE=$ROOT/hadoop-hdfs-smarth/hadoop-hdfs/$TARGET
exec "$JAVA_HOME/bin/java" -cp "$MODULE/test-classes:$MODULE/classes:$(< "$STATE/dependencies")" \
  org.openjdk.jmh.Main -jvmArgsAppend \
  "--add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED" "$@"
