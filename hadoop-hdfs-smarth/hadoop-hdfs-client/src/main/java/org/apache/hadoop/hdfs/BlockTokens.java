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
package org.apache.hadoop.hdfs;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.Time;

/** What a client can tell of a block token. Stateless. */
@InterfaceAudience.Private
final class BlockTokens {
  /** Stock tokens last ten hours; no block should take as long to drain. */
  private static final long SOON_MILLIS = TimeUnit.HOURS.toMillis(1);

  private BlockTokens() {
  }

  /**
   * @param token of a block; empty, or null, if the cluster uses none
   * @return whether it ends within the hour
   * @throws IOException if it cannot be read
   */
  static boolean endsSoon(Token<BlockTokenIdentifier> token)
      throws IOException {
    if (token == null || token.getIdentifier().length == 0) {
      return false;
    }
    BlockTokenIdentifier identifier = new BlockTokenIdentifier();
    identifier.readFields(new DataInputStream(
        new ByteArrayInputStream(token.getIdentifier())));
    return identifier.getExpiryDate() < Time.now() + SOON_MILLIS;
  }
}
