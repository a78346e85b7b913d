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
package org.apache.hadoop.hdfs.smarth.conf;

import java.util.Locale;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
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
