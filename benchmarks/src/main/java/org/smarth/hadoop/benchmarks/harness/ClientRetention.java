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

import org.apache.hadoop.conf.Configuration;

/**
 * What this process keeps of files under write, for recovery. By reflection: stock Hadoop, which is
 * measured too, keeps nothing that can be asked for.
 *
 * @param budget a RetentionBudget; null on stock
 * @param space a SpillSpace; null on stock
 */
public record ClientRetention(Object budget, Object space) {
  private static final String CLIENT = "org.apache.hadoop.hdfs.smarth.client.SmarthClient";

  /** Of the process's clients that have this configuration. */
  public static ClientRetention of(Configuration conf) {
    try {
      Object client = Class.forName(CLIENT).getConstructor(Configuration.class).newInstance(conf);
      return new ClientRetention(call(client, "getBudget"), call(client, "getSpillSpace"));
    } catch (ClassNotFoundException e) {
      return new ClientRetention(null, null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot ask for what the client retains", e);
    }
  }

  private static Object call(Object of, String name) throws ReflectiveOperationException {
    return of.getClass().getMethod(name).invoke(of);
  }

  /** Bytes in memory now, beyond what each file may always have. */
  public long memory() {
    return get(budget, "getUsed");
  }

  /** Bytes in memory now, of all files. */
  public long held() {
    return get(budget, "getHeld");
  }

  /** Bytes on disk now. */
  public long disk() {
    return get(space, "getUsed");
  }

  /** The most bytes on disk so far. */
  public long diskPeak() {
    return get(space, "getPeak");
  }

  private static long get(Object of, String name) {
    if (of == null) {
      return 0;
    }
    try {
      return (Long) call(of, name);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot ask for " + name, e);
    }
  }
}
