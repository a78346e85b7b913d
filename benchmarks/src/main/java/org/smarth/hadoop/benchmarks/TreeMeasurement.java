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
import org.smarth.hadoop.benchmarks.harness.TreeCheckJob;
import org.smarth.hadoop.benchmarks.harness.WritersJob;

/** Uploads directories, each by a process of its own, and looks at what is there afterwards. */
final class TreeMeasurement {
  /** Where the second of two clients writes. */
  private static final String TWIN = "twin";

  private TreeMeasurement() {
  }

  static void measure(Session session, Work.Trees work) throws IOException, InterruptedException {
    warmUp(session, work);
    for (Work.Tree tree : work.trees()) {
      ProgramRun run = put(session, tree, work.heap());
      session.metrics().put(tree.name() + ".seconds", run.seconds())
          .put(tree.name() + ".megabytesPerSecond", tree.bytes() / run.seconds() / 1e6)
          .put(tree.name() + ".cpuSeconds", run.usage().cpuSeconds())
          .put(tree.name() + ".rssMiB", run.usage().rssBytes() / (double) ByteSize.MIB);
    }
  }

  /** What two clients have beside each other, which begin at the same moment. */
  static void beside(Session session, Work.TreeBeside work)
      throws IOException, InterruptedException {
    warmUp(session, work);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      if (work.stockBytes() > 0) {
        besideStock(session, work, thread);
      } else {
        twins(session, work, thread);
      }
    } catch (ExecutionException e) {
      throw new Failure("one of two clients failed: " + e.getCause().getMessage());
    } finally {
      thread.shutdownNow();
    }
  }

  private static void besideStock(Session session, Work.TreeBeside work, ExecutorService thread)
      throws IOException, InterruptedException, ExecutionException {
    Work.Tree tree = work.tree();
    Conversation stock = session.cluster().startStockClient("neighbour", 1,
        new WritersJob(1, 1, work.stockBytes(), 0));
    stock.untilStage(ClientJob.READY, session.listener());
    session.listener().stage("putting " + tree.name() + ", beside a stock client");
    Future<ProgramRun> own =
        thread.submit(() -> upload(session, tree, work.heap(), 0, tree.directory()));
    stock.go();
    stock.untilStage(ClientJob.DONE, session.listener());
    // What the stock client reads back must not slow the upload.
    double seconds = own.get().seconds();
    stock.go();
    session.metrics().put("ownSeconds", seconds)
        .put("neighbourSeconds", stock.untilResult(session.listener()).get("seconds"));
    check(session, tree, tree.directory());
  }

  private static void twins(Session session, Work.TreeBeside work, ExecutorService thread)
      throws IOException, InterruptedException, ExecutionException {
    Work.Tree tree = work.tree();
    session.listener().stage("putting " + tree.name() + " twice at once");
    Future<ProgramRun> twin = thread.submit(() -> upload(session, tree, work.heap(), 1, TWIN));
    double seconds = upload(session, tree, work.heap(), 0, tree.directory()).seconds();
    double others = twin.get().seconds();
    session.metrics().put("ownSeconds", seconds).put("twinSeconds", others)
        .put("jain", jain(1 / seconds, 1 / others));
    check(session, tree, tree.directory());
    check(session, tree, TWIN);
  }

  /** Jain's index of fairness of two rates: 1 if they are equal, at least 0.5. */
  static double jain(double one, double other) {
    return (one + other) * (one + other) / (2 * (one * one + other * other));
  }

  private static void warmUp(Session session, Work.OfTrees work)
      throws IOException, InterruptedException {
    // Other clients do not wait for DataNodes that have yet to register.
    session.cluster().startClient("first", 0, new WritersJob(1, 1, ByteSize.MIB, 0))
        .withoutPauses(session.listener());
    put(session, work.warmUp(), work.heap());
  }

  private static ProgramRun put(Session session, Work.Tree tree, String heap)
      throws IOException, InterruptedException {
    session.listener().stage("putting " + tree.name());
    Load before = Load.of(session);
    ProgramRun run = upload(session, tree, heap, 0, tree.directory());
    session.metrics().putAll(Load.of(session).since(before).withPrefix(tree.name() + "."));
    check(session, tree, tree.directory());
    return run;
  }

  private static ProgramRun upload(Session session, Work.Tree tree, String heap, int client,
      String target) throws IOException, InterruptedException {
    return session.cluster().put("put-" + target, client, heap, source(session, tree),
        "/" + target);
  }

  /** Compares what was uploaded with its source. */
  private static void check(Session session, Work.Tree tree, String target)
      throws IOException, InterruptedException {
    session.cluster().startClient("check-" + target, 0,
        new TreeCheckJob(source(session, tree).toString(), "/" + target))
        .withoutPauses(session.listener());
  }

  private static Path source(Session session, Work.Tree tree) {
    return session.cluster().spec().file().resolve(tree.directory());
  }
}
