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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.smarth.hadoop.benchmarks.cluster.Events.Event;

public class EventsTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final Events events = new Events(new PrintStream(sent, true));

  @Test
  public void theDriverReadsWhatWasSent() {
    events.stage("reading back");
    assertThat(received()).isEqualTo(new Event(Events.STAGE, "reading back"));
  }

  @Test
  public void aResultRoundTrips() {
    UploadResult result =
        new UploadResult(1_700_000_000_123L, 12.5, 11.25, 1L << 40, 8, 24, 0.125, 9, 1.5);
    events.result(result.toMetrics());
    assertThat(UploadResult.of(Metrics.parse(received().text()))).isEqualTo(result);
  }

  @Test
  public void whatAJvmUsedRoundTrips() {
    ProcessUsage usage = new ProcessUsage(1.25, 100, 50, 1L << 33);
    events.usage(usage);
    assertThat(ProcessUsage.of(Metrics.parse(received().text()))).isEqualTo(usage);
  }

  @Test
  public void anErrorIsOneLine() {
    events.error("first\n\tsecond ");
    assertThat(received()).isEqualTo(new Event(Events.ERROR, "first second"));
  }

  @Test
  public void otherOutputIsNoEvent() {
    assertThat(Event.parse("Formatting using clusterid")).isNull();
  }

  private Event received() {
    return Event.parse(sent.toString().trim());
  }
}
