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

# benchmarks/run.sh with bad input, interrupted and killed: one line that says what is wrong, a
# status that is not 0, nothing left but the results of finished runs, which the same command keeps
# when it goes on. (What the options may be is tested in BenchCommandTest, a whole run in BenchIT.)

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"

need_jdk17
export TMPDIR=$SCRATCH/tmp
mkdir "$TMPDIR" "$SCRATCH/jars"
SCRIPT=$ROOT/benchmarks/run.sh
. "$ROOT/dev-support/test/lib-driver.sh"

# Built before, so that its progress is not in the way.
"$SCRIPT" --help > "$SCRATCH/help" 2> "$SCRATCH/err" || die "--help failed: $(< "$SCRATCH/err")"
grep -q -- '--contenders=NAME' "$SCRATCH/help" || die "--help does not name --contenders"
pass helpNamesTheOptions

"$SCRIPT" list > "$SCRATCH/list"
grep -q '^fig7 ' "$SCRATCH/list" || die "list does not name fig7"
pass listNamesTheScenarios

# Stock jars in the place of drop-in jars: no need to build these.
IFS=: read -r -a entries < "$ROOT/$TARGET/try/class-path"
for entry in "${entries[@]}"; do
  case ${entry##*/} in
    hadoop-hdfs-2.10.2.jar | hadoop-hdfs-client-2.10.2.jar) cp "$entry" "$SCRATCH/jars" ;;
  esac
done
run=(fig7 --jars "$SCRATCH/jars" --results "$SCRATCH/results")

finished() {
  ls "$SCRATCH/results/runs" 2> /dev/null | wc -l
}

fails aScenarioThatDoesNotExist "'fig4' is no scenario" fig4
fails noPairs "--pairs: 0 is not from 1" "${run[@]}" --pairs 0
fails aDiskTooSmall "are needed" "${run[@]}" --embedded --size 1024G

interrupted ctrlCWhileTheFirstRunUploads INT 'stock.*uploading' "${run[@]}" --quick --embedded
[[ $(finished) == 0 ]] || die "ctrlCWhileTheFirstRunUploads: a run that was interrupted is kept"
interrupted terminatedInTheSecondRun TERM 'smarth.*uploading' "${run[@]}" --quick --embedded
[[ $(finished) == 1 ]] || die "terminatedInTheSecondRun: $(finished) results are kept instead of 1"

"$SCRIPT" "${run[@]}" --quick --embedded > "$SCRATCH/out" 2> "$SCRATCH/err" & pid=$!
wait "$pid" || die "goesOnWhereItWasInterrupted: failed: $(< "$SCRATCH/err")"
grep -q '^1 of 2 runs have been made before' "$SCRATCH/out" && [[ $(finished) == 2 ]] ||
  die "goesOnWhereItWasInterrupted: got: $(< "$SCRATCH/out")"
[[ -s $SCRATCH/results/fig7/index.html ]] || die "goesOnWhereItWasInterrupted: no report"
nothing_left goesOnWhereItWasInterrupted
pass goesOnWhereItWasInterrupted

if [[ $(id -u) == 0 ]] && ip netns list > /dev/null 2>&1; then
  interrupted terminatedWhileSeparateJvmsStart TERM 'starting the cluster' "${run[@]}" --quick
  started 'measuring the links' "${run[@]}" --quick
  kill -KILL "$pid"
  wait "$pid" 2> /dev/null || true
  killed=$pid
  [[ -n $(ls -A "$TMPDIR") ]] || die "leftoversOfAKilledRun: left nothing to clean up"
  fails leftoversOfAKilledRun "are needed" "${run[@]}" --size 1024G
  pid=$killed
  nothing_left leftoversOfAKilledRun
else
  skip terminatedWhileSeparateJvmsStart "needs root and network namespaces"
fi

echo "run-test.sh: $passed passed, $skipped skipped"
