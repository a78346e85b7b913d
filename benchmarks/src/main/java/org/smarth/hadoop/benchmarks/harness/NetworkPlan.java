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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A network of namespaces as the commands that make and change it: one namespace for each node,
 * and one with a bridge that joins them, so that nothing appears in the machine's own network. Each
 * node's NIC and its share of the link between the racks are shaped by htb in both directions: on
 * the node's end of its cable for what it sends, on the bridge's end for what it receives. A second
 * rack with an uplink has a bridge of its own, which one cable, shaped at both ends, joins to the
 * other.
 *
 * <p>Addresses are 198.18.RACK.NODE, of the block that is reserved for benchmarks (RFC 2544). The
 * rack is 0 for the client outside the racks and for the NameNode.
 *
 * @param prefix of the names of all namespaces
 * @param clients how many nodes there are like node 0
 */
public record NetworkPlan(String prefix, Links links, int clients) {
  private static final String BRIDGE = "br0";
  /** Of the second rack, where it hangs on an uplink. */
  private static final String RACK_BRIDGE = "br2";
  /** The ends of an uplink: what goes to the second rack leaves by the first. */
  private static final List<String> UPLINK = List.of("up1", "up2");
  private static final String PORT = "port";
  private static final String NIC_DEVICE = "eth0";
  /** Bounds what waits at a link, as a switch's port does. */
  private static final String QUEUE = "bfifo limit 512kb";

  public NetworkPlan(String prefix, Links links) {
    this(prefix, links, 1);
  }

  /** A call of a tool with the lines of a batch. */
  public record Step(List<String> command, List<String> batch) {
  }

  /** The node that is neither client nor DataNode. */
  public int nameNode() {
    return links.racks().dataNodes() + 1;
  }

  /** The node of a client, from 0. */
  public int client(int index) {
    return index == 0 ? Racks.CLIENT : nameNode() + index;
  }

  /** All nodes are numbered from 0 to this. */
  public int lastNode() {
    return nameNode() + clients - 1;
  }

  private Rate nic(int node) {
    return links.nic(node > nameNode() ? Racks.CLIENT : node);
  }

  public String ip(int node) {
    return "198.18." + rackOf(node) + "." + (node + 1);
  }

  /** The node with an address. */
  public static int nodeAt(String ip) {
    return Integer.parseInt(ip.substring(ip.lastIndexOf('.') + 1)) - 1;
  }

  public String namespace(int node) {
    return prefix + "-" + node;
  }

  /** The command that runs another inside a node's namespace. */
  public List<String> inside(int node) {
    return List.of("ip", "netns", "exec", namespace(node));
  }

  /** Whether a namespace is of this network. */
  public boolean owns(String namespace) {
    return namespace.startsWith(prefix + "-");
  }

  private String core() {
    return prefix + "-core";
  }

  private int rackOf(int node) {
    return node == nameNode() ? Racks.OUTSIDE
        : links.racks().rackOf(node > nameNode() ? Racks.CLIENT : node);
  }

  public List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    List<String> spaces = new ArrayList<>(List.of("netns add " + core()));
    List<String> cables = new ArrayList<>(List.of("link add " + BRIDGE + " type bridge",
        "link set " + BRIDGE + " up"));
    cables.addAll(uplink());
    for (int node = 0; node <= lastNode(); node++) {
      spaces.add("netns add " + namespace(node));
      cables.add("link add " + port(node) + " type veth peer name " + NIC_DEVICE + " netns "
          + namespace(node));
      cables.add("link set " + port(node) + " master "
          + (links.uplink().isLimited() && rackOf(node) == 2 ? RACK_BRIDGE : BRIDGE) + " up");
    }
    steps.add(new Step(List.of("ip", "-batch", "-"), spaces));
    steps.add(new Step(List.of("ip", "-n", core(), "-batch", "-"), cables));
    for (int node = 0; node <= lastNode(); node++) {
      steps.add(new Step(List.of("ip", "-n", namespace(node), "-batch", "-"), List.of(
          "address add " + ip(node) + "/16 dev " + NIC_DEVICE,
          "link set lo up", "link set " + NIC_DEVICE + " up")));
    }
    List<String> receiving = new ArrayList<>();
    for (int node = 0; node <= lastNode(); node++) {
      if (node == nameNode()) {
        continue;
      }
      List<String> sending = shaping(NIC_DEVICE, "dst", node);
      if (!sending.isEmpty()) {
        steps.add(tc(namespace(node), sending));
      }
      receiving.addAll(shaping(port(node), "src", node));
    }
    if (links.uplink().isLimited()) {
      UPLINK.forEach(end -> receiving.addAll(uplinkShaping(end)));
    }
    if (!receiving.isEmpty()) {
      steps.add(tc(core(), receiving));
    }
    return steps;
  }

  /** Empty without an uplink. */
  private List<String> uplink() {
    return links.uplink().isLimited() ? List.of(
        "link add " + RACK_BRIDGE + " type bridge", "link set " + RACK_BRIDGE + " up",
        "link add " + UPLINK.get(0) + " type veth peer name " + UPLINK.get(1),
        "link set " + UPLINK.get(0) + " master " + BRIDGE + " up",
        "link set " + UPLINK.get(1) + " master " + RACK_BRIDGE + " up") : List.of();
  }

  private List<String> uplinkShaping(String end) {
    return List.of("qdisc add dev " + end + " root handle 1: htb default 10",
        "class add dev " + end + " parent 1: classid 1:10 htb "
            + rates(links.uplink(), links.uplink()),
        "qdisc add dev " + end + " parent 1:10 " + QUEUE);
  }

  /**
   * The command that prints what each NIC has sent: what reaches the bridge's end of its cable,
   * which spares a look into every namespace.
   */
  List<String> sentBytes() {
    return List.of("ip", "netns", "exec", core(), "sh", "-c",
        "cat /sys/class/net/" + PORT + "*/statistics/rx_bytes");
  }

  private static String port(int node) {
    return PORT + node;
  }

  private static Step tc(String namespace, List<String> lines) {
    return new Step(List.of("tc", "-n", namespace, "-batch", "-"), lines);
  }

  /**
   * The commands that give a DataNode's NIC another rate while the network is in use.
   *
   * @throws IllegalArgumentException if its NIC has had no limit from the start
   */
  public List<Step> change(int node, Rate nic) {
    if (!links.nic(node).isLimited() || !nic.isLimited()) {
      throw new IllegalArgumentException("node " + node + " has a NIC without a limit");
    }
    return List.of(
        tc(namespace(node), change(NIC_DEVICE, node, nic)),
        tc(core(), change(port(node), node, nic)));
  }

  private List<String> change(String device, int node, Rate nic) {
    List<String> lines = new ArrayList<>();
    classes(node, nic).forEach((id, rates) ->
        lines.add("class change dev " + device + " parent " + id + " htb " + rates));
    return lines;
  }

  /**
   * The rates of the classes of a node by "PARENT classid ID", of its NIC first. htb limits a class
   * by its parent only where it borrows: what the classes of a NIC have of their own must not be
   * more than the NIC.
   */
  private Map<String, String> classes(int node, Rate nic) {
    // A rate that no virtual link reaches stands for no limit.
    Rate all = nic.min(new Rate(Rate.MAX_MBPS));
    Map<String, String> classes = new LinkedHashMap<>();
    classes.put("1: classid 1:1", rates(all, all));
    if (isCrossLimited(node)) {
      Rate cross = links.cross().min(all);
      Rate own = cross.min(all.times(0.5));
      classes.put("1:1 classid 1:10", rates(new Rate(all.mbps() - own.mbps()), all));
      classes.put("1:1 classid 1:20", rates(own, cross));
    } else {
      classes.put("1:1 classid 1:10", rates(all, all));
    }
    return classes;
  }

  private static String rates(Rate own, Rate most) {
    return "rate " + bits(own) + " ceil " + bits(most);
  }

  private boolean isCrossLimited(int node) {
    return links.cross().isLimited() && rackOf(node) != Racks.OUTSIDE;
  }

  private List<String> shaping(String device, String direction, int node) {
    List<String> lines = new ArrayList<>();
    Rate nic = nic(node);
    if (!nic.isLimited() && !isCrossLimited(node)) {
      return lines;
    }
    lines.add("qdisc add dev " + device + " root handle 1: htb default 10");
    classes(node, nic).forEach((id, rates) ->
        lines.add("class add dev " + device + " parent " + id + " htb " + rates));
    lines.add("qdisc add dev " + device + " parent 1:10 " + QUEUE);
    if (isCrossLimited(node)) {
      lines.add("qdisc add dev " + device + " parent 1:20 " + QUEUE);
      lines.add("filter add dev " + device + " parent 1: protocol ip u32 match ip " + direction
          + " 198.18." + (3 - rackOf(node)) + ".0/24 flowid 1:20");
    }
    return lines;
  }

  private static String bits(Rate rate) {
    return Math.round(rate.mbps() * 1e6) + "bit";
  }
}
