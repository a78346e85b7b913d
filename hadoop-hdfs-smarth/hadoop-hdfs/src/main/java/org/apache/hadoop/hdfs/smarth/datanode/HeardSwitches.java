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

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * What the active NameNode of each nameservice said last of its switch. As
 * stock, a datanode believes another NameNode that it is the active one if its
 * claim is a later one. Thread-safe.
 */
@InterfaceAudience.Private
public final class HeardSwitches {
  /** How long blocks wait for a first answer of a nameservice, in all. */
  private static final long FIRST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);
  /** Before any claim. */
  private static final long STANDBY = Long.MIN_VALUE;

  // By block pool. Written under this.
  private final ConcurrentMap<String, Heard> heard = new ConcurrentHashMap<>();
  // Until when blocks wait, by block pool. Guarded by this.
  private final Map<String, Long> deadlines = new HashMap<>();

  /**
   * A NameNode that says it is the active one has answered a heartbeat.
   *
   * @param pool the block pool of its nameservice
   * @param namenode which one of the nameservice
   * @param txid of its claim
   * @param on whether SMARTH is on; empty if it does not say, as a stock one,
   *     which leaves off what was off
   * @return whether something else holds from now on
   */
  public synchronized boolean hear(String pool, Object namenode, long txid,
      Optional<Boolean> on) {
    Heard last = heard.get(pool);
    if (last != null && !last.namenode.equals(namenode) && txid <= last.txid) {
      return false;
    }
    Heard next = new Heard(namenode, txid,
        get(pool).isPresent() && !last.isOn() && !on.isPresent() ? last.on
            : on);
    heard.put(pool, next);
    notifyAll();
    return next.isOn() != (last == null || last.isOn());
  }

  /**
   * A NameNode that does not say it is the active one has answered a
   * heartbeat. It is believed until an active one has said anything: where a
   * nameservice starts, none is active at first.
   *
   * @param on whether SMARTH is on; empty if it does not say
   */
  public synchronized void hearStandby(String pool, Optional<Boolean> on) {
    Heard last = heard.get(pool);
    if (on.isPresent() && (last == null || last.txid == STANDBY)) {
      heard.put(pool, new Heard("standby", STANDBY, on));
      notifyAll();
    }
  }

  /**
   * Whether SMARTH is on there. Where no NameNode has said anything,
   * waits for it, at most a second in all: a datanode serves blocks before its
   * first heartbeat is answered.
   *
   * @return false if nobody has answered by then
   */
  public boolean isOn(String pool) {
    Heard last = heard.get(pool);
    if (last == null) {
      last = awaitFirst(pool);
    }
    return last != null && last.isOn();
  }

  private synchronized Heard awaitFirst(String pool) {
    long deadline = deadlines.computeIfAbsent(pool,
        name -> System.nanoTime() + FIRST_ANSWER_NANOS);
    try {
      long left = deadline - System.nanoTime();
      while (heard.get(pool) == null && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return heard.get(pool);
  }

  /**
   * No NameNode of the nameservice is spoken to any more. If it comes back from
   * an older image, its claims are earlier ones.
   */
  public synchronized void forget(String pool) {
    heard.remove(pool);
    deadlines.remove(pool);
  }

  /** @return whether a NameNode has said that it is off there. */
  public boolean isOff(String pool) {
    Heard last = heard.get(pool);
    return last != null && !last.isOn();
  }

  /** @return what an active NameNode said last; empty if none said anything. */
  public Optional<Boolean> get(String pool) {
    Heard last = heard.get(pool);
    return last == null || last.txid == STANDBY ? Optional.empty() : last.on;
  }

  /** An answer. Immutable. */
  private static final class Heard {
    private final Object namenode;
    private final long txid;
    private final Optional<Boolean> on;

    private Heard(Object namenode, long txid, Optional<Boolean> on) {
      this.namenode = namenode;
      this.txid = txid;
      this.on = on;
    }

    private boolean isOn() {
      return on.orElse(true);
    }
  }
}
