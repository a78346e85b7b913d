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
import java.util.Optional;
import java.util.regex.Pattern;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.conf.SmarthBuild;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeStateProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HeartbeatAnswerExtensionProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HeartbeatExtensionProto;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a datanode says of itself in a heartbeat, and what the answer says of
 * the switch: whether SMARTH is on in the nameservice. Stock peers ignore these
 * fields. Immutable.
 */
@InterfaceAudience.Private
public final class DatanodeState {
  /** Of a stock datanode, which says nothing. */
  public static final DatanodeState SILENT =
      new DatanodeState(Heard.SILENT, "");
  /** Of a datanode of an earlier build, which tells of speeds alone. */
  public static final DatanodeState EARLIER =
      new DatanodeState(Heard.DEAF, "");

  private static final Logger LOG =
      LoggerFactory.getLogger(DatanodeState.class);
  /** Another name of a build is none of ours, and not for a terminal. */
  private static final Pattern BUILD = Pattern.compile("[0-9A-Za-z._-]{1,64}");
  private static final int STATE =
      HeartbeatExtensionProto.STATE_FIELD_NUMBER;
  private static final int ON = HeartbeatAnswerExtensionProto.ON_FIELD_NUMBER;

  private final Heard heard;
  private final String build;

  /**
   * @param heard of the active namenode's switch
   * @param build of its jars
   */
  public DatanodeState(Heard heard, String build) {
    this.heard = heard;
    this.build = build;
  }

  public Heard getHeard() {
    return heard;
  }

  /** @return the build of its jars; empty if it does not say. */
  public String getBuild() {
    return build;
  }

  /**
   * @param on whether SMARTH is on at the namenode that answers
   * @return what it adds to the answer to a heartbeat
   */
  public static byte[] toAnswer(boolean on) {
    return HeartbeatAnswerExtensionProto.newBuilder().setOn(on).build()
        .toByteArray();
  }

  /**
   * @param fields of the answer to a heartbeat
   * @return whether SMARTH is on at the namenode; empty if it does not say
   */
  public static Optional<Boolean> fromAnswer(ExtensionFields fields) {
    try {
      HeartbeatAnswerExtensionProto answer =
          HeartbeatAnswerExtensionProto.parseFrom(fields.get(ON));
      return answer.hasOn() ? Optional.of(answer.getOn()) : Optional.empty();
    } catch (IOException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** @return what a datanode adds to a heartbeat. */
  public static byte[] toFields(DatanodeState state) {
    DatanodeStateProto.Builder proto =
        DatanodeStateProto.newBuilder().setBuild(state.getBuild());
    if (state.getHeard() != Heard.NOTHING) {
      proto.setHeardOn(state.getHeard() == Heard.ON);
    }
    return HeartbeatExtensionProto.newBuilder().setState(proto).build()
        .toByteArray();
  }

  /**
   * @param fields of a heartbeat
   * @return what its sender says of itself; nothing if malformed, because a
   *     heartbeat never fails for it
   */
  public static DatanodeState fromFields(ExtensionFields fields) {
    if (!fields.has(STATE)) {
      return DatanodeSpeeds.isTold(fields) ? EARLIER : SILENT;
    }
    try {
      DatanodeStateProto state =
          HeartbeatExtensionProto.parseFrom(fields.get(STATE)).getState();
      String build = state.getBuild();
      return new DatanodeState(
          !state.hasHeardOn() ? Heard.NOTHING
              : state.getHeardOn() ? Heard.ON : Heard.OFF,
          BUILD.matcher(build).matches() ? build : SmarthBuild.UNKNOWN);
    } catch (IOException | IndexOutOfBoundsException e) {
      // Protobuf 2.5 reads beyond its array where a length lies.
      LOG.debug("A heartbeat's state is malformed", e);
      return SILENT;
    }
  }

  /** What a datanode says that it heard. */
  public enum Heard {
    /** That SMARTH is on. */
    ON,
    /** That SMARTH is off. */
    OFF,
    /** No NameNode that is active has said anything yet. */
    NOTHING,
    /** It does not listen: SMARTH is on for it whatever is said. */
    DEAF,
    /** It does not say: stock. */
    SILENT
  }
}
