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

# Sourced after lib-scratch.sh by the tests of scripts that run the benchmarks' driver. They set
# SCRIPT, its path, and TMPDIR, a directory of their own below SCRATCH in which runs keep their data.

skipped=0

skip() {
  skipped=$((skipped + 1))
  echo "skipped: $1: $2"
}

# nothing_left NAME: no directory of the run, no namespace and no process of this test's runs.
nothing_left() {
  [[ -z $(ls -A "$TMPDIR") ]] || die "$1: left in $TMPDIR: $(ls -A "$TMPDIR")"
  # Every JVM of a run has the run's directory, which is below ours, on its command line.
  if pgrep -f "$SCRATCH/[t]mp/smarth-try" > "$SCRATCH/pids"; then
    die "$1: left running: $(tr '\n' ' ' < "$SCRATCH/pids")"
  fi
  [[ -z $(ls /run/netns 2> /dev/null | grep "^smarth-try-$pid-") ]] || die "$1: left namespaces"
}

# The driver replaces the shell: the id of the one is that of the other.
pid=none

# fails NAME REASON ARGUMENT...: ends with a status that is not 0 and one line with REASON in it,
# after lines of progress at most.
fails() {
  local name=$1 reason=$2 lines
  shift 2
  "$SCRIPT" "$@" > "$SCRATCH/out" 2> "$SCRATCH/err" & pid=$!
  ! wait "$pid" || die "$name: did not fail"
  lines=$(grep -c "^${SCRIPT##*/}: " "$SCRATCH/err" || true)
  [[ $lines == 1 && $(tail -n 1 "$SCRATCH/err") == "${SCRIPT##*/}: "*"$reason"* ]] ||
    die "$name: expected one line with '$reason', got: $(< "$SCRATCH/err")"
  [[ ! -s $SCRATCH/out ]] || die "$name: printed $(head -n 1 "$SCRATCH/out")"
  nothing_left "$name"
  pass "$name"
}

# started PATTERN ARGUMENT...: runs in the background, and a line of its progress fits by now.
started() {
  local pattern=$1 i
  shift
  # What the run before wrote must not be taken for this one's, whose redirection may be late.
  : > "$SCRATCH/err"
  # A job of a script ignores Ctrl-C unless told otherwise.
  env --default-signal=INT,TERM "$SCRIPT" "$@" > "$SCRATCH/out" 2> "$SCRATCH/err" & pid=$!
  for ((i = 0; i < 1200; i++)); do
    ! grep -q "$pattern" "$SCRATCH/err" || return 0
    kill -0 "$pid" || die "ended early: $(< "$SCRATCH/err")"
    sleep 0.1
  done
  die "no '$pattern' in 120 s: $(< "$SCRATCH/err")"
}

# interrupted NAME SIGNAL PATTERN ARGUMENT...: gets the signal when a line of progress fits.
interrupted() {
  local name=$1 signal=$2 status=0
  shift 2
  started "$@"
  kill "-$signal" "$pid"
  wait "$pid" || status=$?
  [[ $status == "$((128 + $(kill -l "$signal")))" ]] || die "$name: ended with status $status"
  grep -q "^${SCRIPT##*/}: interrupted; " "$SCRATCH/err" || die "$name: got: $(< "$SCRATCH/err")"
  [[ $(grep -c "^${SCRIPT##*/}: " "$SCRATCH/err") == 1 ]] || die "$name: got: $(< "$SCRATCH/err")"
  nothing_left "$name"
  pass "$name"
}
