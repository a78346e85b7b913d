/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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

/**
 * Reads keys that have a range. A value outside it, or of the wrong form, is
 * an error that names key, value and range; it is never rounded or replaced.
 * Stateless.
 */
@InterfaceAudience.Private
final class RangedKeys {
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
    Long number = parse(value);
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
