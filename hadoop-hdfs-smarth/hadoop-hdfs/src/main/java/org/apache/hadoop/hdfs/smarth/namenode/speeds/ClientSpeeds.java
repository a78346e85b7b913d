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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * The rates between one client host and the datanodes that were the first of
 * its pipelines. Those who report take its lock and leave a new ranking behind;
 * block allocations read the ranking without the lock.
 */
@InterfaceAudience.Private
public final class ClientSpeeds {
  /** Of more changes at once the ranking is sorted anew. */
  private static final int REPLACED_SINGLY = 16;

  private final long expiryMillis;
  private final RecentPairs recent;
  private final Consumer<ClientSpeeds> whenEmpty;
  // By datanode. Changed under this.
  private final Map<String, ClientPair> pairs = new ConcurrentHashMap<>(4);
  // All written under this.
  private volatile Ranking ranking = rankingOf(Collections.emptyList());
  // Without what the client says; null: not asked for since it changed a lot.
  private volatile Ranking measured;
  private volatile boolean reporting;
  // Guarded by this.
  private boolean closed;

  /**
   * @param expiryMillis how long after it was measured a rate counts
   * @param recent the pairs of all client hosts
   * @param whenEmpty is told when other hosts' pairs have taken all places
   */
  ClientSpeeds(long expiryMillis, RecentPairs recent,
      Consumer<ClientSpeeds> whenEmpty) {
    this.expiryMillis = expiryMillis;
    this.recent = recent;
    this.whenEmpty = whenEmpty;
  }

  /**
   * Takes what the client measured since its last report.
   *
   * @param known the cluster's datanodes, all of these among them
   */
  void learnOwn(Collection<Speed> speeds, KnownDatanodes known, long now) {
    List<RecentPairs.Pair> tooMany = new ArrayList<>(0);
    synchronized (this) {
      for (Speed speed : speeds) {
        ClientPair pair = pair(speed.getPeer(), speed, known, now);
        if (pair != null) {
          pair.report(speed, now, oldest(now));
          reporting = true;
          if (speeds.size() <= REPLACED_SINGLY) {
            rank(pair, now);
          } else {
            pair.choose();
          }
          addLast(pair, tooMany);
        }
      }
      if (speeds.size() > REPLACED_SINGLY) {
        rankAll(now);
      }
    }
    tooMany.forEach(RecentPairs.Pair::forget);
  }

  /**
   * Takes what a datanode measured, and repeats in every heartbeat.
   *
   * @param known the cluster's datanodes, this one among them
   */
  void learnObserved(String datanode, Speed speed, KnownDatanodes known,
      long now) {
    List<RecentPairs.Pair> tooMany = new ArrayList<>(0);
    synchronized (this) {
      ClientPair pair = pair(datanode, speed, known, now);
      if (pair != null && !pair.isRepeated(speed, now)) {
        PeerRate old = pair.getObserved();
        pair.observe(speed, now);
        if (measured != null) {
          measured = measured.replace(old, pair.getObserved());
        }
        rank(pair, now);
        addLast(pair, tooMany);
      }
    }
    tooMany.forEach(RecentPairs.Pair::forget);
  }

  /**
   * Whether a datanode that was slow is to be tried again: once, by the caller
   * that gets true, as it may still be slow.
   *
   * @param datanode a UUID
   * @param minMillis for how long any rate is believed
   */
  public boolean tryAgain(String datanode, long now, long minMillis) {
    PeerRate rate = find(datanode, ClientPair::getEffective);
    return rate != null && rate.isDoubtful(now, minMillis)
        && tryAgain(datanode);
  }

  private synchronized boolean tryAgain(String datanode) {
    ClientPair pair = pairs.get(datanode);
    return pair != null && pair.tryAgain();
  }

  /** Forgets a datanode that is no longer in the cluster. */
  synchronized void forget(String datanode, long now) {
    ClientPair pair = pairs.remove(datanode);
    if (pair != null) {
      recent.remove(pair);
      rankAll(now);
    }
  }

  /** Forgets a pair for which there is no room, unless it is listed again. */
  void forget(ClientPair pair) {
    synchronized (this) {
      if (recent.contains(pair) || !pairs.remove(pair.getDatanode(), pair)) {
        return;
      }
      ranking = ranking.without(pair.getEffective());
      if (measured != null) {
        measured = measured.without(pair.getObserved());
      }
      if (!pairs.isEmpty()) {
        return;
      }
    }
    whenEmpty.accept(this);
  }

  /** The table forgets the host. What is still told of it here is lost. */
  synchronized void close() {
    closed = true;
    pairs.values().forEach(recent::remove);
    pairs.clear();
  }

  /** @return what counts now. Without a lock, unless something expired. */
  public Ranking getRanking(long now) {
    Ranking current = ranking;
    return isExpired(current.getOldest(), now) ? rankAgain(now) : current;
  }

  /** @return what counted when something was told or asked for last. */
  Ranking getLatestRanking() {
    return ranking;
  }

  /**
   * @return what datanodes measured, whatever the client reports: anybody may
   *     report for all of a host. Without a lock, unless it is asked for the
   *     first time, or something expired
   */
  public Ranking getMeasured(long now) {
    Ranking current = measured;
    return current == null || isExpired(current.getOldest(), now)
        ? rankMeasured(now) : current;
  }

  /**
   * @return whether the client tells of its own measurements, and so tries
   *     other datanodes by itself
   */
  public boolean isReporting() {
    return reporting;
  }

  private synchronized Ranking rankAgain(long now) {
    rankAll(now);
    return ranking;
  }

  private synchronized Ranking rankMeasured(long now) {
    rankAll(now);
    List<PeerRate> rates = new ArrayList<>(pairs.size());
    for (ClientPair pair : pairs.values()) {
      if (pair.getObserved() != null) {
        rates.add(pair.getObserved());
      }
    }
    measured = Ranking.of(rates,
        datanode -> find(datanode, ClientPair::getObserved));
    return measured;
  }

  private PeerRate find(String datanode, Function<ClientPair, PeerRate> which) {
    ClientPair pair = pairs.get(datanode);
    return pair == null ? null : which.apply(pair);
  }

  /** @return null if it is new and there is no room. Under the lock. */
  private ClientPair pair(String datanode, Speed speed, KnownDatanodes known,
      long now) {
    ClientPair pair = pairs.get(datanode);
    if (pair == null && !closed
        && recent.hasRoom(now - speed.getAgeMillis())) {
      pair = new ClientPair(this, known.nameOf(datanode));
      pairs.put(pair.getDatanode(), pair);
    }
    return pair;
  }

  /** @param tooMany gets the pair that has to go for it. Under the lock. */
  private void addLast(ClientPair pair, List<RecentPairs.Pair> tooMany) {
    RecentPairs.Pair first = recent.measured(pair);
    if (first != null) {
      tooMany.add(first);
    }
  }

  /** Puts one pair into its place. Under the lock. */
  private void rank(ClientPair pair, long now) {
    expire(pair, now);
    PeerRate old = pair.getEffective();
    if (pair.choose() != old) {
      ranking = ranking.replace(old, pair.getEffective());
    }
  }

  /** Puts all into their places, without what expired. Under the lock. */
  private void rankAll(long now) {
    boolean own = false;
    List<PeerRate> rates = new ArrayList<>(pairs.size());
    for (Iterator<ClientPair> all = pairs.values().iterator();
        all.hasNext();) {
      ClientPair pair = all.next();
      expire(pair, now);
      PeerRate rate = pair.choose();
      if (rate == null) {
        recent.remove(pair);
        all.remove();
      } else {
        rates.add(rate);
        own |= pair.getOwn() != null;
      }
    }
    reporting = own;
    ranking = rankingOf(rates);
    measured = null;
  }

  private Ranking rankingOf(List<PeerRate> rates) {
    return Ranking.of(rates,
        datanode -> find(datanode, ClientPair::getEffective));
  }

  private void expire(ClientPair pair, long now) {
    if (pair.expire(oldest(now))) {
      measured = null;
    }
  }

  private boolean isExpired(long measuredAt, long now) {
    return measuredAt < oldest(now);
  }

  /** @return when the oldest rate that counts was measured. */
  private long oldest(long now) {
    return now - expiryMillis;
  }

  /**
   * What is known of the speed between a client host and one datanode. Written
   * under the lock of the client, which owns it.
   */
  private static final class ClientPair extends RecentPairs.Pair {
    /**
     * By how much a datanode's measurement must be newer to count instead of the
     * client's own, in milliseconds: more than two of its report periods have
     * then passed without a word from it.
     */
    private static final long OWN_PREFERRED_MILLIS = 10_000;

    /** Within this a datanode repeats one measurement, in milliseconds. */
    private static final long REPEATED_WITHIN_MILLIS = 500;

    private final ClientSpeeds client;
    private final String datanode;
    // Null: not measured, or expired. Guarded by the client's lock.
    private PeerRate own;
    private volatile PeerRate observed;
    // Which of the two counts.
    private volatile PeerRate effective;
    // What was doubted when it was last tried again. As own.
    private PeerRate tried;

    /** @param datanode its UUID; one object for all rates, and all clients */
    ClientPair(ClientSpeeds client, String datanode) {
      this.client = client;
      this.datanode = datanode;
    }

    String getDatanode() {
      return datanode;
    }

    /** @return what the client said of it; null if nothing. */
    PeerRate getOwn() {
      return own;
    }

    /**
     * Takes what the client says of it: the mean of all that it measured since
     * its last report.
     *
     * @param oldest when the oldest rate that counts was measured
     */
    void report(Speed speed, long now, long oldest) {
      PeerRate reported = rate(speed, now);
      own = unexpired(own, oldest) == null ? reported : reported.after(own);
    }

    /** @return what the datanode said of it; null if nothing. */
    PeerRate getObserved() {
      return observed;
    }

    /** @return whether the datanode has said the same before. */
    boolean isRepeated(Speed speed, long now) {
      PeerRate known = observed;
      return known != null
          && known.getBytesPerSecond() == speed.getBytesPerSecond()
          && known.getOnlyWriter() == speed.getOnlyWriter()
          && Math.abs(known.getMeasuredAt() - (now - speed.getAgeMillis()))
              <= REPEATED_WITHIN_MILLIS;
    }

    /** Takes what the datanode says of it. */
    void observe(Speed speed, long now) {
      PeerRate rate = rate(speed, now);
      observed = observed == null ? rate : rate.after(observed);
    }

    /**
     * Forgets what is too old.
     *
     * @param oldest when the oldest rate that counts was measured
     * @return whether what the datanode said is forgotten
     */
    boolean expire(long oldest) {
      own = unexpired(own, oldest);
      boolean isForgotten =
          observed != null && unexpired(observed, oldest) == null;
      if (isForgotten) {
        observed = null;
      }
      return isForgotten;
    }

    private static PeerRate unexpired(PeerRate rate, long oldest) {
      return rate == null || rate.getMeasuredAt() < oldest ? null : rate;
    }

    private PeerRate rate(Speed speed, long now) {
      return new PeerRate(datanode, speed.getBytesPerSecond(),
          now - speed.getAgeMillis(), speed.getOnlyWriter());
    }

    /** @return what counted when it was last chosen; null if nothing. */
    PeerRate getEffective() {
      return effective;
    }

    /** @return what counts from now on; null if nothing is known. */
    PeerRate choose() {
      if (own == null) {
        effective = observed;
      } else {
        effective = observed != null && observed.getMeasuredAt()
            > own.getMeasuredAt() + OWN_PREFERRED_MILLIS ? observed : own;
      }
      return effective;
    }

    /** @return whether its rate was not yet tried again; once. */
    boolean tryAgain() {
      if (tried == effective) {
        return false;
      }
      tried = effective;
      return true;
    }

    @Override
    long getMeasuredAt() {
      PeerRate rate = effective;
      return rate == null ? Long.MIN_VALUE : rate.getMeasuredAt();
    }

    @Override
    void forget() {
      client.forget(this);
    }
  }
}
