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

import org.apache.hadoop.classification.InterfaceAudience;

/** How to find the first datanode of a block: by speed, or as stock does. */
@InterfaceAudience.Private
public final class FirstChoice {
  private final TopChoice fastest;
  private final Fallback fallback;
  private final String triedAgain;

  FirstChoice(TopChoice fastest) {
    this(fastest, null, null);
  }

  FirstChoice(Fallback fallback) {
    this(null, fallback, null);
  }

  private FirstChoice(TopChoice fastest, Fallback fallback,
      String triedAgain) {
    this.fastest = fastest;
    this.fallback = fallback;
    this.triedAgain = triedAgain;
  }

  /**
   * @param limping the UUID of a datanode that may have recovered
   * @param fastest for when it is refused
   */
  static FirstChoice tryingAgain(String limping, TopChoice fastest) {
    return new FirstChoice(fastest.withFirst(limping), null, limping);
  }

  /** @return the fastest datanodes; null if stock is to choose. */
  public TopChoice getFastest() {
    return fastest;
  }

  /** @return why stock is to choose; null if it is not. */
  public Fallback getFallback() {
    return fallback;
  }

  /** @return whether it is chosen to see if it has recovered. */
  public boolean isTriedAgain(String datanode) {
    return datanode.equals(triedAgain);
  }
}
