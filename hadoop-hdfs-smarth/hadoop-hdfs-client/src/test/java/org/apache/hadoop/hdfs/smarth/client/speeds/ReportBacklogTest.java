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
import org.apache.hadoop.hdfs.smarth.client.speeds.SpeedReporter.ReportBacklog;
import org.apache.hadoop.hdfs.smarth.client.speeds.SpeedReporter.SpeedSums;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

public class ReportBacklogTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final FakeTimer timer = new FakeTimer();
  private final ReportBacklog backlog = new ReportBacklog(timer);
  private final FakeNameNodes namenodes = new FakeNameNodes("nn1", "nn2");
  private final FakeNameNode nn1 = namenodes.get(0);
  private final FakeNameNode nn2 = namenodes.get(1);
  private SpeedSums fresh = new SpeedSums();

  private void measure(String datanode, long bytes, long nanos) {
    fresh.add(datanode, bytes, nanos, timer.monotonicNow());
  }

  private void report() {
    backlog.report(namenodes.find(), fresh);
    fresh = new SpeedSums();
  }

  @Test
  public void everyNameNodeIsToldTheMeanRateOfTheBlocksSinceTheLastReport() {
    measure("a", 1000, SECOND);
    measure("b", 70, SECOND);
    timer.advance(200);
    measure("a", 1000, 3 * SECOND);
    timer.advance(50);
    report();

    assertThat(nn1.getReports()).hasSize(1);
    assertThat(nn1.getReports().get(0)).containsExactlyInAnyOrder(
        new Speed("a", 500, 50), new Speed("b", 70, 250));
    assertThat(nn2.getReports()).isEqualTo(nn1.getReports());
  }

  @Test
  public void whatWasReportedIsNotReportedAgain() {
    measure("a", 1000, SECOND);
    report();
    report();
    measure("a", 10, SECOND);
    report();

    assertThat(nn1.getReports()).hasSize(2);
    assertThat(nn1.getReports().get(1))
        .containsExactly(new Speed("a", 10, 0));
  }

  @Test
  public void aNameNodeThatFailsIsAskedAgainAfterAMinuteAndLearnsAll() {
    nn1.fail(new IOException("down"));
    measure("a", 100, SECOND);
    report();
    measure("b", 100, SECOND);
    timer.advance(ReportBacklog.RETRY_MILLIS - 1);
    report();
    assertThat(nn1.getAsked()).isEqualTo(1);
    assertThat(nn2.getDatanodes()).containsExactly("a", "b");

    nn1.fail(null);
    timer.advance(1);
    report();
    assertThat(nn1.getDatanodes()).containsExactly("a", "b");
    assertThat(nn2.getDatanodes()).containsExactly("a", "b");
  }

  @Test
  public void aNameNodeThatKeepsFailingIsAskedLessAndLessOften() {
    nn1.fail(new IOException("down"));
    long pause = ReportBacklog.RETRY_MILLIS;
    for (int i = 1; i < 12; i++) {
      measure("a", 100, SECOND);
      report();
      timer.advance(pause - 1);
      report();
      assertThat(nn1.getAsked()).isEqualTo(i);
      timer.advance(1);
      pause = Math.min(ReportBacklog.MAX_RETRY_MILLIS, 2 * pause);
    }
    nn1.fail(null);
    report();
    assertThat(nn1.getDatanodes()).containsExactly("a");
    nn1.fail(new IOException("down again"));
    measure("a", 100, SECOND);
    report();
    timer.advance(ReportBacklog.RETRY_MILLIS);
    report();
    assertThat(nn1.getAsked()).isEqualTo(14);
  }

  @Test
  public void ofTooManyDatanodesTheOldestIsNotReported() {
    for (int i = 0; i <= SpeedSums.LIMIT; i++) {
      measure("a" + i, 100, SECOND);
    }
    report();
    assertThat(nn1.getDatanodes()).hasSize(SpeedSums.LIMIT)
        .doesNotContain("a0").contains("a1");
  }

  @Test
  public void anImplausibleRateIsNotReported() {
    measure("stopped", 0, SECOND);
    report();
    assertThat(nn1.getAsked()).isZero();
  }
}
