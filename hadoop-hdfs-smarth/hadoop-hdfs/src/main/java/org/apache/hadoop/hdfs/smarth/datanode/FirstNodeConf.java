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
package org.apache.hadoop.hdfs.smarth.datanode;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.conf.RangedConf;

/** The datanode's keys, read and checked when it starts. Immutable. */
@InterfaceAudience.Private
public final class FirstNodeConf {
  /** Whether FNFA is granted to clients that ask for it. */
  public static final String ENABLED_KEY = "dfs.datanode.smarth.enabled";
  public static final boolean ENABLED_DEFAULT = true;

  /**
   * The most heap, in bytes, for packets that wait to be forwarded, of all
   * blocks together. When it is used up, clients are slowed to the pace of
   * their downstream. 1 MB is enough for a backlog of 300 MB.
   */
  public static final String FORWARD_MEMORY_KEY =
      "dfs.datanode.smarth.forward.memory";
  public static final long FORWARD_MEMORY_DEFAULT = 128L << 20;
  private static final long FORWARD_MEMORY_MIN = 1L << 20;
  private static final long FORWARD_MEMORY_MAX = 1L << 40;

  private final boolean enabled;
  private final long forwardMemory;

  /**
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong
   */
  public FirstNodeConf(Configuration conf) {
    enabled = RangedConf.getBoolean(conf, ENABLED_KEY, ENABLED_DEFAULT);
    forwardMemory = RangedConf.getBytes(conf, FORWARD_MEMORY_KEY,
        FORWARD_MEMORY_DEFAULT, FORWARD_MEMORY_MIN, FORWARD_MEMORY_MAX, false);
  }

  public boolean isEnabled() {
    return enabled;
  }

  /** @return heap for waiting packets, in bytes. */
  public long getForwardMemory() {
    return forwardMemory;
  }
}
