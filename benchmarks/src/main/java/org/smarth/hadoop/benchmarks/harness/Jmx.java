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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What a daemon's web server tells of its metrics. */
public final class Jmx {
  private static final int MILLIS = 5000;

  private Jmx() {
  }

  /** @param address of the web server, as host and port */
  public static boolean isThere(String address) {
    try {
      get(address + "/jmx?qry=java.lang:type=Runtime", MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** How many blocks got FNFA from a DataNode since it was started; 0 with stock's jars. */
  public static long firstNodeAcks(String address) throws IOException {
    return counter(address, "FirstNodeAcks");
  }

  /** The sum of a metric over all beans; 0 if none has it. */
  public static long counter(String address, String metric) throws IOException {
    Pattern number = Pattern.compile("\"" + metric + "\"\\s*:\\s*(\\d+)");
    return sum(number, get(address + "/jmx", MILLIS));
  }

  /** The sum of all numbers that are a pattern's first group. */
  public static long sum(Pattern number, String json) {
    return number.matcher(json).results().mapToLong(m -> Long.parseLong(m.group(1))).sum();
  }

  /** @param what host, port and path */
  public static String get(String what, int millis) throws IOException {
    URLConnection connection = URI.create("http://" + what).toURL().openConnection();
    connection.setConnectTimeout(millis);
    connection.setReadTimeout(millis);
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
