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
import java.util.Arrays;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.Machine;

/** Checks of YARN's memory and cores against the machine's. */
final class YarnChecks {
  private static final String SITE = "yarn-site.xml";
  private static final int DEFAULT_MEMORY_MB = 8_192;
  private static final int DEFAULT_CORES = 8;
  /** What the system and the daemons need, as a share of the memory. */
  private static final double LEFT_TO_OTHERS = 0.1;

  private final Machine machine;
  private final Installation installation;

  YarnChecks(Machine machine, Installation installation) {
    this.machine = machine;
    this.installation = installation;
  }

  void addTo(Map<String, Check> checks) {
    checks.put("yarn.memory", this::memory);
    checks.put("yarn.cores", this::cores);
    checks.put("yarn.largest-container", this::largestContainer);
    checks.put("yarn.virtual-memory", this::virtualMemory);
    checks.put("yarn.shuffle", this::shuffle);
  }

  /** What a NodeManager gives to containers. */
  static long nodeMegabytes(Configuration conf) {
    long set = conf.getLong(YarnConfiguration.NM_PMEM_MB, -1);
    return set < 0 ? DEFAULT_MEMORY_MB : set;
  }

  private void memory(Findings findings) throws IOException {
    long memory = machine.memory("MemTotal");
    if (memory < 0) {
      return;
    }
    long given = nodeMegabytes(installation.yarn()) * Sizes.MIB;
    long fits = (long) (memory * (1 - LEFT_TO_OTHERS));
    String found = "containers may have " + Sizes.format(given) + " of "
        + Sizes.format(memory);
    Mend mend = Mend.property(SITE, YarnConfiguration.NM_PMEM_MB,
        fits / Sizes.MIB / 256 * 256);
    if (given > memory) {
      findings.error(found, "The kernel ends processes when memory is used"
          + " up.", mend);
    } else if (given > fits) {
      findings.warning(found, "The daemons and the page cache need a tenth.",
          mend);
    } else if (given < memory / 2) {
      findings.note(found, "The rest is not used by jobs.", mend);
    } else {
      findings.ok(found);
    }
  }

  private void cores(Findings findings) throws IOException {
    int cores = machine.processors();
    if (cores == 0) {
      return;
    }
    int given = installation.yarn().getInt(YarnConfiguration.NM_VCORES, -1);
    given = given < 0 ? DEFAULT_CORES : given;
    String found = "containers may have " + given + " cores of " + cores;
    Mend mend = Mend.property(SITE, YarnConfiguration.NM_VCORES, cores);
    if (given > 2 * cores) {
      findings.warning(found, "More tasks than that wait for each other, and"
          + " each holds its memory meanwhile.", mend);
    } else if (given < cores / 2) {
      findings.note(found, "A scheduler that counts cores leaves the others"
          + " idle.", mend);
    } else {
      findings.ok(found);
    }
  }

  private void largestContainer(Findings findings) throws IOException {
    Configuration conf = installation.yarn();
    long node = nodeMegabytes(conf);
    long largest =
        conf.getLong(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_MAXIMUM_ALLOCATION_MB);
    long least =
        conf.getLong(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB);
    String found = "containers of " + least + " to " + largest + " MB on nodes"
        + " of " + node + " MB";
    if (least > node) {
      findings.error(found, "No container fits on a node: jobs wait for ever.",
          Mend.property(SITE,
              YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
              Math.min(1_024, node)));
    } else if (largest > node) {
      findings.warning(found, "A larger request than a node is taken, and then"
          + " waits for ever.", Mend.property(SITE,
          YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, node));
    } else {
      findings.ok(found);
    }
  }

  private void virtualMemory(Findings findings) throws IOException {
    String key = YarnConfiguration.NM_VMEM_CHECK_ENABLED;
    boolean checked = installation.yarn().getBoolean(key,
        YarnConfiguration.DEFAULT_NM_VMEM_CHECK_ENABLED);
    if (checked) {
      findings.note(key + " = true", "Java reserves address space that it does"
          + " not use; containers are ended for it.",
          Mend.property(SITE, key, false));
    } else {
      findings.ok(key + " = false");
    }
  }

  private void shuffle(Findings findings) throws IOException {
    Configuration conf = installation.yarn();
    String key = YarnConfiguration.NM_AUX_SERVICES;
    String framework =
        installation.mapReduce().get("mapreduce.framework.name", "local");
    if (!framework.equals("yarn")) {
      return;
    }
    if (Arrays.asList(conf.getTrimmedStrings(key))
        .contains("mapreduce_shuffle")) {
      findings.ok(key + " has mapreduce_shuffle");
    } else {
      findings.error(key + " has no mapreduce_shuffle",
          "Reducers fetch the output of maps from it.",
          Mend.property(SITE, key, "mapreduce_shuffle"));
    }
  }
}
