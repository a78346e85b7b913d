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
package org.apache.hadoop.hdfs.smarth.speed;

import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * How fast bytes went to, or came from, a peer. Immutable; only plausible ones
 * exist, so that nothing absurd ever reaches a ranking.
 */
@InterfaceAudience.Private
public final class Speed {
  /** The least plausible rate, in bytes per second. */
  public static final long MIN_BYTES_PER_SECOND = 1;
  /** The greatest: 1 Tbit/s, beyond any link. */
  public static final long MAX_BYTES_PER_SECOND = 125_000_000_000L;
  /** The greatest age, in milliseconds: 7 days, as no rate is kept longer. */
  public static final long MAX_AGE_MILLIS = TimeUnit.DAYS.toMillis(7);
  /** The longest name of a peer, in characters. */
  public static final int MAX_PEER_LENGTH = 128;
  /** The longest address, in characters: of a host name, with its port. */
  public static final int MAX_ADDRESS_LENGTH = 261;

  private final String peer;
  private final long bytesPerSecond;
  private final long ageMillis;
  private final String address;
  private final int onlyWriter;

  /**
   * @param peer a datanode's UUID or a client's IP address, 1 to
   *     {@link #MAX_PEER_LENGTH} characters
   * @param bytesPerSecond {@link #MIN_BYTES_PER_SECOND} to
   *     {@link #MAX_BYTES_PER_SECOND}
   * @param ageMillis how long ago it was measured, in milliseconds, 0 to
   *     {@link #MAX_AGE_MILLIS}
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Speed(String peer, long bytesPerSecond, long ageMillis) {
    this(peer, null, 0, bytesPerSecond, ageMillis);
  }

  private Speed(String peer, String address, int onlyWriter,
      long bytesPerSecond, long ageMillis) {
    if (!isPlausible(peer, bytesPerSecond, ageMillis)
        || !isPlausibleAddress(address)) {
      throw new IllegalArgumentException("No plausible speed: " + bytesPerSecond
          + " bytes/s, " + ageMillis + " ms old, of peer " + peer + " at "
          + address);
    }
    this.peer = peer;
    this.address = address;
    this.onlyWriter = onlyWriter;
    this.bytesPerSecond = bytesPerSecond;
    this.ageMillis = ageMillis;
  }

  /**
   * @param where host and port, at most {@link #MAX_ADDRESS_LENGTH}
   *     characters; null if that is not told
   * @return the same speed, of a datanode that was reached there
   * @throws IllegalArgumentException if it is longer
   */
  public Speed at(String where) {
    return new Speed(peer, where, onlyWriter, bytesPerSecond, ageMillis);
  }

  /**
   * @param writer its id; 0 if several have this rate, or it is not told
   * @return the same speed, of the blocks of this writer alone
   */
  public Speed ofOnly(int writer) {
    return new Speed(peer, address, writer, bytesPerSecond, ageMillis);
  }

  /**
   * @param clientName as in its requests
   * @return an id of that writer, not 0; another writer hardly has the same
   */
  public static int writerId(String clientName) {
    int hash = clientName.hashCode();
    return hash == 0 ? 1 : hash;
  }

  /**
   * @param peer as in the constructor
   * @param bytesPerSecond as in the constructor
   * @param ageMillis as in the constructor
   * @return whether the constructor takes these values
   */
  public static boolean isPlausible(String peer, long bytesPerSecond,
      long ageMillis) {
    return peer != null && !peer.isEmpty() && peer.length() <= MAX_PEER_LENGTH
        && bytesPerSecond >= MIN_BYTES_PER_SECOND
        && bytesPerSecond <= MAX_BYTES_PER_SECOND
        && ageMillis >= 0 && ageMillis <= MAX_AGE_MILLIS;
  }

  /** @return whether {@link #at} takes it. */
  public static boolean isPlausibleAddress(String where) {
    return where == null || where.length() <= MAX_ADDRESS_LENGTH;
  }

  /**
   * @param bytes how many
   * @param nanos how long they took, in nanoseconds
   * @return their rate, not faster than {@link #MAX_BYTES_PER_SECOND}; 0 for
   *     less than a byte per second
   */
  public static long bytesPerSecond(long bytes, long nanos) {
    return nanos <= 0 ? MAX_BYTES_PER_SECOND
        : (long) Math.min(MAX_BYTES_PER_SECOND, bytes * 1e9 / nanos);
  }

  /** @return a datanode's UUID or a client's IP address. */
  public String getPeer() {
    return peer;
  }

  /** @return where a datanode was reached; null if that is not told. */
  public String getAddress() {
    return address;
  }

  /**
   * @return the id of the one writer whose blocks have this rate; 0 if several
   *     have it, or it is not told
   */
  public int getOnlyWriter() {
    return onlyWriter;
  }

  /** @return the rate in bytes per second, more than 0. */
  public long getBytesPerSecond() {
    return bytesPerSecond;
  }

  /** @return how long ago it was measured, in milliseconds, from 0. */
  public long getAgeMillis() {
    return ageMillis;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Speed)) {
      return false;
    }
    Speed that = (Speed) other;
    return peer.equals(that.peer) && Objects.equals(address, that.address)
        && onlyWriter == that.onlyWriter
        && bytesPerSecond == that.bytesPerSecond
        && ageMillis == that.ageMillis;
  }

  @Override
  public int hashCode() {
    return Objects.hash(peer, address, onlyWriter, bytesPerSecond, ageMillis);
  }

  @Override
  public String toString() {
    return peer + ": " + bytesPerSecond + " bytes/s, " + ageMillis + " ms ago";
  }
}
