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

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as Hadoop writes them: K, M, G and T are powers of 1024. */
public final class ByteSize {
  public static final long KIB = 1024;
  public static final long MIB = 1024 * KIB;
  public static final long GIB = 1024 * MIB;
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*([kKmMgGtT]?)[bB]?");
  private static final String UNITS = "KMGT";

  private ByteSize() {
  }

  /**
   * Reads "512M", "64m" or "1048576".
   *
   * @throws IllegalArgumentException with a message that names the form and the range
   */
  public static long parse(String text, long least, long most) {
    Matcher form = FORM.matcher(text.trim());
    double bytes = -1;
    if (form.matches()) {
      int power = UNITS.indexOf(form.group(2).toUpperCase(Locale.ROOT)) + 1;
      bytes = Double.parseDouble(form.group(1))
          * Math.pow(1024, form.group(2).isEmpty() ? 0 : power);
    }
    if (bytes < least || bytes > most) {
      throw new IllegalArgumentException("'" + text + "' is no size from " + format(least) + " to "
          + format(most) + "; give a number with K, M or G");
    }
    return (long) bytes;
  }

  /** The shortest exact form up to one decimal: "512 MiB", "1.5 GiB", "17 bytes". */
  public static String format(long bytes) {
    if (bytes < KIB) {
      return bytes + (bytes == 1 ? " byte" : " bytes");
    }
    int power = 1;
    long unit = KIB;
    while (bytes / unit >= KIB && power < UNITS.length()) {
      unit *= KIB;
      power++;
    }
    String number = bytes % unit == 0 ? Long.toString(bytes / unit)
        : String.format(Locale.ROOT, "%.1f", (double) bytes / unit);
    return number + " " + UNITS.charAt(power - 1) + "iB";
  }
}
