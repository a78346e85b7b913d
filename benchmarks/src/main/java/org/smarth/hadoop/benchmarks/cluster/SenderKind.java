/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.cluster;

import java.util.Locale;

import org.apache.hadoop.conf.Configuration;

/** Who sends heartbeats. */
public enum SenderKind {
  DATANODE {
    @Override
    ScriptedSenders create(Configuration conf, int count) throws Exception {
      return new ScriptedDataNodes(conf, count);
    }
  },
  NODE_MANAGER {
    @Override
    ScriptedSenders create(Configuration conf, int count) throws Exception {
      return new ScriptedNodeManagers(conf, count);
    }
  },
  APPLICATION_MASTER {
    @Override
    ScriptedSenders create(Configuration conf, int count) throws Exception {
      return new ScriptedMasters(conf, count);
    }
  };

  /** Begins the names of its metrics; as "hadoop-yarn-fastheartbeat plan --csv" names it. */
  public String prefix() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Registers so many of them. */
  abstract ScriptedSenders create(Configuration conf, int count) throws Exception;
}
