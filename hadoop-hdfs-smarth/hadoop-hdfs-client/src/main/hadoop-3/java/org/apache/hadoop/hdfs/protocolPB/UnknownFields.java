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
package org.apache.hadoop.hdfs.protocolPB;

import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageOrBuilder;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.ExtensionFields;

/** Protobuf's unknown fields, which carry what is ours. Immutable. */
@InterfaceAudience.Private
public final class UnknownFields implements ExtensionFields {
  private final UnknownFieldSet fields;

  private UnknownFields(UnknownFieldSet fields) {
    this.fields = fields;
  }

  /** @return those of a message of stock. */
  public static UnknownFields of(MessageOrBuilder message) {
    return of(message.getUnknownFields());
  }

  /** @return the same. */
  public static UnknownFields of(UnknownFieldSet fields) {
    return new UnknownFields(fields);
  }

  /**
   * @param message of fields of ours
   * @return what a message of stock takes
   */
  public static UnknownFieldSet toSet(byte[] message) {
    try {
      return UnknownFieldSet.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a message of our own does not parse", e);
    }
  }

  @Override
  public boolean has(int number) {
    return fields.hasField(number);
  }

  @Override
  public byte[] get(int number) {
    if (!has(number)) {
      return new byte[0];
    }
    return UnknownFieldSet.newBuilder()
        .addField(number, fields.getField(number)).build().toByteArray();
  }
}
