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

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;
import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * Speeds to and from the wire. What a peer says is not trusted: what is
 * implausible or too much is dropped and counted, and never an error, because
 * nobody's request may fail for a measurement. Stateless.
 */
@InterfaceAudience.Private
public final class SpeedMessages {
  private SpeedMessages() {
  }

  /**
   * @param speeds any speeds
   * @return the same, in the same order
   */
  public static List<SpeedProto> toProtos(Collection<Speed> speeds) {
    List<SpeedProto> protos = new ArrayList<>(speeds.size());
    for (Speed speed : speeds) {
      protos.add(toProto(speed));
    }
    return protos;
  }

  /**
   * @param protos from a peer
   * @param limit how many are read at most; those after them are dropped
   * @return the plausible ones, in the same order
   */
  public static Parsed fromProtos(List<SpeedProto> protos, int limit) {
    List<Speed> speeds = new ArrayList<>(Math.min(limit, protos.size()));
    for (SpeedProto proto : protos.subList(0,
        Math.min(limit, protos.size()))) {
      // A uint64 beyond Long.MAX_VALUE comes as a negative number.
      if (Speed.isPlausible(proto.getPeer(), proto.getBytesPerSecond(),
          proto.getAgeMillis())
          && Speed.isPlausibleAddress(proto.getAddress())) {
        speeds.add(new Speed(proto.getPeer(), proto.getBytesPerSecond(),
            proto.getAgeMillis())
            .at(proto.hasAddress() ? proto.getAddress() : null)
            .ofOnly(proto.getOnlyWriter()));
      }
    }
    return new Parsed(speeds, protos.size() - speeds.size());
  }

  /**
   * @param speed any speed
   * @return the bytes that it takes in a message which has a list of them
   *     under a field number below 16
   */
  public static int sizeInList(Speed speed) {
    return DatanodeSpeedsProto.newBuilder().addClients(toProto(speed)).build()
        .getSerializedSize();
  }

  private static SpeedProto toProto(Speed speed) {
    SpeedProto.Builder proto = SpeedProto.newBuilder()
        .setPeer(speed.getPeer())
        .setBytesPerSecond(speed.getBytesPerSecond())
        .setAgeMillis(speed.getAgeMillis());
    if (speed.getAddress() != null) {
      proto.setAddress(speed.getAddress());
    }
    if (speed.getOnlyWriter() != 0) {
      proto.setOnlyWriter(speed.getOnlyWriter());
    }
    return proto.build();
  }

  /** What was read from a list. Immutable. */
  public static final class Parsed {
    private final List<Speed> speeds;
    private final int dropped;

    private Parsed(List<Speed> speeds, int dropped) {
      this.speeds = Collections.unmodifiableList(speeds);
      this.dropped = dropped;
    }

    /** @return the plausible ones. */
    public List<Speed> getSpeeds() {
      return speeds;
    }

    /** @return how many were implausible or too many. */
    public int getDropped() {
      return dropped;
    }
  }
}
