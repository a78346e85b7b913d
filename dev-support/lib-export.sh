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

# Sourced by patches.sh: the fork as patches for review, one on the other. Each part's tree is that
# of the part before it, with what export/parts.tsv says.

PARTS=(heartbeats multi-pipeline placement)
PARTS_TSV=$ROOT/dev-support/export/parts.tsv
HDFS=hadoop-hdfs-project YARN=hadoop-yarn-project/hadoop-yarn MAPREDUCE=hadoop-mapreduce-project

# Where Hadoop's source tree has each module, and tests that need more modules than their own.
declare -A UPSTREAM=(
  [hadoop-hdfs-client]=$HDFS/hadoop-hdfs-client
  [hadoop-hdfs]=$HDFS/hadoop-hdfs
  [hadoop-yarn-common]=$YARN/hadoop-yarn-common
  [hadoop-yarn-server-resourcemanager]=$YARN/hadoop-yarn-server/hadoop-yarn-server-resourcemanager
  [hadoop-yarn-client]=$YARN/hadoop-yarn-client
  [hadoop-mapreduce-client-core]=$MAPREDUCE/hadoop-mapreduce-client/hadoop-mapreduce-client-core
  [hadoop-mapreduce-client-app]=$MAPREDUCE/hadoop-mapreduce-client/hadoop-mapreduce-client-app
)
# Its commands use classes of HDFS, which Hadoop's common project cannot.
NOT_SUBMITTED=hadoop-common
CLIENT_TESTS='/(DelaySchedulingIT|FullNodesIT|NodeHeartbeatsIT|RpcCalls|SimulatedCluster|SimulatedMaster|SimulatedNode|SmallCluster)\.java$'

# The poms that the first part changes, and where they are in Hadoop's source tree.
declare -A POMS=(
  [hadoop-project]=hadoop-project
  [hadoop-hdfs-client]=${UPSTREAM[hadoop-hdfs-client]}
  [hadoop-hdfs]=${UPSTREAM[hadoop-hdfs]}
  [hadoop-yarn-common]=${UPSTREAM[hadoop-yarn-common]}
  [hadoop-yarn-server-resourcemanager]=${UPSTREAM[hadoop-yarn-server-resourcemanager]}
  [hadoop-yarn-client]=${UPSTREAM[hadoop-yarn-client]}
  [hadoop-mapreduce-client]=$MAPREDUCE/hadoop-mapreduce-client
)

# The user's pages: part, page in Hadoop's source tree, document, and its sections, or all.
pages() {
  local hdfs=$HDFS/hadoop-hdfs/src/site/markdown
  echo "heartbeats	$YARN/hadoop-yarn-site/src/site/markdown/FastHeartbeats.md	HEARTBEATS	DataNodes|NodeManagers|Application masters of MapReduce|Keys|Metrics"
  echo "multi-pipeline	$hdfs/HdfsMultiPipelineWrites.md	OPERATIONS	Versions side by side|Pipelines of a file|Memory and disk of a client|Memory and threads of a first datanode|Metrics of clients and DataNodes|Logs of a client|What is promised|What is not promised"
  echo "placement	$hdfs/HdfsPlacementBySpeed.md	OPERATIONS	Speeds and placement|Switch it off and on|\`SmarthAdmin\`|Metrics of the NameNode|The NameNode's page"
}

# part_of WHAT TEXT: the part that the table names.
part_of() {
  awk -F'\t' -v what="$1" -v text="$2" \
    '!/^#/ && $2 == what && text ~ $3 { print $1; exit }' "$PARTS_TSV"
}

# hunks_of MODULE:PATH PART...: the hunks of these parts in the patch of that file, with lines
# counted again; nothing if there is none.
hunks_of() {
  local module=${1%%:*} path=${1#*:}
  shift
  awk -F'\t' -v parts="$*" -v module="$module" '
    function decide(   i, n, lines, l) {
      if (hunk == "") return
      n = split(hunk, lines, "\n")
      lines[0] = module
      for (i = 1; i <= rules; i++) for (l = 0; l < n; l++) if (lines[l] ~ expression[i]) {
        if (index(" " parts " ", " " part[i] " ")) print_hunk(lines, n)
        return
      }
    }
    function print_hunk(lines, n,   old, new, header, l) {
      header = lines[1]
      match(header, /^@@ -[0-9]+(,[0-9]+)? \+[0-9]+(,[0-9]+)? @@/)
      split(substr(header, 5, RLENGTH - 7), sides, " ")
      split(sides[1] ",1", old, ","); split(substr(sides[2], 2) ",1", new, ",")
      start = old[1] + moved + (old[2] == 0 ? 1 : 0) - (new[2] == 0 ? 1 : 0)
      if (!any++) print files
      printf "@@ -%s +%d,%d @@%s\n", sides[1], start, new[2], substr(header, RLENGTH + 1)
      for (l = 2; l < n; l++) print lines[l]
      moved += new[2] - old[2]
    }
    FNR == NR { if (!/^#/ && $2 == "hunk") { part[++rules] = $1; expression[rules] = $3 } next }
    FNR <= 2 { files = files (FNR == 1 ? "" : "\n") $0; next }
    /^@@/ { decide(); hunk = "" }
    { hunk = hunk $0 "\n" }
    END { decide() }' "$PARTS_TSV" "$ROOT/$module/$SERIES/patches/$path.patch"
}

# lay_hooked DIR TO PART...: the patched files of a module, with the hooks of these parts alone;
# without a part those files as they are.
lay_hooked() {
  local dir=$1 to=$2/${UPSTREAM[${1##*/}]}/src/main series=$ROOT/$1/$SERIES path place
  shift 2
  verify_sums "$series" "$ROOT/$dir/$TARGET/stock/sources" "$dir" stock
  while read -r path; do
    place=$to/resources
    [[ $path != *.java ]] || place=$to/java
    mkdir -p "$(dirname "$place/$path")"
    cp "$ROOT/$dir/$TARGET/stock/sources/$path" "$place/$path"
    hunks_of "$dir:$path" "$@" > "$SCRATCH/hunks"
    [[ ! -s $SCRATCH/hunks ]] || (cd "$place" &&
      plain_git apply --unidiff-zero --whitespace=nowarn "$SCRATCH/hunks") ||
      die "$dir/$path.patch: the hunks of $* do not apply alone"
  done < <(patch_paths "$series")
}

# with_hadoops_header FILE: with the header of those who have a contributor agreement, as upstream asks.
with_hadoops_header() {
  awk '!done && (at = index($0, "Licensed under the Apache License, Version 2.0 (the \"License\");")) {
      before = substr($0, 1, at - 1); done = 1
      print before "Licensed to the Apache Software Foundation (ASF) under one or more"
      print before "contributor license agreements.  See the NOTICE file distributed with"
      print before "this work for additional information regarding copyright ownership."
      print before "The ASF licenses this file to You under the Apache License, Version 2.0"
      print before "(the \"License\"); you may not use this file except in compliance with"
      print before "the License.  You may obtain a copy of the License at"
      replaced = 2; next
    }
    replaced-- > 0 { next }
    { print }' "$1"
}

# lay_ours TO PART: our classes, messages, pages and tests of a part.
lay_ours() {
  local file module place
  while read -r file; do
    [[ $(part_of file "$file") == "$2" ]] || continue
    module=${file#*/} module=${module%%/*}
    [[ $module != src ]] || module=hadoop-yarn-common
    [[ ! $file =~ $CLIENT_TESTS ]] || module=hadoop-yarn-client
    place=$1/${UPSTREAM[$module]}/src/$(upstream_path "${file#*/src/}")
    mkdir -p "${place%/*}"
    with_hadoops_header "$ROOT/$file" > "$place"
  done < <(cd "$ROOT" && git ls-files 'hadoop-*/*.java' 'hadoop-*/*.proto' 'hadoop-*/src/main/resources/*' |
    grep -E "/src/(main|test)/(java|proto|resources|hadoop-$MAJOR|hadoop-$LINE)/")
}

# upstream_path PATH: below src; what depends on the version lies beside the rest there.
upstream_path() {
  sed -E "s,^(main|test)/hadoop-($MAJOR|$LINE)/,\1/," <<< "$1"
}

# Surefire finds what Hadoop calls TestX. Mockito 1.8.5 has its matchers in another class, and keeps
# what mocks are called with.
as_hadoop_names_tests() {
  local file name other
  while read -r file; do
    name=${file##*/} name=${name%.java} other=Test${name%IT}
    [[ $name == *IT ]] || other=Test${name%Test}
    [[ ! -e ${file%/*}/$other.java ]] || die "$name and another test are $other"
    mv "$file" "${file%/*}/$other.java"
    echo "s/\\b$name\\b/$other/g"
  done < <(find "$1" -path '*/src/test/*' \( -name '*Test.java' -o -name '*IT.java' \)) \
    > "$SCRATCH/names"
  echo 's/org\.mockito\.ArgumentMatchers/org.mockito.Matchers/; s/\.stubOnly()//' >> "$SCRATCH/names"
  find "$1" -path '*/src/test/*.java' -print0 | xargs -0 -r sed -i -f "$SCRATCH/names"
}

# lay_pages TO PART: the sections of our documents that users of a part read. A link that leads out
# of them becomes its text, and a picture goes.
lay_pages() {
  local part page document sections
  while IFS=$'\t' read -r part page document sections; do
    [[ $part == "$2" ]] || continue
    mkdir -p "$1/${page%/*}"
    { basename "$page" .md | sed -E 's/([a-z])([A-Z])/\1 \2/g; s/^/# /'
      awk -v sections="$sections" '
        /^##+ / { level = match($0, /[^#]/) - 1; title = substr($0, level + 2)
          if (!on || level <= began) { on = title ~ "^(" sections ")$"; began = level } }
        on' "$ROOT/docs/$document.md"
    } | sed -E '/^!\[/d; s/\[([^]]*)\]\([^)]*\)/\1/g' > "$1/$page"
  done < <(pages)
}

# find_repository: where Maven keeps what it has downloaded. Its standard output may have colours.
find_repository() {
  (cd "$ROOT" && mvn -q -B help:evaluate -Dexpression=settings.localRepository \
    -Doutput="$SCRATCH/repository") > "$SCRATCH/log" || die "Maven does not say where its repository is"
  REPOSITORY=$(< "$SCRATCH/repository")
}

# stock_pom NAME: from the local repository, fetched first if it is not there.
stock_pom() {
  local pom=$REPOSITORY/org/apache/hadoop/$1/$HADOOP/$1-$HADOOP.pom
  [[ -f $pom ]] || mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:get -Dtransitive=false \
    -Dartifact="org.apache.hadoop:$1:$HADOOP:pom" > "$SCRATCH/log" 2>&1 || true
  cat "$pom" || die "$1-$HADOOP.pom: Maven could not fetch it: $(tail -n 1 "$SCRATCH/log")"
}

# lay_poms TO FIRST: the poms as they are; with FIRST as the first part changes them. Our classes are
# Java 8, and our tests use AssertJ and Awaitility.
lay_poms() {
  local name pom
  for name in "${!POMS[@]}"; do
    pom=$1/${POMS[$name]}/pom.xml
    mkdir -p "${pom%/*}"
    stock_pom "$name" > "$pom"
    [[ -n $2 ]] || continue
    sed -i 's,<javac.version>1.7<,<javac.version>1.8<,' "$pom"
    awk -v managed="$([[ $name != hadoop-project ]] || echo 1)" \
      -v assertj="$(version assertj)" -v awaitility="$(version awaitility)" '
      function library(group, name, version, indent) {
        indent = managed ? "      " : "    "
        print indent "<dependency>"
        print indent "  <groupId>" group "</groupId>"
        print indent "  <artifactId>" name "</artifactId>"
        if (managed) print indent "  <version>" version "</version>"
        else print indent "  <scope>test</scope>"
        print indent "</dependency>"
      }
      { print }
      /<artifactId>mockito-all<\/artifactId>/ && !done { found = 1 }
      found && !done && /<\/dependency>/ {
        library("org.assertj", "assertj-core", assertj)
        library("org.awaitility", "awaitility", awaitility)
        done = 1
      }' "$pom" > "$SCRATCH/pom"
    grep -q awaitility "$SCRATCH/pom" || die "$name-$HADOOP.pom: no place for test libraries"
    cp "$SCRATCH/pom" "$pom"
  done
}

# version LIBRARY: the one that our tests use.
version() {
  sed -n "s,.*<$1.version>\\(.*\\)</.*,\\1,p" "$ROOT/pom.xml"
}

export_fork() {
  local out=${1:-$ROOT/$TARGET/submission} number=0 before part dir status
  local -a taken=()
  need git mvn
  need_stock $(module_dirs)
  find_repository
  mkdir -p "$out"
  out=$(cd "$out" && pwd -P)
  mkdir -p "$SCRATCH/export/ours" "$SCRATCH/export/before"
  cd "$SCRATCH/export"
  for dir in $(module_dirs); do
    [[ ${dir##*/} != "$NOT_SUBMITTED" ]] || continue
    [[ ${UPSTREAM[${dir##*/}]:-} ]] || die "$dir: nobody has said where Hadoop's source tree has it"
    lay_hooked "$dir" before
  done
  lay_poms before ""
  for part in "${PARTS[@]}"; do
    number=$((number + 1))
    taken+=("$part")
    lay_ours ours "$part"
    lay_pages ours "$part"
    rm -rf a b
    mv before a
    mkdir b
    cp -R ours/. b
    as_hadoop_names_tests b
    for dir in $(module_dirs); do
      [[ ${dir##*/} != "$NOT_SUBMITTED" ]] || continue
      lay_hooked "$dir" b "${taken[@]}"
    done
    lay_poms b 1
    status=0
    plain_git diff --no-index --no-color --no-ext-diff --text --no-prefix a b \
      > "$out/000$number-$part.patch" || status=$?
    [[ $status == 1 ]] || die "$part: git diff failed"
    # Of a file that is new git has one name only.
    sed -i 's,^diff --git b/,diff --git a/,' "$out/000$number-$part.patch"
    echo "$out/000$number-$part.patch: $(grep -c '^diff ' "$out/000$number-$part.patch") files"
    mv b before
  done
}
