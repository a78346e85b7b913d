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
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.ClientJob;
import org.smarth.hadoop.benchmarks.harness.Conversation;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.ProgramRun;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;

/** Uploads directories, each by a process of its own, and looks at what is there afterwards. */
final class TreeMeasurement {
  private TreeMeasurement() {
  }

  static void measure(Session session, Work.Trees work)
      throws IOException, InterruptedException, Failure {
    // Other clients do not wait for DataNodes that have yet to register.
    session.cluster().startClient("first", 0, ClientJob.writers(1, 1, ByteSize.MIB, 0))
        .withoutPauses(session.listener());
    put(session, work.warmUp());
    for (Work.Tree tree : work.trees()) {
      ProgramRun run = put(session, tree);
      session.metrics().put(tree.name() + ".seconds", run.seconds())
          .put(tree.name() + ".megabytesPerSecond", tree.bytes() / run.seconds() / 1e6)
          .put(tree.name() + ".cpuSeconds", run.usage().cpuSeconds())
          .put(tree.name() + ".rssMiB", run.usage().rssBytes() / (double) ByteSize.MIB);
    }
  }

  /** What two clients have beside each other, which begin at the same moment. */
  static void beside(Session session, Work.TreeBeside work)
      throws IOException, InterruptedException, Failure {
    RunningCluster cluster = session.cluster();
    cluster.startClient("first", 0, ClientJob.writers(1, 1, ByteSize.MIB, 0))
        .withoutPauses(session.listener());
    put(session, work.warmUp());
    String name = work.tree().directory();
    Path source = cluster.spec().file().resolve(name);
    boolean isStock = work.stockBytes() > 0;
    Conversation stock = isStock ? cluster.startStockClient("neighbour", 1,
        ClientJob.writers(1, 1, work.stockBytes(), 0)) : null;
    if (isStock) {
      stock.untilStage(ClientJob.READY, session.listener());
    }
    session.listener().stage("putting " + work.tree().name() + ", beside another client");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<ProgramRun> other =
          thread.submit(() -> cluster.put("put-" + name, isStock ? 0 : 1, source, "/" + name));
      double seconds = isStock ? stock.finish(session.listener()).get("seconds")
          : cluster.put("put-twin", 0, source, "/twin").seconds();
      double others = other.get().seconds();
      session.metrics().put("ownSeconds", others).put("neighbourSeconds", seconds);
      if (!isStock) {
        session.metrics().put("jain", jain(1 / seconds, 1 / others));
      }
    } catch (ExecutionException e) {
      throw new Failure("one of two clients failed: " + e.getCause().getMessage());
    } finally {
      thread.shutdownNow();
    }
  }

  /** Jain's index of fairness of two rates: 1 if they are equal, at least 0.5. */
  static double jain(double one, double other) {
    return (one + other) * (one + other) / (2 * (one * one + other * other));
  }

  private static ProgramRun put(Session session, Work.Tree tree)
      throws IOException, InterruptedException, Failure {
    String name = tree.directory();
    Path source = session.cluster().spec().file().resolve(name);
    session.listener().stage("putting " + tree.name());
    Load before = Load.of(session);
    ProgramRun run = session.cluster().put("put-" + name, 0, source, "/" + name);
    session.metrics().putAll(Load.of(session).since(before).withPrefix(tree.name() + "."));
    session.cluster().startClient("check-" + name, 0,
        ClientJob.compareTree(source.toString(), "/" + name)).withoutPauses(session.listener());
    return run;
  }
}
