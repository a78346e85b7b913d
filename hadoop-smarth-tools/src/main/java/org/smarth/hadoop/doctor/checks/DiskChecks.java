/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.smarth.hadoop.doctor.checks;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.Machine;
import org.smarth.hadoop.doctor.machine.Mount;
import org.smarth.hadoop.doctor.machine.Probes.Space;

/** Checks of the directories that Hadoop writes to, and of their disks. */
final class DiskChecks {
  private static final int FULL_PERCENT = 90;
  private static final int CANNOT_GO_ON_PERCENT = 98;
  private static final int UNEVEN_PERCENT = 20;
  private static final long READ_AHEAD_KB = 1_024;

  private final Machine machine;
  private final Installation installation;

  DiskChecks(Machine machine, Installation installation) {
    this.machine = machine;
    this.installation = installation;
  }

  void addTo(Map<String, Check> checks) {
    checks.put("disk.directories", this::directories);
    checks.put("disk.temporary", this::temporary);
    checks.put("disk.full", this::full);
    checks.put("disk.uneven", this::uneven);
    checks.put("disk.shared", this::shared);
    checks.put("disk.noatime", this::noatime);
    checks.put("disk.scheduler", this::scheduler);
    checks.put("disk.read-ahead", this::readAhead);
  }

  /** Absolute paths, and the keys that name them. */
  private Map<String, String> all() throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    Configuration hdfs = installation.hdfs();
    add(all, hdfs, DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
    add(all, hdfs, DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY);
    add(all, hdfs, DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_KEY);
    add(all, hdfs, DFSConfigKeys.DFS_JOURNALNODE_EDITS_DIR_KEY);
    if (installation.hasYarn()) {
      add(all, installation.yarn(), YarnConfiguration.NM_LOCAL_DIRS);
    }
    return all;
  }

  private static void add(Map<String, String> all, Configuration conf,
      String key) {
    Installation.directories(conf, key)
        .forEach(directory -> all.putIfAbsent(directory, key));
  }

  private Map<String, Space> spaces(String... keys) throws IOException {
    Map<String, Space> spaces = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : all().entrySet()) {
      for (String key : keys) {
        if (entry.getValue().equals(key) && machine.exists(entry.getKey())) {
          spaces.put(entry.getKey(),
              machine.getProbes().space(machine.path(entry.getKey())));
        }
      }
    }
    return spaces;
  }

  private void directories(Findings findings) throws IOException {
    for (Map.Entry<String, String> entry : all().entrySet()) {
      String directory = entry.getKey();
      Mount mount = Mount.of(machine, directory);
      if (mount != null && mount.has("ro")) {
        findings.error(directory + " is mounted read-only",
            "The kernel does so when a disk fails. " + entry.getValue()
            + " names it.", Mend.advice("Look at dmesg; replace the disk"));
      } else if (machine.exists(directory)) {
        findings.ok(directory + " is there");
      }
    }
  }

  private void temporary(Findings findings) throws IOException {
    for (Map.Entry<String, String> entry : all().entrySet()) {
      String key = entry.getValue();
      String file = key.startsWith("yarn.") ? "yarn-site.xml" : "hdfs-site.xml";
      Mend mend = Mend.property(file, key, "a directory of a disk");
      Mount mount = Mount.of(machine, entry.getKey());
      boolean memory = mount != null && mount.getType().equals("tmpfs");
      if (!memory && !entry.getKey().startsWith("/tmp/")) {
        findings.ok(key + " is not below /tmp");
      } else if (key.equals(YarnConfiguration.NM_LOCAL_DIRS)) {
        findings.warning(key + " = " + entry.getKey(), "Map output fills "
            + (memory ? "memory" : "/tmp") + ", which others need.", mend);
      } else if (!machine.exists(entry.getKey())) {
        findings.note(key + " = " + entry.getKey(), "It is not there yet. A"
            + " daemon that starts here would keep its files below /tmp, or in"
            + " memory.", mend);
      } else {
        findings.error(key + " = " + entry.getKey(), "Files below /tmp, or in"
            + " memory, are gone after a restart of the machine, and blocks or"
            + " the names of all files with them.", mend);
      }
    }
  }

  private void full(Findings findings) throws IOException {
    spaces(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY,
        DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY,
        DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_KEY,
        YarnConfiguration.NM_LOCAL_DIRS).forEach((directory, space) -> {
          int used = space.usedPercent();
          String found = directory + ": " + used + "% used";
          Mend mend = Mend.command(Command.BALANCE, directory);
          if (used >= CANNOT_GO_ON_PERCENT) {
            findings.error(found, "A NameNode stops, and a DataNode takes no"
                + " more blocks, when a disk is full.", mend);
          } else if (used >= FULL_PERCENT) {
            findings.warning(found, "From 90% on YARN uses the disk no more,"
                + " and file systems break files into pieces.", mend);
          } else {
            findings.ok(directory + ": less than " + FULL_PERCENT + "% used");
          }
        });
  }

  private void uneven(Findings findings) throws IOException {
    Map<String, Space> spaces =
        spaces(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
    if (spaces.size() < 2) {
      return;
    }
    int least = spaces.values().stream().mapToInt(Space::usedPercent).min()
        .getAsInt();
    int most = spaces.values().stream().mapToInt(Space::usedPercent).max()
        .getAsInt();
    if (most - least > UNEVEN_PERCENT) {
      findings.warning("disks of the DataNode: " + least + "% to " + most
          + "% used", "The emptiest disk takes as many blocks as the fullest,"
          + " which is full first.", Mend.property("hdfs-site.xml",
          "dfs.datanode.fsdataset.volume.choosing.policy",
          "org.apache.hadoop.hdfs.server.datanode.fsdataset"
          + ".AvailableSpaceVolumeChoosingPolicy"));
    } else {
      findings.ok("disks of the DataNode are used alike");
    }
  }

  private void shared(Findings findings) throws IOException {
    Map<String, String> byDisk = new LinkedHashMap<>();
    for (String directory : Installation.directories(installation.hdfs(),
        DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY)) {
      Mount mount = Mount.of(machine, directory);
      if (mount == null) {
        return;
      }
      String other = byDisk.putIfAbsent(mount.getDirectory(), directory);
      if (other != null) {
        findings.warning(directory + " and " + other + " are on one file"
            + " system", "Its space counts twice, and two writers share the"
            + " disk.", Mend.property("hdfs-site.xml",
            DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY,
            "one directory for each disk"));
        return;
      }
    }
    findings.ok("each directory of the DataNode has a file system of its own");
  }

  private void noatime(Findings findings) throws IOException {
    Set<String> mounts = new HashSet<>();
    for (String directory : all().keySet()) {
      Mount mount = Mount.of(machine, directory);
      if (mount == null || mount.getType().equals("tmpfs")
          || !mounts.add(mount.getDirectory())) {
        continue;
      }
      Mend mend = Mend.command(Command.NOATIME, mount.getDirectory());
      if (mount.has("noatime")) {
        findings.ok(mount.getDirectory() + ": noatime");
      } else if (mount.has("relatime")) {
        findings.note(mount.getDirectory() + ": relatime", "The first read of"
            + " a block in a day writes to its inode.", mend);
      } else {
        findings.warning(mount.getDirectory() + ": no noatime",
            "Each read of a block writes to its inode.", mend);
      }
    }
  }

  private void scheduler(Findings findings) throws IOException {
    for (String file : queueFiles("scheduler")) {
      String text = machine.text(file);
      String scheduler = text.replaceAll(".*\\[(.*)\\].*", "$1");
      String found = disk(file) + ": I/O scheduler " + scheduler;
      if (scheduler.equals("cfq") || scheduler.equals("bfq")) {
        findings.note(found, "It shares the disk between processes; a node has"
            + " one DataNode. Guides differ: measure both.", Mend.command(
            Command.SCHEDULER,
            text.contains("mq-deadline") ? "mq-deadline" : "deadline",
            disk(file)));
      } else {
        findings.ok(found);
      }
    }
  }

  private void readAhead(Findings findings) throws IOException {
    for (String file : queueFiles("read_ahead_kb")) {
      Long turns = machine.number(file.replaceFirst("[^/]*$", "rotational"));
      if (turns == null || turns == 0) {
        continue;
      }
      long kb = machine.number(file);
      String found = disk(file) + ": reads " + kb + " KB ahead";
      if (kb < READ_AHEAD_KB) {
        findings.note(found, "Blocks are read in one go; a disk that turns"
            + " seeks less with more.",
            Mend.command(Command.READ_AHEAD, READ_AHEAD_KB, disk(file)));
      } else {
        findings.ok(found);
      }
    }
  }

  /** Files of the disks that have the directories, each once. */
  private Set<String> queueFiles(String name) throws IOException {
    Set<String> files = new LinkedHashSet<>();
    for (String directory : all().keySet()) {
      Mount mount = Mount.of(machine, directory);
      String file = mount == null ? null : mount.queueFile(machine, name);
      if (file != null) {
        files.add(file);
      }
    }
    return files;
  }

  private static String disk(String queueFile) {
    return queueFile.split("/")[3];
  }
}
