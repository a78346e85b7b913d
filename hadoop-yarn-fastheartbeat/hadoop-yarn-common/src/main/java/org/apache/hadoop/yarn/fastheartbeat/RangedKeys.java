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
package org.apache.hadoop.yarn.fastheartbeat;

import java.util.Locale;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads keys that have a range. A value outside it, or of the wrong form, is
 * an error that names key, value and range; it is never rounded or replaced.
 * Stateless.
 */
@InterfaceAudience.Private
final class RangedKeys {
  private static final Logger LOG = LoggerFactory.getLogger(RangedKeys.class);

  private RangedKeys() {
  }

  /** @return true or false, if the value is either. */
  static boolean getBoolean(Configuration conf, String key, boolean unset) {
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
      throw wrong(key, value, "true or false");
    }
  }

  /** @return the whole number, if it is from min to max. */
  static long getLong(Configuration conf, String key, long unset, long min,
      long max) {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return unset;
    }
    return inRange(key, value, parse(value), min, max);
  }

  /**
   * As {@link #getLong}, of a key of stock's, which stock reads with
   * Configuration#getLong or #getInt: in the same forms, as 0x10.
   */
  static long getStockLong(Configuration conf, String key, long unset, long min,
      long max) {
    return inRange(key, conf.getTrimmed(key), stockLong(conf, key, unset), min,
        max);
  }

  /** @return null if stock takes it for no number. */
  static Long stockLong(Configuration conf, String key, long unset) {
    try {
      return conf.getLong(key, unset);
    } catch (NumberFormatException e) {
      LOG.debug("{} is no number", key, e);
      return null;
    }
  }

  private static long inRange(String key, String value, Long number, long min,
      long max) {
    if (number == null || number < min || number > max) {
      throw wrong(key, value, "a whole number from " + min + " to " + max);
    }
    return number;
  }

  /**
   * As {@link #getLong}, but the default, which may come from the defaults
   * file, is max if max is less.
   */
  static long getLongOrShortDefault(Configuration conf, String key,
      long unset, long min, long max) {
    String value = conf.getTrimmed(key);
    if (value == null || value.equals(String.valueOf(unset))) {
      return Math.min(unset, max);
    }
    return getLong(conf, key, unset, min, max);
  }

  /** @return what to say of a value that is used all the same. */
  static String senseless(Configuration conf, String key, String sensible) {
    return key + " = " + conf.getTrimmed(key) + " makes no sense: it should be "
        + sensible;
  }

  static HadoopIllegalArgumentException wrong(String key, Object value,
      String range) {
    return new HadoopIllegalArgumentException(
        key + " = " + value + ": must be " + range);
  }

  private static Long parse(String value) {
    try {
      return Long.valueOf(value);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
