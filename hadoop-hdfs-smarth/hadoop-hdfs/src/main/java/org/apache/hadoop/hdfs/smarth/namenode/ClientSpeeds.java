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
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * The rates between one client host and the datanodes that were the first of
 * its pipelines. Those who report take its lock and leave a new ranking behind;
 * block allocations read the ranking without the lock.
 */
final class ClientSpeeds {
  /**
   * By how much a datanode's measurement must be newer to count instead of the
   * client's own, in milliseconds: more than two of its report periods have
   * then passed without a word from it.
   */
  private static final long OWN_PREFERRED_MILLIS = 10_000;

  /** Within this a datanode repeats one measurement, in milliseconds. */
  private static final long REPEATED_WITHIN_MILLIS = 500;

  /** Of more changes at once the ranking is sorted anew. */
  private static final int REPLACED_SINGLY = 16;

  private final long expiryMillis;
  // By datanode. Changed under this.
  private final Map<String, Pair> pairs = new ConcurrentHashMap<>(4);
  // All written under this.
  private volatile Ranking ranking = rankingOf(Collections.emptyList());
  // Without what the client says; null: not asked for since it changed a lot.
  private volatile Ranking measured;
  private volatile boolean reportsItself;
  // When a slow datanode was last tried again. Guarded by this.
  private long triedAt = Long.MIN_VALUE / 2;

  ClientSpeeds(long expiryMillis) {
    this.expiryMillis = expiryMillis;
  }

  /** Blends in what the client measured since its last report. */
  synchronized void learnOwn(Collection<Speed> speeds, long now) {
    reportsItself = true;
    for (Speed speed : speeds) {
      Pair pair = pair(speed.getPeer());
      pair.own = blend(pair.own, pair.rate(speed, now), now);
      if (speeds.size() <= REPLACED_SINGLY) {
        rank(pair, now);
      }
    }
    if (speeds.size() > REPLACED_SINGLY) {
      rankAll(now);
    }
  }

  /** Takes what a datanode measured, and repeats in every heartbeat. */
  synchronized void learnObserved(String datanode, Speed speed, long now) {
    Pair pair = pair(datanode);
    PeerRate rate = pair.rate(speed, now);
    if (pair.observed == null
        || pair.observed.getBytesPerSecond() != rate.getBytesPerSecond()
        || Math.abs(pair.observed.getMeasuredAt() - rate.getMeasuredAt())
            > REPEATED_WITHIN_MILLIS) {
      PeerRate old = pair.observed;
      pair.observed = old == null ? rate : rate.after(old);
      if (measured != null) {
        measured = measured.replace(old, pair.observed);
      }
      rank(pair, now);
    }
  }

  /**
   * Whether a datanode that was slow is to be tried again. It is tried once, as
   * whoever gets true will do that; and one at a time, as it may still be slow.
   *
   * @param datanode a UUID
   * @param least for how long any rate is believed, in milliseconds
   */
  boolean tryAgain(String datanode, long now, long least) {
    PeerRate rate = find(datanode, known -> known.effective);
    return rate != null && rate.isDoubtful(now, least)
        && isTurnOf(datanode, now, least);
  }

  private synchronized boolean isTurnOf(String datanode, long now,
      long least) {
    Pair pair = pairs.get(datanode);
    if (pair == null || now - triedAt < least
        || pair.tried == pair.effective) {
      return false;
    }
    triedAt = now;
    pair.tried = pair.effective;
    return true;
  }

  /** Forgets a datanode that is no longer in the cluster. */
  synchronized void forget(String datanode, long now) {
    pairs.remove(datanode);
    rankAll(now);
  }

  /** @return what counts now. Without a lock, unless something expired. */
  Ranking getRanking(long now) {
    Ranking current = ranking;
    return isExpired(current.getOldest(), now) ? rankAgain(now) : current;
  }

  /**
   * @return what datanodes measured, whatever the client reports: anybody may
   *     report for all of a host. Without a lock, unless it is asked for the
   *     first time, or something expired
   */
  Ranking getMeasured(long now) {
    Ranking current = measured;
    return current == null || isExpired(current.getOldest(), now)
        ? rankMeasured(now) : current;
  }

  /**
   * @return whether the client tells of its own measurements, and so tries
   *     other datanodes by itself
   */
  boolean isReportsItself() {
    return reportsItself;
  }

  private synchronized Ranking rankAgain(long now) {
    rankAll(now);
    return ranking;
  }

  private synchronized Ranking rankMeasured(long now) {
    rankAll(now);
    List<PeerRate> rates = new ArrayList<>(pairs.size());
    for (Pair pair : pairs.values()) {
      if (pair.observed != null) {
        rates.add(pair.observed);
      }
    }
    measured = Ranking.of(rates,
        datanode -> find(datanode, pair -> pair.observed));
    return measured;
  }

  private PeerRate find(String datanode, Function<Pair, PeerRate> which) {
    Pair pair = pairs.get(datanode);
    return pair == null ? null : which.apply(pair);
  }

  private Pair pair(String datanode) {
    Pair pair = pairs.get(datanode);
    if (pair == null) {
      pair = new Pair(datanode);
      pairs.put(datanode, pair);
    }
    return pair;
  }

  /** Puts one pair into its place. Under the lock. */
  private void rank(Pair pair, long now) {
    expire(pair, now);
    PeerRate old = pair.effective;
    pair.effective = pair.choose();
    if (old != pair.effective) {
      ranking = ranking.replace(old, pair.effective);
    }
  }

  /** Puts all into their places, without what expired. Under the lock. */
  private void rankAll(long now) {
    boolean own = false;
    List<PeerRate> rates = new ArrayList<>(pairs.size());
    for (Iterator<Pair> all = pairs.values().iterator(); all.hasNext();) {
      Pair pair = all.next();
      expire(pair, now);
      pair.effective = pair.choose();
      if (pair.effective == null) {
        all.remove();
      } else {
        rates.add(pair.effective);
        own |= pair.own != null;
      }
    }
    reportsItself = own;
    ranking = rankingOf(rates);
    measured = null;
  }

  private Ranking rankingOf(List<PeerRate> rates) {
    return Ranking.of(rates,
        datanode -> find(datanode, pair -> pair.effective));
  }

  private PeerRate blend(PeerRate old, PeerRate reported, long now) {
    PeerRate known = unexpired(old, now);
    if (known == null) {
      return reported;
    }
    return reported.blendedWith(known);
  }

  private void expire(Pair pair, long now) {
    pair.own = unexpired(pair.own, now);
    if (pair.observed != null && unexpired(pair.observed, now) == null) {
      pair.observed = null;
      measured = null;
    }
  }

  private PeerRate unexpired(PeerRate rate, long now) {
    return rate == null || isExpired(rate.getMeasuredAt(), now) ? null : rate;
  }

  private boolean isExpired(long measuredAt, long now) {
    return measuredAt < now - expiryMillis;
  }

  /** What is known of one datanode. Written under the client's lock. */
  private static final class Pair {
    // One for all rates, as each message has strings of its own.
    private final String datanode;
    // Null: not measured, or expired. Guarded by the client's lock.
    private PeerRate own;
    private volatile PeerRate observed;
    // Which of the two counts.
    private volatile PeerRate effective;
    // What was doubted when it was last tried again. As own.
    private PeerRate tried;

    private Pair(String datanode) {
      this.datanode = datanode;
    }

    private PeerRate rate(Speed speed, long now) {
      return new PeerRate(datanode, speed.getBytesPerSecond(),
          now - speed.getAgeMillis());
    }

    private PeerRate choose() {
      if (own == null) {
        return observed;
      }
      return observed != null && observed.getMeasuredAt()
          > own.getMeasuredAt() + OWN_PREFERRED_MILLIS ? observed : own;
    }
  }
}
