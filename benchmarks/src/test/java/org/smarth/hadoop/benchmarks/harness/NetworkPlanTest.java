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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** DataNodes 1 and 2 are on rack 1, 3 is on rack 2, 4 is the NameNode. */
public class NetworkPlanTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static NetworkPlan plan(Rate nic, Rate cross) {
    return new NetworkPlan("run",
        Links.uniform(new Racks(3, Racks.OUTSIDE), nic, cross));
  }

  private static List<String> linesOf(NetworkPlan plan, String tool, String space) {
    return plan.steps().stream()
        .filter(s -> s.command().equals(List.of(tool, "-n", space, "-batch", "-")))
        .flatMap(s -> s.batch().stream()).collect(Collectors.toList());
  }

  @Test
  public void addressesTellTheRack() {
    NetworkPlan plan = plan(Rate.NONE, Rate.NONE);
    assertThat(plan.ip(Racks.CLIENT)).isEqualTo("198.18.0.1");
    assertThat(plan.ip(2)).isEqualTo("198.18.1.3");
    assertThat(plan.ip(3)).isEqualTo("198.18.2.4");
    assertThat(plan.ip(plan.nameNode())).isEqualTo("198.18.0.5");
  }

  @Test
  public void everyNamespaceHasTheRunsPrefix() {
    List<String> spaces = plan(Rate.NONE, Rate.NONE).steps().get(0).batch();
    assertThat(spaces).hasSize(6).allMatch(l -> l.startsWith("netns add run-"));
  }

  @Test
  public void nothingIsAddedToTheMachinesOwnNetwork() {
    for (NetworkPlan.Step step : plan(new Rate(376), new Rate(50)).steps()) {
      boolean inside = step.command().get(1).equals("-n");
      assertThat(inside || step.batch().stream().allMatch(l -> l.startsWith("netns add ")))
          .as("%s", step).isTrue();
    }
  }

  @Test
  public void aDataNodeIsSlowToAndFromTheOtherRackOnly() {
    NetworkPlan plan = plan(new Rate(376), new Rate(50));
    assertThat(linesOf(plan, "tc", plan.namespace(1)))
        .contains("class add dev eth0 parent 1: classid 1:1 htb rate 376000000bit"
                + " ceil 376000000bit",
            "class add dev eth0 parent 1:1 classid 1:20 htb rate 50000000bit"
                + " ceil 50000000bit",
            "filter add dev eth0 parent 1: protocol ip u32 match ip dst 198.18.2.0/24"
                + " flowid 1:20");
    assertThat(linesOf(plan, "tc", "run-core"))
        .contains("class add dev port3 parent 1:1 classid 1:20 htb rate 50000000bit"
                + " ceil 50000000bit",
            "filter add dev port3 parent 1: protocol ip u32 match ip src 198.18.1.0/24"
                + " flowid 1:20");
  }

  @Test
  public void theClassesOfANicHaveNoMoreThanTheNicOfTheirOwn() {
    NetworkPlan plan = plan(new Rate(376), new Rate(50));
    assertThat(linesOf(plan, "tc", plan.namespace(1)))
        .contains("class add dev eth0 parent 1:1 classid 1:10 htb rate 326000000bit"
                + " ceil 376000000bit",
            "class add dev eth0 parent 1:1 classid 1:20 htb rate 50000000bit"
                + " ceil 50000000bit");
  }

  @Test
  public void aClientOutsideTheRacksHasItsNicOnlyAndTheNameNodeNothing() {
    NetworkPlan plan = plan(new Rate(376), new Rate(50));
    assertThat(linesOf(plan, "tc", plan.namespace(Racks.CLIENT))).isNotEmpty()
        .noneMatch(l -> l.contains("1:20"));
    assertThat(linesOf(plan, "tc", plan.namespace(plan.nameNode()))).isEmpty();
  }

  @Test
  public void withoutLimitsNothingIsShaped() {
    assertThat(plan(Rate.NONE, Rate.NONE).steps()).noneMatch(s -> s.command().contains("tc"));
  }

  @Test
  public void aLimitBetweenTheRacksAloneIsPossible() {
    NetworkPlan plan = plan(Rate.NONE, new Rate(0.5));
    assertThat(linesOf(plan, "tc", plan.namespace(1)))
        .contains("class add dev eth0 parent 1:1 classid 1:20 htb rate 500000bit"
            + " ceil 500000bit");
    assertThat(linesOf(plan, "tc", plan.namespace(Racks.CLIENT))).isEmpty();
  }

  @Test
  public void aSlowNodesNicIsSlowInBothDirectionsAndItsShareBetweenTheRacksNoFaster() {
    NetworkPlan plan = new NetworkPlan("run", Links.uniform(new Racks(3, Racks.OUTSIDE),
        new Rate(376), new Rate(100)).withNodesAt(1, new Rate(50)));
    assertThat(linesOf(plan, "tc", plan.namespace(1)))
        .contains("class add dev eth0 parent 1: classid 1:1 htb rate 50000000bit"
                + " ceil 50000000bit",
            "class add dev eth0 parent 1:1 classid 1:20 htb rate 25000000bit"
                + " ceil 50000000bit");
    assertThat(linesOf(plan, "tc", "run-core"))
        .contains("class add dev port1 parent 1: classid 1:1 htb rate 50000000bit"
                + " ceil 50000000bit",
            "class add dev port2 parent 1: classid 1:1 htb rate 376000000bit"
                + " ceil 376000000bit");
  }

  @Test
  public void aSecondRackWithAnUplinkHangsOnOneCableThatIsShapedAtBothEnds() {
    NetworkPlan plan = new NetworkPlan("run", Links.uniform(new Racks(3, Racks.OUTSIDE),
        new Rate(376), Rate.NONE).withUplink(new Rate(200)), 2);
    assertThat(linesOf(plan, "ip", "run-core")).contains("link add br2 type bridge",
        "link add up1 type veth peer name up2", "link set up1 master br0 up",
        "link set up2 master br2 up", "link set port3 master br2 up")
        .filteredOn(l -> l.contains("port") && l.contains("master br0"))
        .containsExactly("link set port0 master br0 up", "link set port1 master br0 up",
            "link set port2 master br0 up", "link set port4 master br0 up",
            "link set port5 master br0 up");
    for (String end : List.of("up1", "up2")) {
      assertThat(linesOf(plan, "tc", "run-core")).contains(
          "qdisc add dev " + end + " root handle 1: htb default 10",
          "class add dev " + end + " parent 1: classid 1:10 htb rate 200000000bit"
              + " ceil 200000000bit");
    }
  }

  @Test
  public void withoutAnUplinkThereIsOneBridge() {
    assertThat(linesOf(plan(new Rate(376), new Rate(50)), "ip", "run-core"))
        .noneMatch(l -> l.contains("br2") || l.contains("up1"));
  }

  @Test
  public void aNicChangesInBothDirectionsWithEverythingWithin() {
    NetworkPlan plan = plan(new Rate(376), new Rate(100));
    assertThat(plan.change(2, new Rate(50))).containsExactly(
        new NetworkPlan.Step(List.of("tc", "-n", "run-2", "-batch", "-"), List.of(
            "class change dev eth0 parent 1: classid 1:1 htb rate 50000000bit"
                + " ceil 50000000bit",
            "class change dev eth0 parent 1:1 classid 1:10 htb rate 25000000bit"
                + " ceil 50000000bit",
            "class change dev eth0 parent 1:1 classid 1:20 htb rate 25000000bit"
                + " ceil 50000000bit")),
        new NetworkPlan.Step(List.of("tc", "-n", "run-core", "-batch", "-"), List.of(
            "class change dev port2 parent 1: classid 1:1 htb rate 50000000bit"
                + " ceil 50000000bit",
            "class change dev port2 parent 1:1 classid 1:10 htb rate 25000000bit"
                + " ceil 50000000bit",
            "class change dev port2 parent 1:1 classid 1:20 htb rate 25000000bit"
                + " ceil 50000000bit")));
  }

  @Test
  public void aNicWithoutALimitCannotChange() {
    assertThatThrownBy(() -> plan(Rate.NONE, new Rate(100)).change(2, new Rate(50)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  public void anAddressTellsTheNode() {
    NetworkPlan plan = plan(Rate.NONE, Rate.NONE);
    assertThat(NetworkPlan.nodeAt(plan.ip(3))).isEqualTo(3);
    assertThat(NetworkPlan.nodeAt(plan.ip(Racks.CLIENT))).isEqualTo(Racks.CLIENT);
  }

  @Test
  public void whatNicsSendIsReadWhereItArrives() {
    assertThat(plan(Rate.NONE, Rate.NONE).sentBytes()).containsExactly("ip", "netns", "exec",
        "run-core", "sh", "-c", "cat /sys/class/net/port*/statistics/rx_bytes");
  }

  @Test
  public void aNetworkOwnsItsNamespacesAndNotThoseOfALongerName() {
    NetworkPlan plan = plan(Rate.NONE, Rate.NONE);
    assertThat(plan.owns(plan.namespace(3))).isTrue();
    assertThat(plan.owns("run1-3")).isFalse();
  }
}
