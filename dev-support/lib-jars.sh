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

# Sourced, after lib.sh, by the scripts that run programs with jars of Maven's that no module depends on.

# version_of NAME: of the property NAME.version of the benchmarks.
version_of() {
  sed -n "s|.*<$1\.version>\(.*\)</$1\.version>.*|\1|p" "$ROOT/benchmarks/pom.xml"
}

# dependency GROUP ARTIFACT VERSION [EXCLUDED GROUP...]
dependency() {
  local group excluded=
  for group in "${@:4}"; do
    excluded+="<exclusion><groupId>$group</groupId><artifactId>*</artifactId></exclusion>"
  done
  echo "<dependency><groupId>$1</groupId><artifactId>$2</artifactId><version>$3</version>"
  echo "<exclusions>$excluded</exclusions></dependency>"
}

# jars DIRECTORY DEPENDENCIES: of these and all that they need; the directory is there when all are.
jars() {
  need mvn
  rm -rf "$1.new"
  mkdir -p "$(dirname "$1")"
  cat > "$1.pom.xml" <<XML
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.smarth.hadoop</groupId>
  <artifactId>jars</artifactId>
  <version>1</version>
  <dependencies>$2</dependencies>
</project>
XML
  mvn -B -q -f "$1.pom.xml" dependency:copy-dependencies -DincludeTypes=jar -DincludeScope=runtime \
    "-DoutputDirectory=$1.new" >&2 || die "Maven cannot get the jars of ${1#"$ROOT/"}; its lines above say why"
  rm -rf "$1" "$1.pom.xml"
  mv "$1.new" "$1"
}
