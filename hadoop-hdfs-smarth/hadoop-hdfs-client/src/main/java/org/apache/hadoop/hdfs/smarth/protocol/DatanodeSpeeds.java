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
package org.apache.hadoop.hdfs.smarth.protocol;

import java.io.IOException;
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HeartbeatExtensionProto;
import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * What one datanode says of its own transfers, in a field of its heartbeats
 * that is unknown to, and ignored by, a stock namenode. Immutable.
 */
@InterfaceAudience.Private
public final class DatanodeSpeeds {
  /** Nothing measured. */
  public static final DatanodeSpeeds EMPTY = new DatanodeSpeeds(
      Collections.<Speed>emptyList(), Collections.<Speed>emptyList());

  /**
   * The most bytes that a datanode adds to a heartbeat. A sender of more is
   * not one of ours, but a later one may say more: 16 times that is read.
   */
  public static final int MAX_BYTES = 4096;
  private static final int MAX_BYTES_READ = 16 * MAX_BYTES;
  /** No list of this many records fits into MAX_BYTES. */
  private static final int MAX_RECORDS_READ = 1024;

  private static final int FIELD =
      HeartbeatExtensionProto.SPEEDS_FIELD_NUMBER;

  private final List<Speed> clients;
  private final List<Speed> mirrors;

  /**
   * @param clients by client's IP address: blocks received as the first
   *     datanode of a pipeline. Taken over, not copied
   * @param mirrors by datanode's UUID: blocks forwarded to it. Taken over
   */
  public DatanodeSpeeds(List<Speed> clients, List<Speed> mirrors) {
    this.clients = Collections.unmodifiableList(clients);
    this.mirrors = Collections.unmodifiableList(mirrors);
  }

  /** @return rates of receiving as first datanode, by client's IP address. */
  public List<Speed> getClients() {
    return clients;
  }

  /** @return rates of forwarding, by UUID of the next datanode. */
  public List<Speed> getMirrors() {
    return mirrors;
  }

  /** @return whether nothing was measured. */
  public boolean isEmpty() {
    return clients.isEmpty() && mirrors.isEmpty();
  }

  /**
   * @param speeds what is to be said, in all at most {@link #MAX_BYTES}
   * @return what is added to the heartbeat: it tells that its sender measures
   *     even if speeds is empty
   */
  public static byte[] toFields(DatanodeSpeeds speeds) {
    DatanodeSpeedsProto proto = DatanodeSpeedsProto.newBuilder()
        .addAllClients(SpeedMessages.toProtos(speeds.getClients()))
        .addAllMirrors(SpeedMessages.toProtos(speeds.getMirrors())).build();
    return HeartbeatExtensionProto.newBuilder().setSpeeds(proto).build()
        .toByteArray();
  }

  /**
   * @param fields of a heartbeat
   * @return whether its sender measures speeds
   */
  public static boolean isTold(ExtensionFields fields) {
    return fields.has(FIELD);
  }

  /**
   * @param fields of a heartbeat
   * @return what they say; nothing if malformed or far too long, because a
   *     heartbeat never fails for what it says of speeds
   */
  public static Parsed fromFields(ExtensionFields fields) {
    if (!isTold(fields)) {
      return Parsed.NOTHING;
    }
    byte[] field = fields.get(FIELD);
    if (field.length > MAX_BYTES_READ) {
      return Parsed.MALFORMED;
    }
    try {
      HeartbeatExtensionProto extension =
          HeartbeatExtensionProto.parseFrom(field);
      return extension.hasSpeeds() ? new Parsed(extension.getSpeeds())
          : Parsed.MALFORMED;
    } catch (IOException | IndexOutOfBoundsException e) {
      // Protobuf 2.5 reads beyond its array where a length lies.
      return Parsed.MALFORMED;
    }
  }

  /** What was read from a heartbeat. Immutable. */
  public static final class Parsed {
    private static final Parsed NOTHING = new Parsed(DatanodeSpeeds.EMPTY, 0);
    private static final Parsed MALFORMED =
        new Parsed(DatanodeSpeeds.EMPTY, 1);

    private final DatanodeSpeeds speeds;
    private final int dropped;

    private Parsed(DatanodeSpeeds speeds, int dropped) {
      this.speeds = speeds;
      this.dropped = dropped;
    }

    private Parsed(DatanodeSpeedsProto proto) {
      SpeedMessages.Parsed clients = SpeedMessages.fromProtos(
          proto.getClientsList(), MAX_RECORDS_READ);
      SpeedMessages.Parsed mirrors = SpeedMessages.fromProtos(
          proto.getMirrorsList(), MAX_RECORDS_READ);
      this.speeds =
          new DatanodeSpeeds(clients.getSpeeds(), mirrors.getSpeeds());
      this.dropped = clients.getDropped() + mirrors.getDropped();
    }

    /** @return the plausible ones. */
    public DatanodeSpeeds getSpeeds() {
      return speeds;
    }

    /** @return records dropped; 1 for a malformed or oversized field. */
    public int getDropped() {
      return dropped;
    }
  }
}
