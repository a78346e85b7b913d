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
package org.apache.hadoop.hdfs.smarth.conf;

import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.util.StringUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads keys that have a range. A value outside it, or of the wrong form, is
 * an error that names key, value and range; it is never rounded or replaced.
 * Stateless.
 */
@InterfaceAudience.Private
public final class RangedConf {
  private static final Logger LOG = LoggerFactory.getLogger(RangedConf.class);
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");

  private RangedConf() {
  }

  /**
   * @param conf where to read
   * @param key the key
   * @param unset the value if the key is absent
   * @return true or false
   * @throws HadoopIllegalArgumentException if it is neither
   */
  public static boolean getBoolean(Configuration conf, String key,
      boolean unset) {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return unset;
    }
    switch (value.toLowerCase(Locale.ROOT)) {
    case "true":
      return true;
    case "false":
      return false;
    default:
      throw new HadoopIllegalArgumentException(
          key + " = " + value + ": must be true or false");
    }
  }

  /**
   * For a daemon that takes another value while it runs.
   *
   * @param key the key
   * @param value null: the key is absent now
   * @param unset the value if the key is absent
   * @param old the value until now
   * @return true or false
   * @throws ReconfigurationException if it is neither
   */
  public static boolean changedBoolean(String key, String value, boolean unset,
      boolean old) throws ReconfigurationException {
    Configuration changed = new Configuration(false);
    if (value != null) {
      changed.set(key, value);
    }
    try {
      return getBoolean(changed, key, unset);
    } catch (HadoopIllegalArgumentException e) {
      throw new ReconfigurationException(key, value, Boolean.toString(old), e);
    }
  }

  /**
   * @param conf where to read
   * @param key the key
   * @param unset the value if the key is absent
   * @param min the least value allowed
   * @param max the greatest value allowed
   * @return the value, min to max
   * @throws HadoopIllegalArgumentException if it is out of range or no number
   */
  public static int getInt(Configuration conf, String key, int unset, int min,
      int max) {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return unset;
    }
    return (int) inRange(key, value, parseLong(value), min, max);
  }

  /**
   * @param conf where to read
   * @param key the key; its value may have a binary suffix (k, m, g, t)
   * @param unset the value if the key is absent
   * @param min the least value allowed, in bytes; zero is always allowed if
   *     zeroMeansAutomatic
   * @param max the greatest value allowed, in bytes
   * @param zeroMeansAutomatic whether 0 stands for a value chosen by the code
   * @return the value in bytes
   * @throws HadoopIllegalArgumentException if it is out of range or no number
   */
  public static long getBytes(Configuration conf, String key, long unset,
      long min, long max, boolean zeroMeansAutomatic) {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return unset;
    }
    Long bytes = null;
    try {
      // The parser takes an empty string for a broken index.
      bytes = value.isEmpty() ? null
          : (Long) StringUtils.TraditionalBinaryPrefix.string2long(value);
    } catch (IllegalArgumentException e) {
      LOG.debug("{} = {} is no number", key, value, e);
    }
    if (zeroMeansAutomatic && bytes != null && bytes == 0) {
      return 0;
    }
    return inRange(key, value, bytes, min, max);
  }

  /**
   * @param conf where to read
   * @param key the key; its value has a unit (ms, s, m, h, d); without one it
   *     counts milliseconds
   * @param unset the value if the key is absent, in the same form
   * @param min the least value allowed, in the same form
   * @param max the greatest value allowed, in the same form
   * @return the value in milliseconds
   * @throws HadoopIllegalArgumentException if it is out of range or no time
   */
  public static long getMillis(Configuration conf, String key, String unset,
      String min, String max) {
    String value = conf.getTrimmed(key);
    Long millis = wholeMillis(key, value == null ? unset : value,
        TimeUnit.MILLISECONDS);
    if (millis == null
        || millis < wholeMillis(key, min, TimeUnit.MILLISECONDS)
        || millis > wholeMillis(key, max, TimeUnit.MILLISECONDS)) {
      throw new HadoopIllegalArgumentException(key + " = " + value
          + ": must be a time from " + min + " to " + max);
    }
    return millis;
  }

  /**
   * @param conf where to read
   * @param key the key
   * @param unset the value if the key is absent
   * @param min the least value allowed
   * @param max the greatest value allowed
   * @return the value, min to max
   * @throws HadoopIllegalArgumentException if it is out of range or no number
   */
  public static double getDouble(Configuration conf, String key, double unset,
      double min, double max) {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return unset;
    }
    double number = parseDouble(value);
    // NaN, which is what is no number comes as, is in no range.
    if (!(number >= min && number <= max)) {
      throw new HadoopIllegalArgumentException(
          key + " = " + value + ": must be a number from " + min + " to " + max);
    }
    return number;
  }

  /**
   * @param conf where to read
   * @param key the key; its value is the name of a constant, in any case
   * @param unset the value if the key is absent, in the same form
   * @param type of the constants
   * @return the constant
   * @throws HadoopIllegalArgumentException if there is none of that name
   */
  public static <E extends Enum<E>> E getEnum(Configuration conf, String key,
      String unset, Class<E> type) {
    String value = conf.getTrimmed(key, unset);
    StringJoiner names = new StringJoiner(" or ");
    for (E constant : type.getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT);
      if (name.equals(value.toLowerCase(Locale.ROOT))) {
        return constant;
      }
      names.add(name);
    }
    throw new HadoopIllegalArgumentException(
        key + " = " + value + ": must be " + names);
  }

  private static double parseDouble(String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /**
   * @param key the key, for errors
   * @param text its value: a whole number, with a time suffix of Hadoop's (ns,
   *     us, ms, s, m, h, d) or without
   * @param bareUnit the unit of a number without suffix
   * @param minMillis the least value allowed, in milliseconds
   * @param maxMillis the greatest value allowed, in milliseconds
   * @return the value in milliseconds
   * @throws HadoopIllegalArgumentException if it is out of range, no whole
   *     number, or no whole number of milliseconds
   */
  public static long parseMillis(String key, String text, TimeUnit bareUnit,
      long minMillis, long maxMillis) {
    Long millis = wholeMillis(key, text.trim(), bareUnit);
    if (millis == null || millis < minMillis || millis > maxMillis) {
      throw new HadoopIllegalArgumentException(key + " = " + text
          + ": must be a whole number of time units from " + minMillis
          + "ms to " + maxMillis + "ms (suffixes ms, s, m, h, d; without one in "
          + bareUnit.name().toLowerCase(Locale.ROOT) + ")");
    }
    return millis;
  }

  /** Null if it is no time, or has a part of a millisecond. */
  private static Long wholeMillis(String key, String value,
      TimeUnit bareUnit) {
    long nanosPerMilli = TimeUnit.MILLISECONDS.toNanos(1);
    try {
      long nanos = NUMBER.matcher(value).matches()
          ? bareUnit.toNanos(Long.parseLong(value)) : withUnit(key, value);
      return nanos % nanosPerMilli == 0 ? (Long) (nanos / nanosPerMilli) : null;
    } catch (NumberFormatException e) {
      LOG.debug("{} = {} is no time", key, value, e);
      return null;
    }
  }

  /** In nanoseconds. */
  private static long withUnit(String key, String value) {
    if (value.isEmpty() || Character.isDigit(value.charAt(value.length() - 1))) {
      throw new NumberFormatException(value);
    }
    Configuration parser = new Configuration(false);
    parser.set(key, value);
    return parser.getTimeDuration(key, 0, TimeUnit.NANOSECONDS);
  }

  private static Long parseLong(String value) {
    try {
      return Long.valueOf(value);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static long inRange(String key, String text, Long value, long min,
      long max) {
    if (value == null || value < min || value > max) {
      throw new HadoopIllegalArgumentException(key + " = " + text
          + ": must be a whole number from " + min + " to " + max);
    }
    return value;
  }
}
