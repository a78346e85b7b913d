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

package org.smarth.hadoop.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.smarth.hadoop.conformance.jvm.Installation;
import org.smarth.hadoop.conformance.jvm.TestJvm;
import org.smarth.hadoop.conformance.jvm.TwoTries;
import org.smarth.hadoop.conformance.result.ClassResult;
import org.smarth.hadoop.conformance.result.Comparison;
import org.smarth.hadoop.conformance.result.Outcome;
import org.smarth.hadoop.conformance.result.StockRecord;

/** Runs classes, some at the same time, and reports each in the order of the list. */
final class ConformanceRun {
  private final TestJvm jvm;
  private final Installation stockHadoop;
  private final StockRecord stock;
  private final Report report;
  private final String here;

  /** What is done with a class, on a thread of its own. */
  private interface Job {
    Runnable run(String className) throws Exception;
  }

  /** @param here what {@link StockRecord#here} says */
  ConformanceRun(TestJvm jvm, Installation stockHadoop, StockRecord stock, Report report,
      String here) {
    this.jvm = jvm;
    this.stockHadoop = stockHadoop;
    this.stock = stock;
    this.report = report;
    this.here = here;
  }

  /** Runs them on stock Hadoop, and records it after each class: a run may be cut short. */
  void record(List<String> classes, int jobs) throws Exception {
    report.head();
    each(classes, jobs, name -> {
      ClassResult result = onStock(name);
      synchronized (stock) {
        stock.put(result, here);
      }
      return () -> report.recorded(result);
    });
    report.endOfRecord();
  }

  void compare(List<String> classes, Installation smarth, boolean stockToo, int jobs)
      throws Exception {
    if (!stockToo) {
      report.surroundings(classes.stream().map(stock::surroundings).toList(), here);
    }
    report.head();
    each(classes, jobs, name -> {
      ClassResult before = stockToo ? onStock(name) : stock.of(name);
      ClassResult now = new TwoTries((c, m) -> jvm.run(smarth, c, m)).run(name,
          m -> before == null || before.methods().get(m) != Outcome.FAILED);
      return () -> report.compared(before, now, Comparison.of(before, now));
    });
  }

  private ClassResult onStock(String name) throws Exception {
    return new TwoTries((c, m) -> jvm.run(stockHadoop, c, m)).run(name, m -> true);
  }

  private static void each(List<String> classes, int jobs, Job job) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(jobs);
    try {
      List<Future<Runnable>> results = new ArrayList<>();
      for (String name : classes) {
        Callable<Runnable> task = () -> job.run(name);
        results.add(pool.submit(task));
      }
      for (Future<Runnable> result : results) {
        result.get().run();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      pool.shutdownNow();
    }
  }
}
