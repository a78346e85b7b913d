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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.smarth.client.speeds.FakeNameNodes.FakeNameNode;
import org.apache.hadoop.util.FakeTimer;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** The life of the thread; what it reports is ReportBacklogTest's. */
public class SpeedReporterTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SOON = 20;
  private static final long NEVER = 3_600_000;

  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TestName name = new TestName();

  private final FakeNameNodes namenodes = new FakeNameNodes("nn1", "nn2");
  private final FakeNameNode nn1 = namenodes.get(0);
  private SpeedReporter reporter;

  private SpeedReporter reporter() {
    if (reporter == null) {
      reporter = new SpeedReporter(name.getMethodName(), new FakeTimer());
    }
    return reporter;
  }

  private void measure(String datanode, long period) {
    reporter().measured(datanode, 1000, SECOND, namenodes, period);
  }

  /** As many blocks as are worth a report. */
  private void measureMany(long period, String... datanodes) {
    for (int i = 0; i < SpeedReporter.MIN_BLOCKS; i++) {
      measure(datanodes[i % datanodes.length], period);
    }
  }

  /** @return the reporter's; null if it has none. */
  private Thread thread() {
    String wanted = "SpeedReporter for " + name.getMethodName();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(wanted)).findAny()
        .orElse(null);
  }

  @After
  public void noThreadIsLeft() {
    reporter().closed(namenodes);
    Awaitility.await().until(() -> thread() == null);
    assertThat(namenodes.isClosed()).isTrue();
  }

  @Test
  public void newMeasurementsAreToldEveryPeriodToAllNameNodes() {
    measureMany(SOON, "a", "b");
    Awaitility.await().until(() -> nn1.getReports().size() == 1);
    measureMany(SOON, "c");
    Awaitility.await().until(() -> nn1.getReports().size() == 2);

    Awaitility.await().untilAsserted(() ->
        assertThat(namenodes.get(1).getDatanodes())
            .containsExactly("a", "b", "c"));
    assertThat(nn1.getDatanodes()).containsExactly("a", "b", "c");
  }

  @Test
  public void fewBlocksAreNotWorthAReport() {
    for (int i = 1; i < SpeedReporter.MIN_BLOCKS; i++) {
      measure("a", SOON);
    }
    assertThat(thread()).isNull();
    reporter().closed(namenodes);
    assertThat(thread()).isNull();
    assertThat(namenodes.getFound()).isZero();
  }

  @Test
  public void afterAReportTheNextIsDueForAsManyBlocksAgain() {
    measureMany(SOON, "a");
    Awaitility.await().until(() -> nn1.getReports().size() == 1);
    for (int i = 1; i < SpeedReporter.MIN_BLOCKS; i++) {
      measure("b", SOON);
    }
    Awaitility.await().until(() -> thread() == null);
    assertThat(nn1.getReports()).hasSize(1);
    measure("c", SOON);
    Awaitility.await().untilAsserted(() -> assertThat(nn1.getDatanodes())
        .containsExactly("a", "b", "c"));
  }

  @Test
  public void theThreadIsADaemonAndEndsByItselfWhenThereIsNothingNew() {
    measureMany(NEVER, "a", "b");
    assertThat(thread().isDaemon()).isTrue();
    reporter().closed(namenodes);
    Awaitility.await().until(() -> thread() == null);

    measureMany(SOON, "c");
    Awaitility.await().until(() -> nn1.getDatanodes().contains("c"));
    Awaitility.await().until(() -> thread() == null);
    assertThat(nn1.getDatanodes()).containsExactly("a", "b", "c");
  }

  @Test
  public void closeTellsTheRestAtOnceAndEndsTheThread() {
    measureMany(NEVER, "a", "b");
    reporter().closed(namenodes);

    Awaitility.await().until(() -> thread() == null);
    assertThat(nn1.getDatanodes()).containsExactly("a", "b");
  }

  @Test
  public void theCloseOfAClientThatDidNotMeasureLastChangesNothing() {
    measureMany(NEVER, "a", "b");
    reporter().closed(new FakeNameNodes());
    assertThat(thread()).isNotNull();
    assertThat(nn1.getAsked()).isZero();
  }

  @Test
  public void anotherClientTakesOverFromOneThatCloses() {
    measureMany(SOON, "a", "b");
    Awaitility.await().until(() -> nn1.getReports().size() == 1);
    FakeNameNodes others = new FakeNameNodes("nn1", "nn2");
    for (int i = 0; i < SpeedReporter.MIN_BLOCKS; i++) {
      reporter().measured("c", 1000, SECOND, others, SOON);
    }
    reporter().closed(namenodes);

    Awaitility.await().until(
        () -> others.get(1).getDatanodes().contains("c"));
    assertThat(nn1.getDatanodes()).containsExactly("a", "b");
    reporter().closed(others);
    Awaitility.await().until(() -> thread() == null);
    assertThat(others.isClosed()).isTrue();
  }

  @Test
  public void aNameNodeThatIsDownHoldsNobodyUp() {
    nn1.fail(new IOException("down"));
    measureMany(SOON, "a", "b");
    Awaitility.await().until(
        () -> namenodes.get(1).getReports().size() == 1);
    measureMany(SOON, "c");
    Awaitility.await().until(
        () -> namenodes.get(1).getReports().size() == 2);
    assertThat(nn1.getAsked()).isEqualTo(1);
  }

  @Test
  public void afterABugTheNextMeasurementHasANewThread() {
    nn1.haveBug(new IllegalStateException("expected by the test"));
    measureMany(SOON, "a", "b");
    Awaitility.await().until(
        () -> nn1.getAsked() == 1 && thread() == null);
    nn1.haveBug(null);
    measureMany(SOON, "c");
    Awaitility.await().until(() -> nn1.getDatanodes().contains("c"));
  }
}
