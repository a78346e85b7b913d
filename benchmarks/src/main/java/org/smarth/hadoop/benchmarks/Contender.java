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

package org.smarth.hadoop.benchmarks;

import java.util.Locale;

import org.smarth.hadoop.benchmarks.harness.Installation;

/** Who can be measured. */
public enum Contender {
  STOCK("stock " + Installation.HADOOP, 0x7F7F7F,
      "Hadoop " + Installation.HADOOP + " as it was released"),
  SMARTH("SMARTH", 0x1F77B4,
      "the drop-in jars with DataNodes / replication pipelines, as in the paper"),
  SMARTH_AUTO("SMARTH auto", 0x2CA02C, "the drop-in jars with as many pipelines as help"),
  SMARTH_EARLIER("SMARTH earlier", 0x98DF8A,
      "the drop-in jars of an earlier build, as SMARTH auto"),
  SETREP("stock, setrep", 0xBCBD22,
      "Hadoop " + Installation.HADOOP + " with replication 1, then hdfs dfs -setrep; the time "
      + "until all replicas are there"),
  HADOOP_3("Hadoop 3.4", 0x9467BD,
      "the client of Hadoop 3.4.1 with -t 8, of a cluster with stock's daemons"),
  GO("Go client", 0x17BECF, "the Go client of colinmarc, of a cluster with stock's daemons"),
  RPCBIND("stock, rpcbind", 0xD62728,
      "Hadoop " + Installation.HADOOP
      + " as it was released, on nodes where Debian's rpcbind runs"),
  CASE_2("case 2: 3/0.2/0.2 s", 0xAEC7E8, heartbeats("3 s, 0.2 s and 0.2 s")),
  CASE_3("case 3: 1/1/1 s", 0xC5B0D5, heartbeats("1 s, 1 s and 1 s")),
  CASE_4("case 4: 1/1/0.2 s", 0x9467BD, heartbeats("1 s, 1 s and 0.2 s")),
  CASE_5("case 5: 1/0.2/1 s", 0x98DF8A, heartbeats("1 s, 0.2 s and 1 s")),
  CASE_6("case 6: 1/0.2/0.2 s", 0x1F77B4, heartbeats("1 s, 0.2 s and 0.2 s")),
  EVENT_DRIVEN("event-driven", 0xD62728,
      "the drop-in jars of YARN and MapReduce on stock HDFS, with the "
      + "heartbeats of their profile fast: sent when there is something to say, DataNodes' every "
      + "second; clients look for the end of a job as seldom as stock's do"),
  EVENT_DRIVEN_POLLED("event-driven, polled", 0xFF9896,
      "the same, and clients look for the end of a job "
      + "five times a second, which is no gain of heartbeats");

  private final String title;
  private final int colour;
  private final String description;

  Contender(String title, int colour, String description) {
    this.title = title;
    this.colour = colour;
    this.description = description;
  }

  private static String heartbeats(String periods) {
    return "Hadoop " + Installation.HADOOP + " as it was released, with fixed heartbeats of "
        + "DataNodes, application masters and NodeManagers every " + periods;
  }

  /** On the command line: "smarth-auto". */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** In charts and tables. */
  public String title() {
    return title;
  }

  /** In pictures: red, green and blue. */
  int colour() {
    return colour;
  }

  public String description() {
    return description;
  }

  /** Whether its client writes through one pipeline at a time. */
  public boolean isStock() {
    return this != SMARTH && this != SMARTH_AUTO && this != SMARTH_EARLIER;
  }

  /** Whether it is another client than the cluster's Hadoop has: no part of the project. */
  public boolean isOtherClient() {
    return this == HADOOP_3 || this == GO;
  }

  /** Whether it is about heartbeats. Stock, which is case 1 of their paper, is about everything. */
  public boolean isOfHeartbeats() {
    return compareTo(CASE_2) >= 0;
  }

  /** Whether its daemons and jobs have the drop-in jars of YARN and MapReduce. */
  public boolean isEventDriven() {
    return this == EVENT_DRIVEN || this == EVENT_DRIVEN_POLLED;
  }
}
