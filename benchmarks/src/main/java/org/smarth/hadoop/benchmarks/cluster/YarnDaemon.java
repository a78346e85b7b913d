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

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.service.CompositeService;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/** A daemon of YARN or MapReduce in a JVM of its own, which it lives as long as. */
enum YarnDaemon {
  RESOURCE_MANAGER {
    @Override
    CompositeService create() {
      return new ResourceManager();
    }
  },
  NODE_MANAGER {
    @Override
    CompositeService create() {
      return new NodeManager();
    }
  },
  HISTORY_SERVER {
    @Override
    CompositeService create() {
      return new JobHistoryServer();
    }
  };

  abstract CompositeService create();

  void start() {
    CompositeService daemon = create();
    daemon.init(new YarnConfiguration(new JobConf()));
    daemon.start();
  }
}
