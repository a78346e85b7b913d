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

# Sourced, after lib.sh, by the scripts that run the benchmarks' commands.

JAVA_OPTIONS=()
STATE=$ROOT/$TARGET/try
. "$ROOT/dev-support/lib-build.sh"
. "$ROOT/dev-support/lib-jars.sh"

driver() {
  "${DRIVER[@]}" "$@"
}

# Of each release its jars of HDFS, and all that they need.
RELEASES=$ROOT/target/releases

# stock_release VERSION: as its own release had them, from Maven.
stock_release() {
  local jars=$RELEASES/hadoop-$1
  [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "\"$1\" is no version such as 3.4.2"
  [[ -d $jars ]] && return
  jars "$jars" "$(for artifact in hadoop-common hadoop-hdfs hadoop-hdfs-client; do
    dependency org.apache.hadoop "$artifact" "$1"
  done)"
}

# smarth_release VERSION: the drop-in jars for it, besides stock's.
smarth_release() {
  local DIST=$ROOT/target/hadoop-$1/dist/share/hadoop
  stock_release "$1"
  if dist_is_old; then
    mkdir -p "$STATE"
    build_dist --hadoop "$1"
  fi
}

# values_of OPTION ARGUMENT...: one a line, of each "OPTION VALUE" and "OPTION=VALUE".
values_of() {
  local option=$1
  shift
  while [[ $# -gt 0 ]]; do
    case $1 in
      "$option") [[ $# == 1 ]] || echo "$2" ;;
      "$option"=*) echo "${1#*=}" ;;
    esac
    shift
  done
}

# run_driver MAIN DIST ARGUMENT...: in place of this shell, with JAVA_OPTIONS; DIST says whether it
# needs the drop-in jars.
run_driver() {
  local main=$1 dist=$2
  shift 2
  mkdir -p "$STATE"
  DRIVER=("$JAVA_HOME/bin/java" -Xmx256m "-Djava.io.tmpdir=${TMPDIR:-/tmp}" "${JAVA_OPTIONS[@]}")
  exec 9> "$STATE/lock"
  command -v flock > /dev/null && flock 9
  build_module benchmarks
  DRIVER+=(-cp "$(< "$CLASS_PATH")" "$main" --class-path-file "$CLASS_PATH" --dist "$DIST")
  if $dist && dist_is_old; then
    # What is wrong with the arguments is said before the build, not minutes later.
    driver --check "$@"
    build_dist
  fi
  # The run itself needs no lock, and the signals of the terminal are the driver's.
  exec 9>&- "${DRIVER[@]}" "$@"
}

# run_driver_on_jars MAIN ARGUMENT...: the same with the drop-in jars, unless others are named.
run_driver_on_jars() {
  local main=$1 dist=true argument
  shift
  for argument in "$@"; do
    case $argument in
      --jars | --jars=* | --help | -h) dist=false ;;
    esac
  done
  run_driver "$main" "$dist" "$@"
}
