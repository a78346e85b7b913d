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

# Installs the drop-in jars beside this script into a home of the Hadoop that they are for, and takes them back.
#
# All files change at one moment, whenever this script is killed:
#   1. Originals and replacements are collected in HOME/.smarth. The home is as it was.
#   2. Each jar becomes a link to HOME/.smarth/current/..., which still leads to its original.
#   3. `current` is renamed to lead to the replacements. This is the moment.
#   4. Each link becomes the file that it leads to.
# A file is replaced by a rename, so JVMs that run keep the jars that they have open.

set -euo pipefail
export LC_ALL=C
umask 022

bundle=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
# Of Hadoop, as its jars have it in their names.
VERSION=$(cd "$bundle/share/hadoop/hdfs" 2> /dev/null && for jar in hadoop-hdfs-[0-9]*.jar; do
  jar=${jar#hadoop-hdfs-}
  echo "${jar%.jar}"
done) || true
ROLES=(namenode datanode client resourcemanager nodemanager)

usage() {
  cat <<TEXT
Usage: install.sh HADOOP_HOME [--also DIR]... [--role ROLE,...]
                  [--dry-run | --status | --rollback]

Replaces the jars of Hadoop $VERSION below HADOOP_HOME by those beside this script: every copy of
each, also inside of archives of the MapReduce framework (.tar.gz, .tgz, .zip). Where links below
HADOOP_HOME lead out of it, as in packages of distributions, what they lead to is replaced, too.

  --also DIR       another directory that holds such jars, such as /usr/lib/hadoop-yarn
  --role ROLE,...  what this home is used for, of: namenode, datanode, client, resourcemanager,
                   nodemanager. Roles add up if the script runs again. Default: all.
  --dry-run        say what would be replaced, and change nothing
  --status         say what is installed; the exit status is 0 if all is, 3 if nothing is, and
                   4 if an installation is incomplete or its files were changed
  --rollback       put every original back, byte for byte
  --help           print this

Running it again is safe, also after it was killed. Originals stay in HADOOP_HOME/.smarth.
Restart the daemons afterwards.
TEXT
}

die() {
  echo "install.sh: $*" >&2
  exit 1
}

say() {
  echo "$*"
}

# jars_of ROLE: the jars that a process of this role has.
jars_of() {
  case $1 in
    namenode | datanode) echo hadoop-hdfs hadoop-hdfs-client ;;
    # Jobs submit their settings and, without a framework archive, run with a node's jars.
    client)
      echo hadoop-common hadoop-hdfs hadoop-hdfs-client hadoop-yarn-common hadoop-mapreduce-client-core
      # What other programs write with; Hadoop 2 has none.
      [[ $VERSION == 2.* ]] || echo hadoop-client-api
      ;;
    resourcemanager)
      echo hadoop-hdfs hadoop-hdfs-client hadoop-yarn-common hadoop-yarn-server-resourcemanager
      ;;
    nodemanager)
      echo hadoop-hdfs hadoop-hdfs-client hadoop-yarn-common hadoop-mapreduce-client-core \
        hadoop-mapreduce-client-app
      ;;
    *) die "--role: '$1' is none of ${ROLES[*]}" ;;
  esac
}

sum() {
  sha512sum < "$1" | cut -d ' ' -f 1
}

# ---- what is asked for ----

home='' action=install roles='' also=()
set_action() {
  [[ $action == install ]] || die "--$action contradicts --$1; leave one out"
  action=$1
}
while (($#)); do
  case $1 in
    --role | --role=*)
      if [[ $1 == --role ]]; then
        (($# > 1)) || die "--role needs a value, of ${ROLES[*]}"
        shift
      fi
      roles+=,${1#--role=}
      ;;
    --also | --also=*)
      if [[ $1 == --also ]]; then
        (($# > 1)) || die "--also needs a value, a directory"
        shift
      fi
      also+=("${1#--also=}")
      ;;
    --dry-run | --status | --rollback) set_action "${1#--}" ;;
    -h | --help) usage && exit ;;
    -*) die "unknown option '$1'; see --help" ;;
    *)
      [[ -z $home ]] || die "one HADOOP_HOME at a time: '$home' and '$1'"
      home=$1
      ;;
  esac
  shift
done
[[ -n $home ]] || die "name the HADOOP_HOME; see --help"
[[ -d $home ]] || die "$home: no such directory"
[[ $home != *$'\n'* && $home != *$'\t'* ]] || die "a tab or line break in the path of HADOOP_HOME"
home=$(cd "$home" && pwd -P)
state=$home/.smarth
for i in "${!also[@]}"; do
  [[ -d ${also[i]} ]] || die "--also ${also[i]}: no such directory"
  also[i]=$(cd "${also[i]}" && pwd -P)
done
# For find, which takes [ ] * ? in a path for a pattern.
state_pattern=$(sed 's/[][*?\\]/\\&/g' <<< "$state")
. "$bundle/checks.sh"
. "$bundle/archives.sh"
IFS=, read -ra asked <<< "${roles#,}"
[[ -n $roles ]] || asked=("${ROLES[@]}")
for role in "${asked[@]}"; do
  jars_of "$role" > /dev/null
done

scratch=$(mktemp -d)
changing=false locked=false
ended() {
  local status=$?
  rm -rf "$scratch"
  ! $locked || rm -f "$lock"
  ! $changing || ((status == 0)) ||
    echo "install.sh: stopped amid the work: run it again, with or without --rollback" >&2
}
trap ended EXIT

# started PID: when a process began, in clock ticks since the machine did; nothing if it has ended, be
# it that nobody has heard of its end yet.
started() {
  sed 's/^.*) //' "/proc/$1/stat" 2> /dev/null | awk '$1 !~ /[ZX]/ { print $20 }'
}

# take_lock: no other host that shares this home, and no other process here, changes it meanwhile.
# A link is made at once or not at all, on NFS, too. It leads to host, process, when that began, and
# its namespace: in containers numbers of processes come again.
lock=$state.lock
take_lock() {
  local space owner host process since where tries=0
  space=$(readlink /proc/self/ns/pid) || true
  [[ -w $home ]] || die "$home: no permission to write; run this as its owner"
  while ! ln -sT "$(uname -n) $$ $(started $$) $space" "$lock" 2> "$scratch/lock"; do
    if ! owner=$(readlink "$lock"); then
      ((++tries < 50)) || die "cannot make $lock: $(< "$scratch/lock")"
      sleep 0.1
      continue
    fi
    read -r host process since where <<< "$owner"
    [[ $host == "$(uname -n)" && $where == "$space" ]] ||
      die "an install.sh on host $host works on $home; if it does no more, remove $lock"
    [[ $process == "$$" || -z $since || $(started "$process") != "$since" ]] ||
      die "another install.sh works on $home, process $process"
    # It was killed. Who is as far as we are may have taken its place by now.
    mv -fT "$lock" "$lock.$$" 2> /dev/null || continue
    if [[ $(readlink "$lock.$$") == "$owner" ]]; then
      rm "$lock.$$"
    else
      mv -nT "$lock.$$" "$lock"
    fi
  done
  locked=true
}

# ---- what is there ----

# at PATH: where a file of a manifest is. Those below the home have no slash in front.
at() {
  case $1 in
    /*) echo "$1" ;;
    *) echo "$home/$1" ;;
  esac
}

# is_gone PATH: whether the directory of a file was taken away.
is_gone() {
  [[ ! -d $(dirname "$(at "$1")") ]]
}

# Where `current` leads: "originals", the name of a build, or nothing if nothing is installed.
current() {
  if [[ -L $state/current ]]; then
    readlink "$state/current"
  fi
}

# manifest BUILD: sum of the original, sum of ours, path (see at); tabs between.
manifest() {
  cat "$state/$1/MANIFEST"
}

# The builds that are kept: one, or two while one replaces another.
builds() {
  [[ -d $state ]] || return 0
  find "$state" -mindepth 2 -maxdepth 2 -name MANIFEST -printf '%h\n' 2> /dev/null |
    sed 's|.*/||' | sort
}

# The newest build: the one that is being installed, or is.
build() {
  local now
  now=$(current)
  if [[ -n $now && $now != originals ]]; then
    echo "$now"
  else
    builds | head -n 1
  fi
}

# ours FILE: whether it is a drop-in jar of this project, of whatever build. Names of entries are
# not compressed in a jar.
ours() {
  grep -qaF META-INF/maven/org.smarth.hadoop/ "$1"
}

# jars_below DIRECTORY ACTION: the jars that are to be replaced below a directory; or a jar itself.
jars_below() {
  local root=$1 expression=() name
  shift
  for name in "${names[@]}"; do
    expression+=(-o -name "$name-$VERSION.jar")
  done
  find "$root" -maxdepth 12 -path "$state_pattern*" -prune -o -type f \( "${expression[@]:1}" \) "$@" 2> /dev/null ||
    true
}

# Sets `names`, the jars of all roles that were ever asked for, and `roles_now`.
find_names() {
  local role
  roles_now=$({
    printf '%s\n' "${asked[@]}"
    [[ -z $installed ]] || tr ' ' '\n' < "$state/$installed/ROLES"
  } | sort -u | tr '\n' ' ' | sed 's/ $//')
  mapfile -t names < <(for role in $roles_now; do jars_of "$role"; done | tr ' ' '\n' | sort -u)
}

# Sets `targets`, the paths (see at) that are to be replaced, sorted; and `contents`, for an archive
# the jars in it.
declare -A contents=()
find_targets() {
  local file link inside found=() roots=("$home" "${also[@]}")
  while IFS= read -r -d '' file; do
    link=$(readlink -f "$file" || true)
    # A link within the home leads to a file that is replaced itself.
    [[ -z $link || $link == "$home"/* || $home == "${link%/}"/* || $home == "$link" ]] || roots+=("$link")
  done < <(find "$home" -path "$state_pattern*" -prune -o -type l -print0)
  while IFS= read -r -d '' file; do
    found+=("${file#"$home"/}")
  done < <(for link in "${roots[@]}"; do jars_below "$link" -print0; done)
  while IFS= read -r -d '' file; do
    inside=$(holds "$file")
    if [[ -n $inside ]]; then
      found+=("${file#"$home"/}")
      contents[${file#"$home"/}]=$inside
    fi
  done < <(find "$home" "${also[@]}" -path "$state_pattern*" -prune -o -type f \
    \( -name '*.tar.gz' -o -name '*.tgz' -o -name '*.zip' \) -print0)
  # What an earlier run replaced stays replaced.
  if [[ -n $installed ]]; then
    while IFS=$'\t' read -r _ _ file; do
      if is_gone "$file"; then
        say "left out, as its directory is gone: $(at "$file")"
        continue
      fi
      found+=("$file")
      # After a kill it may be a link, which is not found above.
      case $file in *.tar.gz | *.tgz | *.zip) contents[$file]=$(holds "$(original "$file")") ;; esac
    done < <(manifest "$installed")
  fi
  ((${#found[@]})) || die "$home holds none of the jars of ${asked[*]}: nothing to replace"
  for file in "${found[@]}"; do
    [[ $file != *$'\n'* && $file != *$'\t'* ]] || die "a tab or line break in a path: $file"
  done
  mapfile -t targets < <(printf '%s\n' "${found[@]}" | sort -u)
}

# original PATH: the file that is, or will be, put back.
original() {
  if [[ -e $state/originals/$1 ]]; then
    echo "$state/originals/$1"
  else
    at "$1"
  fi
}

# ---- how files change ----

# put FILE PATH: FILE becomes the file at PATH, by one rename. It shares the file if it can.
put() {
  local temporary
  temporary=$(dirname "$2")/.$(basename "$2").smarth
  rm -f "$temporary"
  # Of two links to one file a rename removes neither.
  [[ -L $2 || ! $1 -ef $2 ]] || return 0
  ln "$1" "$temporary" 2> /dev/null || cp --preserve=all "$1" "$temporary"
  mv -fT "$temporary" "$2"
}

# lead PATH: the file at PATH becomes a link through `current`.
lead() {
  local temporary
  temporary=$(dirname "$(at "$1")")/.$(basename "$1").smarth
  ln -sfT "$state/current/$1" "$temporary"
  mv -fT "$temporary" "$(at "$1")"
}

# flush DIRECTORY: what was written is on its disk.
flush() {
  sync -f "$1" 2> /dev/null || sync
}

# switch_to NAME: all files of a manifest become those below .smarth/NAME, at one moment.
switch_to() {
  local path now
  now=$(current)
  if [[ $now != "$1" ]]; then
    for path in "${paths[@]}"; do
      if [[ ! -e $state/$now/$path ]]; then
        # Another build has it, this one had not.
        mkdir -p "$(dirname "$state/$now/$path")"
        put "$(at "$path")" "$state/$now/$path"
      fi
      lead "$path"
    done
    flush "$state"
    ln -sfT "$1" "$state/current.smarth"
    mv -fT "$state/current.smarth" "$state/current"
    flush "$state"
  fi
  for path in "${paths[@]}"; do
    put "$state/$1/$path" "$(at "$path")"
  done
  flush "$state"
}

# Our version of what is at a path, in the file $2.
replacement() {
  local path=$1 to=$2
  if [[ -z ${contents[$path]:-} ]]; then
    cp "$(jar_of "$(basename "$path")")" "$to"
  else
    rebuild "$(original "$path")" "$to" "${contents[$path]}"
  fi
  # Owner, mode, access list and SELinux context; the time is that of our file.
  cp --attributes-only --preserve=all "$(original "$path")" "$to"
  touch "$to"
}

# jar_of NAME: our jar of that name.
jar_of() {
  find "$bundle/share" -name "$1"
}

# ---- actions ----

# Exact, whatever happened to the files since.
status() {
  local now build original mine path file found files=0 originals=0 replaced=0 links=0 changed=()
  build=$(build)
  if [[ -z $build ]]; then
    say "not installed: no jar of $home was replaced by install.sh"
    return 3
  fi
  now=$(current)
  while IFS=$'\t' read -r original mine path; do
    file=$(at "$path")
    if is_gone "$path"; then
      say "left out, as its directory is gone: $file"
      continue
    fi
    [[ ! -L $file ]] || links=$((links + 1))
    found=$([[ ! -f $file ]] || sum "$file")
    files=$((files + 1))
    case $found in
      "$mine") replaced=$((replaced + 1)) ;;
      "$original") originals=$((originals + 1)) ;;
      *) changed+=("$file") ;;
    esac
  done < <(manifest "$build")
  # Of an earlier install.sh there is no word of it.
  say "build $(cat "$state/$build/BUILD" 2> /dev/null || echo unknown) for $(< "$state/$build/ROLES"): $files files," \
    "$replaced of SMARTH, $originals of stock, ${#changed[@]} others"
  ((${#changed[@]} == 0)) || printf 'changed or gone: %s\n' "${changed[@]}"
  if [[ $now == "$build" ]] && ((replaced == files && links == 0)) && [[ $(builds | wc -l) == 1 ]]; then
    return 0
  fi
  say "incomplete: run install.sh again, with or without --rollback"
  return 4
}

# Refuses to overwrite what neither stock nor this script put there.
check_unchanged() {
  local build original path file found known
  known=$(for build in $(builds); do manifest "$build"; done)
  while IFS=$'\t' read -r original _ path; do
    [[ $(sum "$state/originals/$path") == "$original" ]] ||
      die "$state/originals/$path is damaged: nothing was changed"
    file=$(at "$path")
    if [[ -f $file ]]; then
      found=$(sum "$file")
      awk -F '\t' -v p="$path" -v s="$found" '$3 == p && ($1 == s || $2 == s) { found = 1 }
        END { exit !found }' <<< "$known" ||
        die "$file was changed by somebody else since: move it away, then run this again"
    fi
  done < <(manifest "$1")
}

rollback() {
  take_lock
  rm -rf "$state.new" "$state.old"
  local b path left=false
  if [[ -z $(build) ]]; then
    rm -rf "$state"
    say "nothing to put back: no jar of $home was replaced by install.sh"
    return
  fi
  # While one build replaces another, either may have files that the other has not.
  paths=()
  while IFS= read -r path; do
    if is_gone "$path"; then
      left=true
      say "left out, as its directory is gone: $(at "$path")"
    else
      paths+=("$path")
    fi
  done < <(for b in $(builds); do manifest "$b"; done | cut -f 3 | sort -u)
  for b in $(builds); do
    check_unchanged "$b"
  done
  changing=true
  switch_to originals
  for b in $(builds); do
    while IFS=$'\t' read -r original _ path; do
      is_gone "$path" || [[ $(sum "$(at "$path")") == "$original" ]] || die "$(at "$path") is not what it was"
    done < <(manifest "$b")
  done
  say "put back ${#paths[@]} files of $home as they were; restart its daemons"
  if $left; then
    keep_left_out
    return 4
  fi
  mv -T "$state" "$state.old"
  rm -rf "$state.old"
}

# Of what a rollback left out the originals are kept, for when the directory is back.
keep_left_out() {
  local b path
  for b in $(builds); do
    while IFS= read -r path; do
      ! is_gone "${path##*$'\t'}" || echo "$path"
    done < <(manifest "$b") > "$state/left"
    if [[ -s $state/left ]]; then
      mv -fT "$state/left" "$state/$b/MANIFEST"
    else
      rm -rf "$state/left" "${state:?}/$b"
    fi
  done
  for path in "${paths[@]}"; do
    rm -f "$state/originals/$path"
  done
  say "the originals of what was left out stay in $state: run --rollback again when it is back"
}

# Where a build that is not there yet is collected: .smarth.new, then a rename.
prepare() {
  local id=$1 path to
  rm -rf "$state.new" "$state.old"
  mkdir -p "$state.new/$id"
  for path in "${targets[@]}"; do
    to=$state.new/$id/$path
    mkdir -p "$(dirname "$to")"
    replacement "$path" "$to"
    if [[ ! -e $state/originals/$path ]]; then
      mkdir -p "$(dirname "$state.new/originals/$path")"
      ln "$(at "$path")" "$state.new/originals/$path" 2> /dev/null ||
        cp --preserve=all "$(at "$path")" "$state.new/originals/$path"
    fi
    printf '%s\t%s\t%s\n' "$(sum "$(original "$path")")" "$(sum "$to")" "$path"
  done > "$state.new/MANIFEST"
  # What is gone for now is to be put back, too.
  if [[ -n $installed ]]; then
    while IFS= read -r path; do
      ! is_gone "${path##*$'\t'}" || echo "$path"
    done < <(manifest "$installed") >> "$state.new/MANIFEST"
  fi
  mv "$state.new/MANIFEST" "$state.new/$id/MANIFEST"
  echo "$roles_now" > "$state.new/$id/ROLES"
  cp "$bundle/BUILD" "$state.new/$id/BUILD"
  flush "$state.new"
  if [[ -d $state ]]; then
    # What is new is added first; the manifest of the new build comes last, by a rename.
    if [[ -d $state.new/originals ]]; then
      (cd "$state.new/originals" && find . -type f -print0) |
        while IFS= read -r -d '' path; do
          mkdir -p "$(dirname "$state/originals/$path")"
          mv -fT "$state.new/originals/$path" "$state/originals/$path"
        done
    fi
    rm -rf "${state:?}/$id"
    mv -T "$state.new/$id" "$state/$id"
    rm -rf "$state.new"
  else
    ln -s originals "$state.new/current"
    mv -T "$state.new" "$state"
  fi
}

install() {
  local id path b already=
  check_bundle
  check_home
  check_java
  if [[ $action != dry-run ]]; then
    take_lock
    installed=$(build)
  fi
  find_names
  find_targets
  check_targets
  check_space
  if [[ $action == dry-run ]]; then
    say "would replace, with $java:"
    for path in "${targets[@]}"; do
      say "  $(at "$path")"
    done
    (note_copies) || true
    return
  fi
  id=$({ cat "$bundle/SHA512SUMS" && printf '%s\n' "$roles_now" "${targets[@]}"; } | sha512sum |
    cut -c 1-12)
  for b in $(builds); do
    check_unchanged "$b"
  done
  [[ $(builds) != "$id" ]] || already=$(status > /dev/null && echo yes) || true
  changing=true
  [[ -f $state/$id/MANIFEST ]] || prepare "$id"
  paths=("${targets[@]}")
  switch_to "$id"
  for b in $(builds); do
    [[ $b == "$id" ]] || rm -rf "${state:?}/$b"
  done
  changing=false
  rm -f "$lock"
  locked=false
  if [[ -n $already ]]; then
    say "${#targets[@]} files of ${also[*]:+${also[*]}, }$home were replaced before; nothing is new"
  else
    say "replaced ${#targets[@]} files of ${also[*]:+${also[*]}, }$home; restart its daemons"
  fi
  (note_copies) || true
  note_archive
}

# Copies of the jars that other programs have stay as they are: they are named. Looks for these programs beside the home,
# where they are by custom, and where their variables lead. What is wrong there is nothing of ours.
note_copies() {
  local program name places=() copy known=() others=() taken=() parent
  parent=$(dirname "$home")
  for program in hbase spark hive oozie tez flink pig phoenix; do
    name=${program^^}_HOME
    places+=("${!name:-}" "${parent%/}/$program"* /usr/lib/"$program"* /opt/"$program"*)
  done
  for name in "${places[@]}"; do
    # Another home of Hadoop is no program that has copies.
    [[ ! -d $name || -e $name/bin/hdfs || $(readlink -f "$name") == "$home" ]] || known+=("$name/")
  done
  ((${#known[@]})) || return 0
  printf '%s\n' "${targets[@]}" > "$scratch/targets"
  while IFS= read -r -d '' copy; do
    copy=$(readlink -f "$copy")
    [[ $copy != "$home"/* ]] && ! grep -qxF -- "$copy" "$scratch/targets" && ! ours "$copy" || continue
    if [[ $copy == *-$VERSION.jar ]]; then taken+=("$copy"); else others+=("$copy"); fi
  done < <(timeout 30 find "${known[@]}" -maxdepth 5 -xdev -type f -regextype posix-extended \
    -regex '.*/hadoop-(hdfs|hdfs-client|client-api)-[0-9][^/]*\.jar' -print0 2> /dev/null)
  if ((${#taken[@]})); then
    say "not touched, as other programs have them; --also DIR takes them, too:"
    printf '  %s\n' "${taken[@]}" | sort -u
  fi
  if ((${#others[@]})); then
    say "not touched, as they are of other versions; clients of these programs write as they do now:"
    printf '  %s\n' "${others[@]}" | sort -u
  fi
}

# An archive in HDFS is not below the home.
note_archive() {
  local path site=$home/etc/hadoop/mapred-site.xml
  [[ -r $site ]] || return 0
  path=$(tr -d '\n' < "$site" |
    sed -nE 's/.*<name>mapreduce.application.framework.path<\/name>[^<]*<value>([^<#]*).*/\1/p') || true
  [[ -z $path ]] || say "jobs take their jars from $path: put an archive with these jars there, too"
}

java=$(find_java)
installed=$(build)
case $action in
  status) status ;;
  rollback) rollback ;;
  *) install ;;
esac
