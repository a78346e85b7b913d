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

package org.smarth.hadoop.benchmarks.scenario;

import java.util.Locale;

/** Who can be measured. */
public enum Entrant {
  STOCK("stock 2.10.2", "Hadoop 2.10.2 as it was released"),
  SMARTH("SMARTH", "the drop-in jars with DataNodes / replication pipelines, as in the paper"),
  SMARTH_AUTO("SMARTH auto", "the drop-in jars with as many pipelines as help"),
  SETREP("stock, setrep", "Hadoop 2.10.2 with replication 1, then hdfs dfs -setrep; the time until "
      + "all replicas are there");

  private final String title;
  private final String description;

  Entrant(String title, String description) {
    this.title = title;
    this.description = description;
  }

  /** On the command line: "smarth-auto". */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** In charts and tables. */
  public String title() {
    return title;
  }

  public String description() {
    return description;
  }

  /** Whether its client writes through one pipeline at a time. */
  public boolean isStock() {
    return this == STOCK || this == SETREP;
  }
}
