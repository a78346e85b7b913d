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
package org.smarth.hadoop.doctor.finding;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands that checks may propose. A script for root has no others, so
 * that no value of a machine or of its settings becomes a command.
 *
 * <p>In a form <code>{}</code> stands for a name, of which nothing means
 * anything to a shell; <code>{path}</code> for an absolute path on one line, in
 * quotes if need be.
 */
public enum Command {
  HUGE_PAGES("echo madvise > /sys/kernel/mm/transparent_hugepage/defrag"),
  LIMIT("echo '* - {} {}' > /etc/security/limits.d/hadoop-{}.conf"
      + " # then log in again and restart the daemons"),
  // Without input, for it would read the rest of the script as an answer.
  INSTALL("apt-get install -y {} < /dev/null || yum install -y {}"
      + " < /dev/null"),
  GOVERNOR("for f in /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor;"
      + " do echo performance > $f; done"),
  NO_RPCBIND("systemctl disable --now rpcbind.socket rpcbind"),
  KERNEL("sysctl -w {}={} # and in /etc/sysctl.d"),
  PORTS("sysctl -w net.ipv4.ip_local_reserved_ports={}"),
  OPENS("echo 'export HADOOP_OPTS=\"$HADOOP_OPTS"
      + " --add-opens=java.base/java.lang=ALL-UNNAMED"
      + " --add-opens=java.base/java.nio=ALL-UNNAMED"
      + " --add-opens=java.base/sun.nio.ch=ALL-UNNAMED\"' >> {path}"),
  // In the address a dot matches any character: none but itself stands there.
  // Only the whole name: another one may begin with it.
  HOSTS("sed -i.bak '/^{}[[:space:]]/s/[[:space:]]\\+{}\\([[:space:]]\\|$\\)/\\1/g'"
      + " /etc/hosts # then add its real address"),
  NEGOTIATE("ethtool -s {} autoneg on"),
  MTU("ip link set {} mtu 1500"),
  EXECUTABLE("chmod a+rx {path}"),
  DIRECTORY("install -d -o hdfs {path}"),
  BALANCE("hdfs balancer -threshold 10"
      + " # or add disks; du -xsh {path} shows other files"),
  NOATIME("mount -o remount,noatime {path} # and in /etc/fstab"),
  SCHEDULER("echo {} > /sys/block/{}/queue/scheduler"),
  READ_AHEAD("echo {} > /sys/block/{}/queue/read_ahead_kb");

  private final String form;
  private final Pattern pattern;

  Command(String form) {
    this.form = form;
    StringBuilder regex = new StringBuilder();
    Matcher part = Gap.FORM.matcher(form);
    int end = 0;
    while (part.find()) {
      regex.append(Pattern.quote(form.substring(end, part.start())));
      regex.append(part.group(1).isEmpty() ? Gap.NAME
          : "(?:" + Gap.PLAIN_PATH + "|" + Gap.QUOTED_PATH + ")");
      end = part.end();
    }
    pattern = Pattern.compile(regex + Pattern.quote(form.substring(end)));
  }

  /**
   * @param values one for each gap of the form
   * @return the line for a shell; null if a value fits no gap, such as a path
   *     with a line break
   */
  String line(Object... values) {
    StringBuilder line = new StringBuilder();
    Matcher part = Gap.FORM.matcher(form);
    int end = 0;
    int next = 0;
    while (part.find()) {
      String value = String.valueOf(values[next++]);
      boolean bare = part.group(1).isEmpty()
          || value.matches(Gap.PLAIN_PATH);
      line.append(form, end, part.start()).append(bare ? value
          : "'" + value.replace("'", "'\\''") + "'");
      end = part.end();
    }
    line.append(form.substring(end));
    return pattern.matcher(line).matches() ? line.toString() : null;
  }

  /** @return whether a line is one of these commands and nothing else. */
  public static boolean isKnown(String line) {
    for (Command command : values()) {
      if (command.pattern.matcher(line).matches()) {
        return true;
      }
    }
    return false;
  }

  /** @return the text with blanks in the place of what breaks a line. */
  public static String oneLine(String text) {
    return Gap.CONTROL.matcher(text).replaceAll(" ");
  }

  /** What constants need before this class has its own. */
  private static final class Gap {
    static final Pattern FORM = Pattern.compile("\\{(path|)}");
    static final String NAME = "[A-Za-z0-9_.:,@%+=-]+";
    static final String PLAIN_PATH = "/[A-Za-z0-9_.:,@%+=/-]*";
    /** Quotes end before a quote, which is escaped, and begin again. */
    static final String QUOTED_PATH = "'/(?:[^'\\p{Cntrl}]|'\\\\'')*'";
    static final Pattern CONTROL =
        Pattern.compile("[\\p{Cntrl}\u0085\u2028\u2029]+");
  }
}
