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
package org.smarth.hadoop.tools;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A bandwidth in bit/s, as "1g", "100M" or "10Gbps". Immutable. */
final class Bandwidth {
  private static final Pattern FORM = Pattern.compile(
      "([0-9]+(?:\\.[0-9]+)?)([kmgt]?)(?:bps|bit/s|bit)?");
  private static final String PREFIXES = "kmgt";

  private final double bitsPerSecond;

  private Bandwidth(double bitsPerSecond) {
    this.bitsPerSecond = bitsPerSecond;
  }

  double getBitsPerSecond() {
    return bitsPerSecond;
  }

  /** Reads the option; prefixes are powers of 1,000. */
  static final class Converter implements ITypeConverter<Bandwidth> {
    @Override
    public Bandwidth convert(String text) {
      Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
      if (form.matches()) {
        int power = form.group(2).isEmpty() ? 0
            : 1 + PREFIXES.indexOf(form.group(2));
        double bits = Double.parseDouble(form.group(1)) * Math.pow(1e3, power);
        if (bits >= 1e3 && bits <= 1e15) {
          return new Bandwidth(bits);
        }
      }
      throw new TypeConversionException("'" + text + "' is no bandwidth from"
          + " 1k to 1000t bit/s; for example 100M, 1g, 10Gbps");
    }
  }
}
