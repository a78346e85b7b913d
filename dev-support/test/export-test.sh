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

# The patches for review, on the sources that Hadoop published: each applies with a plain git apply,
# compiles in a Maven build with Hadoop's own poms, tests included, and some of its tests pass there.
# In the end the sources are those of the drop-in jars.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/lib-scratch.sh"
need_jdk17
need mvn git

cd "$ROOT"
dev-support/patches.sh export "$SCRATCH/submission" > "$SCRATCH/log"
. dev-support/lib-export.sh
find_repository
TREE=$SCRATCH/tree

# What else a build needs: the parents of the modules.
declare -A PARENTS=([hadoop-main]=. [hadoop-project-dist]=hadoop-project-dist [hadoop-yarn]=$YARN
  [hadoop-yarn-server]=$YARN/hadoop-yarn-server)

lay_pom() {
  mkdir -p "$TREE/$2"
  stock_pom "$1" > "$TREE/$2/pom.xml"
}
for name in "${!POMS[@]}"; do
  lay_pom "$name" "${POMS[$name]}"
done
for name in "${!PARENTS[@]}"; do
  lay_pom "$name" "${PARENTS[$name]}"
done
for name in hadoop-mapreduce-client-core hadoop-mapreduce-client-app; do
  lay_pom "$name" "${UPSTREAM[$name]}"
done

# The released sources and tests, where the source tree has them.
for dir in "${DROP_INS[@]#*:}"; do
  [[ ${dir##*/} != "$NOT_SUBMITTED" ]] || continue
  main=$TREE/${UPSTREAM[${dir##*/}]}/src/main
  mkdir -p "$main/java" "$main/resources"
  (cd "$dir/$TARGET/stock/sources" &&
    find . -name '*.java' -exec cp --parents {} "$main/java" \; &&
    find . -type f ! -name '*.java' ! -name 'MANIFEST.MF' -exec cp --parents {} "$main/resources" \;)
done
# unpack MODULE CLASSIFIER INCLUDES EXCLUDES DIRECTORY: files of a published jar, to a directory of
# the module.
unpack() {
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:unpack \
    -Dartifact="org.apache.hadoop:$1:$HADOOP:jar:$2" -Dmdep.unpack.includes="$3" \
    -Dmdep.unpack.excludes="$4" -DoutputDirectory="$TREE/${UPSTREAM[$1]}/$5" > "$SCRATCH/log" 2>&1 ||
    die "cannot unpack $2 of $1: $(tail -n 3 "$SCRATCH/log")"
}
for module in hadoop-hdfs-client hadoop-hdfs; do
  # The one that is left out needs classes of JDK 8.
  unpack $module test-sources '**/*.java' '**/TestDFSClientFailover.java' src/test/java
  unpack $module test-sources '**' '**/*.java,META-INF/**' src/test/resources
done
# A module that only tests are added to.
unpack hadoop-yarn-client sources '**/*.java' '' src/main/java
# The build makes the pages' web.xml from one that was not published.
unpack hadoop-hdfs tests 'webapps/**' '' src/main
webapps=$TREE/${UPSTREAM[hadoop-hdfs]}/src/main/webapps
cp "$webapps/hdfs/WEB-INF/web.xml" "$webapps/proto-web.xml"

{ echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
  echo '<groupId>reactor</groupId><artifactId>reactor</artifactId><version>1</version>'
  echo '<packaging>pom</packaging><modules>'
  for place in "${UPSTREAM[@]}"; do
    echo "<module>$place</module>"
  done
  echo '</modules></project>'
} > "$TREE/reactor.xml"

# The build of YARN wants a protoc, which the build of our messages has fetched, and directories of
# messages, which were not published; their classes are among the sources.
for place in hadoop-common-project/hadoop-common "$YARN"/hadoop-yarn-{api,client,common} \
    "$YARN"/hadoop-yarn-server/hadoop-yarn-server-{common,resourcemanager}; do
  mkdir -p "$TREE/$place"/src/{main,test}/proto
done
install -m 755 "$REPOSITORY/com/google/protobuf/protoc/2.5.0/protoc-2.5.0-linux-x86_64.exe" "$SCRATCH/protoc"
export HADOOP_PROTOC_PATH=$SCRATCH/protoc
OPENS=$(sed -n '/<hadoop.jvm.opens>/,/<\/hadoop/s/^ *\(--add-.*\)/\1/p' pom.xml | tr '\n' ' ')
# build MODULES ARGUMENT...: these modules, and those before them.
build() {
  local modules=$1
  shift
  mvn -B -f "$TREE/reactor.xml" -pl "$modules" -am -Denforcer.skip \
    -Dmaven-surefire-plugin.argLine="-Xmx1g -Djava.io.tmpdir=$SCRATCH $OPENS" "$@" > "$SCRATCH/log" 2>&1 ||
    die "$*: $(grep -m 3 -E 'ERROR|FAIL' "$SCRATCH/log")"
}

# Of each part the modules that it changes, and two classes of its tests.
declare -A MODULES=(
  [heartbeats]=:hadoop-hdfs,:hadoop-yarn-client,:hadoop-mapreduce-client-app
  [multi-pipeline]=:hadoop-hdfs
  [placement]=:hadoop-hdfs
)
declare -A TESTS=(
  [heartbeats]=TestHeartbeatPeriod,TestNodePeriods
  [multi-pipeline]=TestPipelineSet,TestFirstNodeAck
  [placement]=TestRanking,TestSpeedPlacement
)
number=0
for part in "${PARTS[@]}"; do
  number=$((number + 1)) patch=$SCRATCH/submission/000$number-$part.patch
  (cd "$TREE" && git apply --whitespace=nowarn "$patch") || die "${patch##*/} does not apply"
  pass "applies_$part"
  build "${MODULES[$part]}" test -DfailIfNoTests=false -Dtest="${TESTS[$part]}"
  for test in ${TESTS[$part]//,/ }; do
    find "$TREE" -path "*/surefire-reports/*.$test.txt" > "$SCRATCH/reports"
    [[ -s $SCRATCH/reports ]] && ! xargs grep -LE 'Tests run: [1-9][0-9]*, Failures: 0, Errors: 0' \
      < "$SCRATCH/reports" | grep -q . || die "$test was not run, or failed"
    pass "buildsAndPasses_$test"
  done
done

for dir in "${DROP_INS[@]#*:}"; do
  [[ ${dir##*/} != "$NOT_SUBMITTED" ]] || continue
  main=$TREE/${UPSTREAM[${dir##*/}]}/src/main
  while read -r line; do
    sum=${line%% *} path=${line#*  } file=$main/resources/${line#*  }
    [[ $path != *.java ]] || file=$main/java/$path
    [[ $(sha256sum < "$file") == "$sum  -" ]] || die "$dir/$path is not the patched file"
  done < "$dir/src/main/hadoop-$LINE/patched.sha256"
  while read -r file; do
    [[ $(part_of file "$file") == none ]] ||
      cmp <(with_hadoops_header "$file") "$main/$(upstream_path "${file#"$dir/src/"}" | cut -d / -f 2-)" ||
      die "$dir: a class of ours differs"
  done < <(git ls-files "$dir/src/main/java" "$dir/src/main/hadoop-$MAJOR/java" "$dir/src/main/hadoop-$LINE/java")
  pass "isWhatIsBuilt_${dir##*/}"
done

echo "export-test.sh: Tests run: $passed"
