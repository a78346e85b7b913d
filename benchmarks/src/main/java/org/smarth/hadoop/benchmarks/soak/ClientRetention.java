/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.soak;

import java.lang.reflect.InvocationTargetException;

/**
 * What this process keeps of files under write, for recovery. By reflection: stock Hadoop, on which
 * a soak runs too, keeps nothing.
 */
final class ClientRetention {
  private static final String PACKAGE = "org.apache.hadoop.hdfs.smarth.client.";

  /** A RetentionBudget; null on stock. */
  private final Object memory;
  /** A SpillSpace; null on stock. */
  private final Object disk;

  private ClientRetention(Object memory, Object disk) {
    this.memory = memory;
    this.disk = disk;
  }

  /**
   * @param bytes the memory that the clients have
   * @param spillDir where they spill
   * @param spillBytes how much
   */
  static ClientRetention of(long bytes, String spillDir, long spillBytes) {
    try {
      return new ClientRetention(
          Class.forName(PACKAGE + "RetentionBudget").getMethod("shared", long.class)
              .invoke(null, bytes),
          Class.forName(PACKAGE + "SpillSpace").getMethod("shared", String.class, long.class)
              .invoke(null, spillDir, spillBytes));
    } catch (ClassNotFoundException e) {
      return new ClientRetention(null, null);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot ask for what the client retains", e);
    }
  }

  /** Bytes in memory now, beyond what each file may always have. */
  long memory() {
    return get(memory, "getUsed");
  }

  /** Bytes on disk now. */
  long disk() {
    return get(disk, "getUsed");
  }

  /** The most bytes on disk so far. */
  long diskPeak() {
    return get(disk, "getPeak");
  }

  private static long get(Object of, String name) {
    if (of == null) {
      return 0;
    }
    try {
      return (Long) of.getClass().getMethod(name).invoke(of);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot ask for " + name, e);
    }
  }
}
