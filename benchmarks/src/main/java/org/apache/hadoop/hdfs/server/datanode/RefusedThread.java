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
package org.apache.hadoop.hdfs.server.datanode;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

/**
 * Lets one forwarder of the DataNodes of this JVM find no thread, as on a machine that has no more.
 * What makes these threads is found by its name: this is compiled against stock Hadoop, and used
 * with jars that have it. In this package because it is package-private.
 */
public final class RefusedThread {
  private final AtomicBoolean armed = new AtomicBoolean();

  /** From now on this DataNode may be the one. One of stock's has no forwarders. */
  public void install(DataNode node) {
    BiFunction<ThreadGroup, Runnable, Thread> maker = this::newThread;
    try {
      Object service = DataNode.class.getDeclaredField("firstNodeService").get(node);
      service.getClass().getDeclaredMethod("setThreads", BiFunction.class).invoke(service, maker);
    } catch (NoSuchFieldException e) {
      return;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot refuse the DataNode's threads", e);
    }
  }

  private Thread newThread(ThreadGroup group, Runnable task) {
    return armed.compareAndSet(true, false) ? new Refused(group, task) : new Thread(group, task);
  }

  /** The next thread of all these DataNodes is refused. */
  public void refuseNext() {
    armed.set(true);
  }

  public void clear() {
    armed.set(false);
  }

  private static final class Refused extends Thread {
    Refused(ThreadGroup group, Runnable task) {
      super(group, task);
    }

    @Override
    public void start() {
      throw new OutOfMemoryError("unable to create native thread (soak)");
    }
  }
}
