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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.Timer;

/**
 * How fast client hosts reach their first datanodes, and datanodes the next
 * ones, as clients and datanodes tell it. In memory only: heartbeats fill it
 * again within a minute of a restart, and clients within their report period.
 * <p>
 * The numbers of client hosts, of pairs, and of hops between datanodes are
 * bounded: it takes a sixteenth of the heap at most, and 512 MB. That is room
 * for all hops between 1,200 datanodes from 8 GB of heap on, and between 440
 * with 1 GB. When there is none, hosts and datanodes go that were not heard of
 * for longest, and pairs that were measured longest ago. What was not measured
 * again expires. A datanode is known by its UUID, which it keeps when it
 * registers again.
 * <p>
 * Owned by the placement policy. Thread-safe. Reads do not wait for reports,
 * except for one that finds something expired, for the time of a sort.
 */
@InterfaceAudience.Private
public final class SpeedTable {
  /**
   * How many pairs of a client host and a datanode are known at most for each
   * GB of the heap. With its part of its host a pair takes 170 to 220 bytes of
   * heap, or 240 to 290 if both tell of it. A pair takes more the fewer pairs
   * its host has.
   */
  private static final int PAIRS_OF_A_GB = 128 << 10;

  /** How many hops between datanodes, of 125 bytes each. */
  private static final int HOPS_OF_A_GB = 192 << 10;

  /** More of the heap gives no more room. */
  private static final int MOST_GB = 8;

  /** What a datanode takes besides its hops, in hops. */
  private static final int FORWARDER_WEIGHT = 8;

  private final long expiryMillis;
  private final Timer timer;
  private final RecentPairs pairs;
  private final RecentHosts<ClientSpeeds> clients;
  private final RecentHosts<HopRates> hops;

  /**
   * @param clientsMax of how many client hosts rates are kept, from 1
   * @param expiryMillis how long after it was measured a rate counts
   * @param timer whose monotonic clock is used
   */
  public SpeedTable(int clientsMax, long expiryMillis, Timer timer) {
    this(clientsMax, pairsMax(Runtime.getRuntime().maxMemory()),
        hopsMax(Runtime.getRuntime().maxMemory()), expiryMillis, timer);
  }

  /** For tests, which fill small tables. */
  SpeedTable(int clientsMax, int pairsMax, int hopsMax, long expiryMillis,
      Timer timer) {
    this.expiryMillis = expiryMillis;
    this.timer = timer;
    this.pairs = new RecentPairs(pairsMax);
    this.clients = new RecentHosts<>(clientsMax, (host, speeds) -> 1,
        expiryMillis, timer, ClientSpeeds::close);
    this.hops = new RecentHosts<>(hopsMax,
        (host, rates) -> rates.size() + FORWARDER_WEIGHT, expiryMillis, timer,
        rates -> { });
  }

  /** @return how many pairs are known at most with a heap of so many bytes. */
  static int pairsMax(long heap) {
    return partOf(heap, PAIRS_OF_A_GB);
  }

  /** @return how many hops are known at most with a heap of so many bytes. */
  static int hopsMax(long heap) {
    return partOf(heap, HOPS_OF_A_GB);
  }

  private static int partOf(long heap, int ofAGb) {
    return (int) (ofAGb * Math.min(MOST_GB, (double) heap / (1 << 30)));
  }

  /**
   * Takes what a client host measured since its last report.
   *
   * @param host the client's IP address
   * @param speeds by datanode
   * @param known the cluster's datanodes; others change nothing
   * @return how many are of others
   */
  public int learnFromClient(String host, Collection<Speed> speeds,
      KnownDatanodes known) {
    long now = timer.monotonicNow();
    List<Speed> accepted = new ArrayList<>(speeds.size());
    int unknown = 0;
    for (Speed speed : speeds) {
      if (known.rackOf(speed.getPeer()) == null) {
        unknown++;
      } else if (speed.getAgeMillis() <= expiryMillis) {
        accepted.add(speed);
      }
    }
    if (!accepted.isEmpty()) {
      client(host).learnOwn(accepted, known, now);
    }
    return unknown;
  }

  /**
   * Takes what a datanode measured. It repeats that now and then, which changes
   * nothing; what it does not repeat stays known until it expires.
   *
   * @param datanode its UUID, that of a known one
   * @param speeds what it has to say
   * @param known the cluster's datanodes; others change nothing, and neither do
   *     those that were reached elsewhere
   * @return how many are of others
   */
  public int learnFromDatanode(String datanode, DatanodeSpeeds speeds,
      KnownDatanodes known) {
    long now = timer.monotonicNow();
    for (Speed speed : speeds.getClients()) {
      // A host that is unknown for want of room displaces no other one.
      if (speed.getAgeMillis() <= expiryMillis
          && (clients.get(speed.getPeer()) != null
              || pairs.hasRoom(now - speed.getAgeMillis()))) {
        client(speed.getPeer()).learnObserved(datanode, speed, known, now);
      }
    }
    return learnHops(datanode, speeds.getMirrors(), known, now);
  }

  private int learnHops(String datanode, List<Speed> mirrors,
      KnownDatanodes known, long now) {
    if (mirrors.isEmpty()) {
      return 0;
    }
    Map<String, PeerRate> told = new HashMap<>();
    int unknown = 0;
    for (Speed speed : mirrors) {
      if (known.rackOf(speed.getPeer()) == null || !isThere(speed, known)) {
        unknown++;
      } else {
        told.put(speed.getPeer(), new PeerRate(known.nameOf(speed.getPeer()),
            speed.getBytesPerSecond(), now - speed.getAgeMillis()));
      }
    }
    // One at a time, as each learns upon what was learnt before.
    synchronized (hops) {
      hops.put(datanode, getHops(datanode).learn(told, known.rackOf(datanode),
          known, now - expiryMillis, now));
    }
    return unknown;
  }

  /** The UUID is what a writer told; older datanodes tell no address. */
  private static boolean isThere(Speed speed, KnownDatanodes known) {
    return speed.getAddress() == null
        || known.isAt(speed.getPeer(), speed.getAddress());
  }

  /** @return what is known of a client host; null if nothing. */
  public ClientSpeeds findClient(String host) {
    return clients.get(host);
  }

  /**
   * @param datanode a UUID
   * @return the rates from it to other datanodes; empty if none is known
   */
  public HopRates getHops(String datanode) {
    HopRates rates = hops.get(datanode);
    return rates == null
        || timer.monotonicNow() - rates.getLearntAt() > expiryMillis
            ? HopRates.EMPTY : rates;
  }

  /** Forgets that a client host knows a datanode which is gone. */
  public void forget(String host, String datanode) {
    ClientSpeeds client = findClient(host);
    if (client != null) {
      client.forget(datanode, timer.monotonicNow());
    }
  }

  /** @return how many pairs of client host and datanode are known. */
  long getPairCount() {
    return pairs.size();
  }

  /** @return how many pairs had to go for newer ones. */
  public long getForgottenPairs() {
    return pairs.getForgotten();
  }

  /** @return how many client hosts had to go for others. */
  public long getForgottenClients() {
    return clients.getForgotten();
  }

  /** @return of how many datanodes the hops had to go for others'. */
  public long getForgottenForwarders() {
    return hops.getForgotten();
  }

  /**
   * Counts what there is, with single rates that expired and were not asked for
   * since. Those who tell and choose do not wait for it.
   */
  void count(SpeedTotals.Counter counter) {
    forEachClient((host, ranking) -> counter.addClient(ranking));
    hops.forgetExpired();
    hops.asMap().values().forEach(counter::addForwarder);
  }

  /**
   * Shows what is known of each client host, with single rates that expired and
   * were not asked for since. Those who tell and choose do not wait for it.
   *
   * @param reader is given an IP address and its datanodes
   */
  public void forEachClient(BiConsumer<String, Ranking> reader) {
    clients.forgetExpired();
    clients.asMap().forEach(
        (host, client) -> reader.accept(host, client.getLatestRanking()));
  }

  /**
   * @param max how many pairs
   * @param known the cluster's datanodes; others are left out
   * @return what is known of client hosts, by IP address
   */
  public SpeedListing listClients(int max, KnownDatanodes known) {
    long now = timer.monotonicNow();
    SpeedListing listing = new SpeedListing(max);
    for (Map.Entry<String, ClientSpeeds> client : clients.asMap().entrySet()) {
      listing.add(client.getKey(),
          client.getValue().getRanking(now).toSpeeds(now, known));
    }
    return listing;
  }

  /**
   * @param max how many pairs
   * @param known the cluster's datanodes; others are left out
   * @return what is known of datanodes that forward, by UUID
   */
  public SpeedListing listForwarders(int max, KnownDatanodes known) {
    long now = timer.monotonicNow();
    SpeedListing listing = new SpeedListing(max);
    for (Map.Entry<String, HopRates> from : hops.asMap().entrySet()) {
      if (known.rackOf(from.getKey()) != null) {
        listing.add(from.getKey(),
            getHops(from.getKey()).getAll().toSpeeds(now, known));
      }
    }
    return listing;
  }

  private ClientSpeeds client(String host) {
    return clients.hear(host, () -> new ClientSpeeds(expiryMillis, pairs,
        empty -> clients.forget(host, empty)));
  }

  /** Which datanodes the cluster has. Thread-safe. */
  public interface KnownDatanodes {
    /**
     * @param datanode a UUID
     * @return the rack of a datanode that is registered and not dead; null if
     *     there is none with this UUID
     */
    String rackOf(String datanode);

    /**
     * @param datanode the UUID of a known one
     * @param address host and port
     * @return whether others reach it there
     */
    default boolean isAt(String datanode, String address) {
      return true;
    }

    /**
     * @param datanode a UUID
     * @return what operators call it: host name and port, if it is known
     */
    default String labelOf(String datanode) {
      return datanode;
    }

    /**
     * @param datanode a UUID
     * @return an equal one, for those who keep it: all get the same object, if
     *     the datanode is known
     */
    default String nameOf(String datanode) {
      return datanode;
    }
  }

  /**
   * A part of the table for people to read, with a bounded number of pairs. Not
   * thread-safe.
   */
  public static final class SpeedListing {
    private final SortedMap<String, List<Speed>> hosts = new TreeMap<>();
    private int left;
    private long omitted;

    /** @param max how many pairs it may have */
    SpeedListing(int max) {
      this.left = max;
    }

    /** Adds a host, as a whole or not at all. */
    void add(String host, List<Speed> datanodes) {
      if (datanodes.size() > left) {
        omitted += datanodes.size();
      } else if (!datanodes.isEmpty()) {
        left -= datanodes.size();
        hosts.put(host, datanodes);
      }
    }

    /** @return by host; of each the datanodes, the fastest first. */
    public SortedMap<String, List<Speed>> getHosts() {
      return Collections.unmodifiableSortedMap(hosts);
    }

    /** @return how many pairs there is no room for. */
    public long getOmitted() {
      return omitted;
    }
  }
}
