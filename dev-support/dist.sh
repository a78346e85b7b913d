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

# Builds the drop-in jars, with the names and places that they have in a Hadoop distribution, in dist
# of the build directory; and there an archive of them with install.sh, monitoring and the documents. Their checks and tests
# are test.sh's.

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[[ $# == 0 ]] || die "takes no arguments; builds $TARGET/dist"
need_jdk17
need mvn git

cd "$ROOT"
TOOLS=hadoop-smarth-tools
build=$(working_digest)
mvn -q -B "${MAVEN_HADOOP[@]}" -Dmaven.test.skip=true -Dsmarth.build="$build" \
  -pl "$(IFS=, && echo "${DROP_INS[*]#*:}"),$TOOLS" package >&2 ||
  die "the build failed; Maven's lines above say why"

dist=$TARGET/dist
rm -rf "$dist"
for module in "${DROP_INS[@]}"; do
  directory=$dist/share/hadoop/${module%%:*} module=${module#*:}
  mkdir -p "$directory"
  cp "$module/$TARGET/${module##*/}-$HADOOP.jar" "$directory"
done
mkdir -p "$dist/share/hadoop/tools"
cp "$TOOLS/$TARGET/hadoop-smarth-tools.jar" "$dist/share/hadoop/tools"
cp LICENSE NOTICE "$dist"

# The same bytes from the same sources: names in order, and nothing of the time and the machine.
name=hadoop-$HADOOP-smarth
archive=$name.tar.gz
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/$name"
cp -r "$dist/share" LICENSE NOTICE monitoring dev-support/dist/*.sh "$scratch/$name"
# The same in each jar's manifest, for scripts.
echo "$build" > "$scratch/$name/BUILD"
# Documents lie where their links to each other lead.
git ls-files -z '*.md' benchmarks/examples docs/images docs/results.tsv conformance/exceptions.tsv \
  conformance/left-out.tsv | xargs -0 cp --parents -t "$scratch/$name"
(cd "$scratch/$name" && find . -type f ! -name SHA512SUMS -print0 | sort -z | xargs -0 sha512sum > SHA512SUMS)
tar --sort=name --mtime="$(sed -n 's/.*<project.build.outputTimestamp>\(.*\)<.*/\1/p' pom.xml)" --owner=0 --group=0 \
  --numeric-owner --mode=u=rwX,go=rX --format=ustar -C "$scratch" -cf - "$name" | gzip -n9 > "$dist/$archive"
(cd "$dist" && sha512sum "$archive" > "$archive.sha512")
(cd "$TARGET" && find dist -name '*.jar' -o -name '*.tar.gz*' | sort)
