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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.management.ObjectName;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.util.MBeans;
import org.apache.hadoop.util.Timer;

/**
 * A bean of a NameNode, shown from when this is made to when it is closed. A
 * process may have several NameNodes, and the metrics system tells only
 * miniature clusters apart. The names of the first one's have no suffix.
 * Thread-safe.
 */
@InterfaceAudience.Private
public final class NamenodeBean {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  // Names with suffixes. Guarded by itself.
  private static final Set<String> TAKEN = new HashSet<>();

  private final String name;
  private final String suffix;
  // Null: JMX refused it.
  private final ObjectName registered;

  /**
   * @param name the same for all NameNodes
   * @param bean implements an MXBean
   */
  public NamenodeBean(String name, Object bean) {
    this.name = name;
    suffix = take(name);
    registered = MBeans.register("NameNode", name + suffix, bean);
  }

  /** @return one that nobody else has until it is given back. */
  private static String take(String name) {
    synchronized (TAKEN) {
      String free = "";
      for (int i = 2; !TAKEN.add(name + free); i++) {
        free = "-" + i;
      }
      return free;
    }
  }

  /** @return what tells its NameNode from others of the process. */
  String getSuffix() {
    return suffix;
  }

  /** Shows it no longer. */
  public void close() {
    if (registered != null) {
      MBeans.unregister(registered);
    }
    synchronized (TAKEN) {
      TAKEN.remove(name + suffix);
    }
  }

  /**
   * @param value of maps, lists, strings, numbers and truth values
   * @return what a bean says of it
   */
  public static String json(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("No JSON: " + value, e);
    }
  }

  /**
   * What operators ask for again and again, made at most every ten seconds, by
   * whoever asks first. Thread-safe.
   *
   * @param <T> immutable
   */
  public static final class RecentValue<T> {
    static final long MAX_AGE_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Supplier<T> maker;
    private final Timer timer;
    // Null: never made. Both guarded by this.
    private T latest;
    private long madeAt;

    /**
     * @param maker is called by one thread at a time, under this object's lock
     * @param timer whose monotonic clock is used
     */
    public RecentValue(Supplier<T> maker, Timer timer) {
      this.maker = maker;
      this.timer = timer;
    }

    public synchronized T get() {
      long now = timer.monotonicNow();
      if (latest == null || now - madeAt >= MAX_AGE_MILLIS) {
        latest = maker.get();
        madeAt = now;
      }
      return latest;
    }
  }
}
