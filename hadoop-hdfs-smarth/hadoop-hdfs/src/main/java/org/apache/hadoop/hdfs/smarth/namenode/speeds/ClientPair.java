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

import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * What is known of the speed between a client host and one datanode. Written
 * under the lock of the client, which owns it.
 */
final class ClientPair extends RecentPairs.Pair {
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
