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

package org.smarth.hadoop.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Events.Event;

public class EventsTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final Events events = new Events(new PrintStream(sent, true));

  @Test
  public void theDriverReadsWhatWasSent() throws Exception {
    events.stage("reading back");
    assertThat(received())
        .isEqualTo(new Event(Events.Kind.STAGE, TextNode.valueOf("reading back")));
  }

  @Test
  public void aResultRoundTrips() throws Exception {
    UploadResult result =
        new UploadResult(1_700_000_000_123L, 12.5, 11.25, 1L << 40, 8, 24, 0.125, 9, 1.5);
    events.send(Events.Kind.RESULT, Json.convert(result, Metrics.class));
    assertThat(UploadResult.of(received().as(Metrics.class))).isEqualTo(result);
  }

  @Test
  public void whatAJvmUsedRoundTrips() throws Exception {
    ProcessUsage usage = new ProcessUsage(1.25, 100, 50, 1L << 33);
    events.send(Events.Kind.ANSWER, usage);
    assertThat(received().as(ProcessUsage.class)).isEqualTo(usage);
  }

  @Test
  public void anErrorIsOneLine() throws Exception {
    events.error("first\n\tsecond ");
    assertThat(received())
        .isEqualTo(new Event(Events.Kind.ERROR, TextNode.valueOf("first second")));
  }

  @Test
  public void otherOutputIsNoEvent() throws Exception {
    assertThat(Event.parse("Formatting using clusterid")).isNull();
  }

  private Event received() throws Exception {
    return Event.parse(sent.toString().trim());
  }
}
