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

import java.io.IOException;
import java.util.List;

import org.smarth.hadoop.benchmarks.harness.RunningCluster;

/** Jobs on nodes with and without rpcbind, and the packets to and from its port meanwhile. */
final class ServiceMeasurement {
  private static final String PORT = "111";
  private static final String WATCH = "tcpdump";
  /** With a /run of its own for the lock file, as several run on this machine. */
  private static final List<String> RPCBIND = List.of("/bin/sh", "-c",
      "mount -t tmpfs tmpfs /run && echo starts >&2 && exec rpcbind -f");
  private static final String SERVICE = "rpcbind";

  private ServiceMeasurement() {
  }

  static void measure(Session session, Work.ServiceJobs work)
      throws IOException, InterruptedException {
    RunningCluster cluster = session.cluster();
    if (session.contender() == Contender.RPCBIND) {
      session.listener().stage("starting rpcbind");
      cluster.startEverywhere(SERVICE, RPCBIND, "starts");
    }
    cluster.startEverywhere(WATCH,
        List.of("tcpdump", "-l", "-n", "-i", "any", "port", PORT), "listening on");
    YarnMeasurement.of(work, session.setup().bytes()).measure(session);
    if (session.contender() == Contender.RPCBIND) {
      cluster.checkEverywhere(SERVICE);
    }
    session.metrics().put("rpcbindPackets", cluster.linesFrom(WATCH));
  }
}
