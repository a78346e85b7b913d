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

# Of the drop-in hadoop-client-api of Hadoop 3: it differs from stock's where our jars differ from theirs, and nowhere
# else. After dist.sh: client-api.sh --hadoop 3.4.2

set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"

cd "$ROOT"
api=hadoop-hdfs-smarth/hadoop-client-api/$TARGET
[[ -d $api/classes ]] || die "$api/classes is not there: run dev-support/dist.sh --hadoop $HADOOP first"

# differing MODULE-TARGET: what is another file than stock's, or one more.
differing() {
  (cd "$1/classes" && find . -type f ! -path './META-INF/*' | while IFS= read -r file; do
    cmp -s "$file" "../stock/classes/$file" || echo "$file"
  done)
}

for module in hadoop-hdfs-smarth/hadoop-{common,hdfs-client} hadoop-yarn-fastheartbeat/hadoop-{yarn-common,mapreduce-client-core}; do
  differing "$module/$TARGET"
done | sort > "$SCRATCH/ours"
differing "$api" | sort > "$SCRATCH/api"
[[ $(wc -l < "$SCRATCH/api") -gt 100 ]] || die "only $(wc -l < "$SCRATCH/api") files of $api differ from stock's"
diff "$SCRATCH/ours" "$SCRATCH/api" > "$SCRATCH/diff" ||
  die "of the jars (<) and of hadoop-client-api (>) this differs alone: $(grep '^[<>]' "$SCRATCH/diff" | head -n 5 | xargs)"
pass "clientApi_differsWhereTheJarsDo"

(cd "$api/stock/classes" && find . -type f) | while IFS= read -r file; do
  [[ -f $api/classes/$file ]] || echo "$file"
done > "$SCRATCH/gone"
[[ ! -s $SCRATCH/gone ]] || die "hadoop-client-api lacks $(head -n 1 "$SCRATCH/gone")"
pass "clientApi_lacksNothingOfStocks"

# The relocation rewrites constants, too, that look like names of packages.
need_jdk17
while IFS= read -r file; do
  [[ $file != *.class || -f $api/stock/classes/$file ]] || echo "$api/classes/$file"
done < "$SCRATCH/api" > "$SCRATCH/classes"
xargs "$JAVA_HOME/bin/javap" -v -p < "$SCRATCH/classes" 2> /dev/null |
  grep -E '= String .*org[./]apache[./]hadoop[./]shaded' > "$SCRATCH/constants" || true
[[ ! -s $SCRATCH/constants ]] || die "constants of ours were relocated: $(head -n 3 "$SCRATCH/constants")"
pass "clientApi_hasOurConstantsAsTheyAre"

# What this jar lacks hadoop-client-runtime has, which stays stock's. It has it if stock's jar needs it, too.
missing() {
  "$JAVA_HOME/bin/jdeps" --multi-release base --missing-deps "$1" |
    awk '$2 == "->" { sub(/\$.*/, "", $3); print $3 }' | sort -u
}
missing "$api/classes" > "$SCRATCH/missing"
missing "$api/stock/classes" > "$SCRATCH/missing-of-stock"
[[ $(wc -l < "$SCRATCH/missing") -gt 100 ]] || die "jdeps finds only $(wc -l < "$SCRATCH/missing") classes that are missing"
needed=$(comm -23 "$SCRATCH/missing" "$SCRATCH/missing-of-stock")
[[ -z $needed ]] || die "hadoop-client-api needs what stock's does not: $(head -n 3 <<< "$needed" | xargs)"
pass "clientApi_needsOfOtherJarsWhatStocksNeeds"

echo "client-api.sh: Tests run: $passed"
