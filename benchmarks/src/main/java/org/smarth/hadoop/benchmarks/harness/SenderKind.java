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

package org.smarth.hadoop.benchmarks.harness;

import java.util.Locale;

import org.apache.hadoop.conf.Configuration;

/** Who sends heartbeats. */
public enum SenderKind {
  DATANODE(ScriptedDataNodes::new),
  NODE_MANAGER(ScriptedNodeManagers::new),
  APPLICATION_MASTER(ScriptedMasters::new);

  private final Maker maker;

  SenderKind(Maker maker) {
    this.maker = maker;
  }

  private interface Maker {
    ScriptedSenders make(Configuration conf, int count) throws Exception;
  }

  /** Begins the names of its metrics; as "smarth plan --csv" names it. */
  public String prefix() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Registers a number of them. */
  ScriptedSenders create(Configuration conf, int count) throws Exception {
    return maker.make(conf, count);
  }
}
