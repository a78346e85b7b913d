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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * Where a packet goes and what bounds it there, by what tc and ip are told; that a kernel takes it
 * so, NetworkIT shows. DataNodes 1 and 2 are on rack 1, 3 is on rack 2, 4 is the NameNode.
 */
public class NetworkPlanTest {
  private static final Racks RACKS = new Racks(3, Racks.OUTSIDE);
  private static final int NAME_NODE = 4;
  private static final double UNLIMITED = Double.POSITIVE_INFINITY;
  private static final Rate NIC = new Rate(376);
  private static final Rate CROSS = new Rate(50);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static NetworkPlan plan(Rate nic, Rate cross) {
    return new NetworkPlan("run", Links.uniform(RACKS, nic, cross));
  }

  /** The network that a plan makes. Devices are named NAMESPACE/DEVICE. */
  private static final class Made {
    private static final Pattern LINE = Pattern.compile(
        "class (?:add|change) dev (?<of>\\S+) parent (?<parent>\\S+) classid (?<id>\\S+) htb"
            + " rate (?<rate>\\d+)bit ceil (?<ceil>\\d+)bit"
            + "|qdisc add dev (?<root>\\S+) root handle 1: htb default (?<rest>\\d+)"
            + "|filter add dev (?<on>\\S+) parent 1: protocol ip u32 match ip (?<end>src|dst)"
            + " (?<rack>\\S+)\\.0/24 flowid (?<flow>\\S+)"
            + "|link set (?<port>\\S+) master (?<bridge>\\S+) up");

    private final NetworkPlan plan;
    private final Map<String, Map<String, Htb>> classes = new HashMap<>();
    private final Map<String, String> defaults = new HashMap<>();
    private final Map<String, List<Filter>> filters = new HashMap<>();
    private final Map<String, String> bridges = new HashMap<>();

    private record Htb(String parent, double own, double most) {
    }

    private record Filter(boolean bySource, String rack, String flow) {
    }

    Made(NetworkPlan plan) {
      this.plan = plan;
      plan.steps().forEach(this::take);
    }

    void take(NetworkPlan.Step step) {
      String space = step.command().get(step.command().indexOf("-n") + 1) + "/";
      for (String text : step.batch()) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
          continue;
        }
        if (line.group("id") != null) {
          classes.computeIfAbsent(space + line.group("of"), d -> new HashMap<>())
              .put(line.group("id"), new Htb(line.group("parent"),
                  Long.parseLong(line.group("rate")) / 1e6,
                  Long.parseLong(line.group("ceil")) / 1e6));
        } else if (line.group("rest") != null) {
          defaults.put(space + line.group("root"), "1:" + line.group("rest"));
        } else if (line.group("flow") != null) {
          filters.computeIfAbsent(space + line.group("on"), d -> new ArrayList<>()).add(
              new Filter(line.group("end").equals("src"), line.group("rack"), line.group("flow")));
        } else {
          bridges.put(line.group("port"), line.group("bridge"));
        }
      }
    }

    /** The most, in Mbps, that its sender's NIC lets out. */
    double leaving(int from, int to) {
      return most(plan.namespace(from) + "/eth0", from, to);
    }

    /** The most that goes into its receiver's cable. */
    double arriving(int from, int to) {
      return most("run-core/port" + to, from, to);
    }

    /** The most that goes into the cable from one bridge to the other. */
    double crossing(int from, int to) {
      assertThat(bridge(from)).isNotEqualTo(bridge(to));
      List<String> ends = bridges.keySet().stream().filter(port -> !port.startsWith("port")
          && bridges.get(port).equals(bridge(from))).toList();
      assertThat(ends).hasSize(1);
      return most("run-core/" + ends.get(0), from, to);
    }

    String bridge(int node) {
      return bridges.get("port" + node);
    }

    private double most(String device, int from, int to) {
      String id = defaults.get(device);
      for (Filter filter : filters.getOrDefault(device, List.of())) {
        if (plan.ip(filter.bySource() ? from : to).startsWith(filter.rack() + ".")) {
          id = filter.flow();
        }
      }
      double most = UNLIMITED;
      while (id != null && !id.equals("1:")) {
        Htb each = classes.get(device).get(id);
        most = Math.min(most, each.most());
        id = each.parent();
      }
      return most;
    }

    /** htb bounds a class by its parent only beyond what the class has of its own. */
    void assertNoClassesHaveMoreThanTheirNic() {
      classes.forEach((device, all) -> {
        double nic = all.get("1:1").most();
        assertThat(all.values()).as(device).allMatch(each -> each.own() > 0 && each.most() <= nic);
        assertThat(all.values().stream().filter(each -> each.parent().equals("1:1"))
            .mapToDouble(Htb::own).sum()).as(device).isEqualTo(nic);
      });
    }
  }

  @Test
  public void anAddressTellsNodeAndRack() {
    NetworkPlan plan = new NetworkPlan("run", Links.uniform(RACKS, Rate.NONE, Rate.NONE), 2);
    List<String> racks = new ArrayList<>();
    for (int node = 0; node <= plan.lastNode(); node++) {
      assertThat(NetworkPlan.nodeAt(plan.ip(node))).isEqualTo(node);
      racks.add(plan.ip(node).replaceFirst("\\.\\d+$", ""));
    }
    String outside = racks.get(Racks.CLIENT);
    assertThat(racks).containsExactly(outside, racks.get(1), racks.get(1), racks.get(3), outside,
        outside);
    assertThat(racks.subList(1, 5)).containsOnlyOnce(racks.get(3), outside);
    assertThat(racks.get(1)).isNotEqualTo(outside);
  }

  @Test
  public void aNetworkOwnsItsNamespacesAndNotThoseOfALongerName() {
    NetworkPlan plan = plan(Rate.NONE, Rate.NONE);
    List<String> made = plan.steps().get(0).batch().stream()
        .map(line -> line.replace("netns add ", "")).toList();
    assertThat(made).hasSize(plan.lastNode() + 2).allMatch(plan::owns).contains(plan.namespace(3));
    NetworkPlan longer = new NetworkPlan("run1", Links.uniform(RACKS, Rate.NONE, Rate.NONE));
    assertThat(made).noneMatch(longer::owns);
    assertThat(longer.steps().get(0).batch()).noneMatch(line ->
        plan.owns(line.replace("netns add ", "")));
  }

  @Test
  public void nothingIsAddedToTheMachinesOwnNetwork() {
    for (NetworkPlan.Step step : plan(NIC, CROSS).steps()) {
      boolean inside = step.command().get(1).equals("-n");
      assertThat(inside || step.batch().stream().allMatch(l -> l.startsWith("netns add ")))
          .as("%s", step).isTrue();
    }
  }

  @Test
  public void aDataNodeIsSlowToAndFromTheOtherRackOnly() {
    Made made = new Made(plan(NIC, CROSS));
    for (int[] cross : new int[][] {{1, 3}, {3, 1}}) {
      assertThat(made.leaving(cross[0], cross[1])).isEqualTo(50);
      assertThat(made.arriving(cross[0], cross[1])).isEqualTo(50);
    }
    assertThat(made.leaving(1, 2)).isEqualTo(376);
    assertThat(made.arriving(1, 2)).isEqualTo(376);
    assertThat(made.leaving(3, Racks.CLIENT)).isEqualTo(376);
    assertThat(made.arriving(NAME_NODE, 3)).isEqualTo(376);
  }

  @Test
  public void theClassesOfANicHaveNoMoreThanTheNicOfTheirOwn() {
    new Made(plan(NIC, CROSS)).assertNoClassesHaveMoreThanTheirNic();
    new Made(plan(CROSS, NIC)).assertNoClassesHaveMoreThanTheirNic();
  }

  @Test
  public void aClientOutsideTheRacksHasItsNicOnlyAndTheNameNodeNothing() {
    Made made = new Made(plan(NIC, CROSS));
    for (int node = 1; node <= 3; node++) {
      assertThat(made.leaving(Racks.CLIENT, node)).isEqualTo(376);
      assertThat(made.arriving(node, Racks.CLIENT)).isEqualTo(376);
      assertThat(made.leaving(NAME_NODE, node)).isEqualTo(UNLIMITED);
      assertThat(made.arriving(node, NAME_NODE)).isEqualTo(UNLIMITED);
    }
  }

  @Test
  public void withoutLimitsNothingIsShaped() {
    assertThat(plan(Rate.NONE, Rate.NONE).steps()).noneMatch(s -> s.command().contains("tc"));
  }

  @Test
  public void aLimitBetweenTheRacksAloneIsPossible() {
    Made made = new Made(plan(Rate.NONE, new Rate(0.5)));
    assertThat(made.leaving(1, 3)).isEqualTo(0.5);
    assertThat(made.arriving(3, 1)).isEqualTo(0.5);
    assertThat(made.leaving(1, 2)).isEqualTo(Rate.MAX_MBPS);
    assertThat(made.leaving(Racks.CLIENT, 1)).isEqualTo(UNLIMITED);
  }

  @Test
  public void aSlowNodesNicIsSlowInBothDirectionsAndItsShareBetweenTheRacksNoFaster() {
    Made made = new Made(new NetworkPlan("run",
        Links.uniform(RACKS, NIC, new Rate(100)).withNodesAt(1, CROSS)));
    for (int other = 2; other <= 3; other++) {
      assertThat(made.leaving(1, other)).isEqualTo(50);
      assertThat(made.arriving(other, 1)).isEqualTo(50);
    }
    assertThat(made.arriving(1, 2)).isEqualTo(376);
    assertThat(made.leaving(2, 3)).isEqualTo(100);
    made.assertNoClassesHaveMoreThanTheirNic();
  }

  @Test
  public void aSecondRackWithAnUplinkHangsOnOneCableThatIsShapedAtBothEnds() {
    Made made = new Made(new NetworkPlan("run",
        Links.uniform(RACKS, NIC, Rate.NONE).withUplink(new Rate(200)), 2));
    for (int node : new int[] {Racks.CLIENT, 1, 2, NAME_NODE, 5}) {
      assertThat(made.bridge(node)).isEqualTo(made.bridge(1));
      assertThat(made.crossing(node, 3)).isEqualTo(200);
      assertThat(made.crossing(3, node)).isEqualTo(200);
    }
    assertThat(made.leaving(1, 3)).isEqualTo(376);
    assertThat(made.arriving(1, 3)).isEqualTo(376);
  }

  @Test
  public void withoutAnUplinkThereIsOneBridge() {
    Made made = new Made(plan(NIC, CROSS));
    assertThat(made.bridges.values()).hasSize(5).containsOnly(made.bridge(3));
  }

  @Test
  public void aNicThatChangesIsAsIfItHadHadItsRateFromTheStart() {
    Rate changed = new Rate(50);
    Made made = new Made(plan(NIC, new Rate(100)));
    made.plan.change(2, changed).forEach(made::take);
    List<Rate> nics = List.of(NIC, NIC, changed, NIC);
    assertThat(made.classes).isEqualTo(
        new Made(new NetworkPlan("run", new Links(RACKS, nics, new Rate(100)))).classes);
    assertThat(made.leaving(2, 1)).isEqualTo(50);
    assertThat(made.arriving(1, 2)).isEqualTo(50);
  }

  @Test
  public void aNicWithoutALimitCannotChange() {
    assertThatThrownBy(() -> plan(Rate.NONE, new Rate(100)).change(2, new Rate(50)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
