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
package org.apache.hadoop.hdfs.tools;

import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class SlowestReportTest {
  private final SpeedQuery.Answer answer = Answers.answer(new HostSpeedsProto[] {
      // On the host of a datanode; the third limps for it.
      Answers.client("10.0.0.1", 100, 90, 5),
      Answers.client("10.9.9.9", 50, 40)}, Answers.datanode(1, "/a"),
      Answers.datanode(2, "/a"), Answers.datanode(3, "/b"));

  @Test(timeout = 60_000)
  public void racksAreShownWithTheirMedianTheSlowestFirst() {
    assertThat(Answers.lines(new SlowestReport(answer, 0.3).byRacks()))
        .containsExactly("NameNode: nn:8020 (active)",
            "Used to place new blocks: yes",
            "Racks of clients and of their first datanodes, the slowest"
                + " first:",
            "Client's rack Datanode's rack MB/s Pairs Limping",
            "/a /b 5.0 1 1",
            "unknown /a 45.0 2 0",
            "/a /a 95.0 2 0");
  }

  @Test(timeout = 60_000)
  public void datanodesAreShownWithForHowManyTheyLimpTheSlowestFirst() {
    assertThat(Answers.lines(new SlowestReport(answer, 0.3).byDatanodes()))
        .containsExactly("NameNode: nn:8020 (active)",
            "Used to place new blocks: yes",
            "First datanodes of clients, the slowest first:",
            "Datanode Rack MB/s Clients Limps for",
            "10.0.0.3:50010 /b 5.0 1 1",
            "10.0.0.2:50010 /a 65.0 2 0",
            "10.0.0.1:50010 /a 75.0 2 0");
  }

  @Test(timeout = 60_000)
  public void datanodesThatAreNotKnownAreShownByTheirUuid() {
    SpeedQuery.Answer without = Answers.answer(
        new HostSpeedsProto[] {Answers.client("10.0.0.1", 7)});
    assertThat(Answers.lines(new SlowestReport(without, 0.3).byDatanodes()))
        .endsWith("uuid-1 unknown 7.0 1 0");
    assertThat(Answers.lines(new SlowestReport(without, 0.3).byRacks()))
        .endsWith("unknown unknown 7.0 1 0");
  }

  @Test(timeout = 60_000)
  public void whereNothingIsKnownThatIsSaid() {
    SpeedQuery.Answer nothing = Answers.answer(new HostSpeedsProto[0]);
    assertThat(Answers.lines(new SlowestReport(nothing, 0.3).byRacks()))
        .endsWith("Racks of clients and of their first datanodes, the slowest"
            + " first: none known");
  }
}
