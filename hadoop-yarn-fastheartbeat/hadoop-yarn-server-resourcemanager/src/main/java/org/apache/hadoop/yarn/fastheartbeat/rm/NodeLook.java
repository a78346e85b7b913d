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
package org.apache.hadoop.yarn.fastheartbeat.rm;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Whether the scheduler's look at a node is one that it has in stock, too: with
 * a heartbeat of the configured interval, or one that reports what finished.
 * <p>
 * Stock counts looks, and an application that has missed enough of them takes
 * a worse node than it asked for. It trusts that a node is looked at about once
 * an interval. So an <em>extra</em> look, with an offer or with a heartbeat of
 * a shorter period, counts for nothing, and gives a container only to who gets
 * the very node that it asked for, or asked for none. It is over with the first
 * application that would have to take less: those behind it do not get ahead.
 * So what an extra look gives away is what stock's next look would give away
 * first.
 * <p>
 * Known to the thread that looks. Thread-safe.
 */
@InterfaceAudience.Private
public final class NodeLook {
  private static final ThreadLocal<Extra> EXTRA = new ThreadLocal<>();
  private static final ThreadLocal<Boolean> OFFER = new ThreadLocal<>();

  /** Of one thread. */
  private static final class Extra {
    private boolean over;
  }

  private NodeLook() {
  }

  /** Looks in this thread, as stock would not at this time. */
  public static void extra(Runnable look) {
    EXTRA.set(new Extra());
    try {
      look.run();
    } finally {
      EXTRA.remove();
    }
  }

  /** Looks in this thread at a node that has sent no heartbeat. */
  public static void offer(Runnable look) {
    OFFER.set(true);
    try {
      look.run();
    } finally {
      OFFER.remove();
    }
  }

  /** @return whether the look is not with a heartbeat. */
  public static boolean isOffer() {
    return OFFER.get() != null;
  }

  /** @return whether stock would look now, and count it. */
  public static boolean counts() {
    return EXTRA.get() == null;
  }

  /**
   * An application has asked for other nodes than this one.
   *
   * @return whether it may take this one all the same, if it has waited for
   *     long enough; else the look is over
   */
  public static boolean mayTakeLess() {
    Extra extra = EXTRA.get();
    if (extra != null) {
      extra.over = true;
    }
    return extra == null;
  }

  /** @return whether no application may get anything more. */
  public static boolean isOver() {
    Extra extra = EXTRA.get();
    return extra != null && extra.over;
  }
}
