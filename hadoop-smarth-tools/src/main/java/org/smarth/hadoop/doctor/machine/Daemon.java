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
package org.smarth.hadoop.doctor.machine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A running daemon of Hadoop. Immutable. */
public final class Daemon {
  private static final Pattern SIZE =
      Pattern.compile("-Xmx([0-9]+)([kKmMgGtT]?)");
  private static final String UNITS = "kmgt";

  private final Machine machine;
  private final String pid;
  private final String name;
  private final List<String> arguments;

  private Daemon(Machine machine, String pid, String name,
      List<String> arguments) {
    this.machine = machine;
    this.pid = pid;
    this.name = name;
    this.arguments = arguments;
  }

  /** @return those that this user may see. */
  public static List<Daemon> of(Machine machine) throws IOException {
    List<Daemon> daemons = new ArrayList<>();
    for (String pid : machine.names("/proc")) {
      String line = pid.matches("[0-9]+")
          ? machine.textOfProcess(pid, "cmdline") : null;
      if (line == null) {
        continue;
      }
      List<String> arguments = Arrays.asList(line.split("\0"));
      for (String argument : arguments) {
        // As Hadoop's scripts mark their daemons.
        if (argument.startsWith("-Dproc_")) {
          daemons.add(new Daemon(machine, pid,
              argument.substring("-Dproc_".length()), arguments));
          break;
        }
      }
    }
    return daemons;
  }

  /** @return "namenode", "datanode" and so on. */
  public String getName() {
    return name;
  }

  public List<String> getArguments() {
    return arguments;
  }

  /** @return "datanode 4711". */
  @Override
  public String toString() {
    return name + " " + pid;
  }

  /** @return its largest heap in bytes, or -1 if it is the JVM's default. */
  public long maxHeap() {
    long heap = -1;
    for (String argument : arguments) {
      long size = heapOf(argument);
      heap = size < 0 ? heap : size;
    }
    return heap;
  }

  /** @return the bytes of the last -Xmx in some options, or -1. */
  public static long heapOf(String options) {
    long heap = -1;
    Matcher matcher = SIZE.matcher(options);
    while (matcher.find()) {
      int unit = matcher.group(2).isEmpty() ? 0
          : 1 + UNITS.indexOf(matcher.group(2)
            .toLowerCase(Locale.ROOT));
      heap = Long.parseLong(matcher.group(1)) << 10 * unit;
    }
    return heap;
  }

  /** @return the soft limit of /proc/PID/limits; Long.MAX_VALUE if none. */
  public long limit(String what) throws IOException {
    return limit(machine, pid, what);
  }

  /**
   * @param pid of the process, or "self"
   * @return its soft limit, or -1 if it is not told
   */
  public static long limit(Machine machine, String pid, String what)
      throws IOException {
    for (String line : machine.lines("/proc/" + pid + "/limits")) {
      if (line.startsWith(what)) {
        String soft = line.substring(what.length()).trim().split(" +")[0];
        return soft.equals("unlimited") ? Long.MAX_VALUE
            : Long.parseLong(soft);
      }
    }
    return -1;
  }
}
