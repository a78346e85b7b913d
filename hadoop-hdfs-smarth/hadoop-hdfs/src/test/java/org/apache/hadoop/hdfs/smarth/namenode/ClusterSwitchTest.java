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
package org.apache.hadoop.hdfs.smarth.namenode;

import java.lang.management.ManagementFactory;
import javax.management.JMX;
import javax.management.ObjectName;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState.Heard;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class ClusterSwitchTest {
  private static final String BECAUSE_OF_KEY = ClusterSwitch.ENABLED_KEY
      + " = false";

  private static final String BY_OPERATOR = "switched off by an operator";

  private static ClusterSwitch with(String value) {
    Configuration conf = new Configuration(false);
    if (value != null) {
      conf.set(ClusterSwitch.ENABLED_KEY, value);
    }
    return new ClusterSwitch(conf);
  }

  private static void assertOff(ClusterSwitch turned, String why) {
    assertThat(turned.isOn()).isFalse();
    assertThat(turned.getOffBecause()).isEqualTo(why);
  }

  private static void assertOn(ClusterSwitch turned) {
    assertThat(turned.isOn()).isTrue();
    assertThat(turned.getOffBecause()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void itStartsWithWhatItsKeySays() {
    assertOn(with(null));
    assertOn(with("true"));
    assertOff(with("false"), BECAUSE_OF_KEY);
    assertThat(with("false").isKeyOn()).isFalse();
    assertThatThrownBy(() -> with("off"))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage("dfs.namenode.smarth.enabled = off: must be true or false");
  }

  @Test(timeout = 60_000)
  public void anOperatorTurnsItWhateverTheKeySays() {
    ClusterSwitch turned = with("false");
    turned.turn(true, "alice", "10.0.0.1");
    assertOn(turned);
    assertThat(turned.isKeyOn()).isFalse();
    turned.turn(false, "bob", "10.0.0.2");
    assertOff(turned, BY_OPERATOR);
    turned.turn(false, "carol", "10.0.0.2");
    assertOff(turned, BY_OPERATOR);
  }

  @Test(timeout = 60_000)
  public void anotherValueOfTheKeyCountsAtOnce() throws Exception {
    ClusterSwitch turned = with("true");
    assertThat(turned.reconfigure("false")).isEqualTo("false");
    assertOff(turned, BECAUSE_OF_KEY);
    assertThat(turned.isKeyOn()).isFalse();
    assertThat(turned.reconfigure(null)).isEqualTo("true");
    assertOn(turned);
    turned.turn(false, "bob", "10.0.0.2");
    // Stock asks again for a value that is written in another way.
    assertThat(turned.reconfigure("TRUE")).isEqualTo("TRUE");
    assertOff(turned, BY_OPERATOR);
    turned.turn(true, "bob", "10.0.0.2");
    assertThatThrownBy(() -> turned.reconfigure("perhaps"))
        .isInstanceOf(ReconfigurationException.class)
        .hasRootCauseMessage("dfs.namenode.smarth.enabled = perhaps: must be"
            + " true or false");
    assertOn(turned);
  }

  @Test(timeout = 60_000)
  public void followersAreThoseThatHeardTheSame() {
    DatanodeStates off = new DatanodeStates(false);
    off.add(new DatanodeState(Heard.OFF, "a"), "dn1");
    off.add(new DatanodeState(Heard.ON, "b"), "dn2");
    off.add(new DatanodeState(Heard.NOTHING, "a"), "dn3");
    off.add(DatanodeState.SILENT, "dn4");
    off.add(DatanodeState.EARLIER, "dn5");
    assertThat(off.getFollowing().getNamed()).containsExactly("dn1");
    assertThat(off.getNotYet().getNamed()).containsExactly("dn2", "dn3");
    assertThat(off.getSilent().getNamed()).containsExactly("dn4");
    assertThat(off.getEarlier().getNamed()).containsExactly("dn5");
    assertThat(off.getBuilds().keySet()).containsExactly("a", "b");
    assertThat(off.getBuilds().get("a").getNamed())
        .containsExactly("dn1", "dn3");

    DatanodeStates on = new DatanodeStates(true);
    for (int i = 0; i < 50; i++) {
      on.add(new DatanodeState(Heard.OFF, "a"), "dn" + i);
    }
    assertThat(on.getNotYet().getSize()).isEqualTo(50);
    assertThat(on.getNotYet().getNamed())
        .hasSize(DatanodeStates.Group.NAMED_MAX);
  }

  @Test(timeout = 60_000)
  public void theBeanShowsItAndNoOlderFollowers() throws Exception {
    ClusterSwitch turned = with("true");
    turned.show(() -> {
      DatanodeStates states = new DatanodeStates(turned.isOn());
      states.add(new DatanodeState(Heard.OFF, "a"), "dn1");
      return states;
    });
    try {
      StateMXBean bean = JMX.newMXBeanProxy(
          ManagementFactory.getPlatformMBeanServer(),
          new ObjectName("Hadoop:service=NameNode,name=SmarthState"),
          StateMXBean.class);
      assertThat(bean.isOn()).isTrue();
      assertThat(bean.isKeyOn()).isTrue();
      assertThat(bean.getDatanodesFollowing()).isZero();
      assertThat(bean.getDatanodesNotYet()).isEqualTo(1);
      assertThat(bean.getNotYetNamed()).isEqualTo("[\"dn1\"]");
      turned.turn(false, "alice", "10.0.0.1");
      assertThat(bean.isOn()).isFalse();
      assertThat(bean.getOffBecause()).isEqualTo(BY_OPERATOR);
      assertThat(bean.getDatanodesFollowing()).isEqualTo(1);
      assertThat(bean.getDatanodesSilent()).isZero();
      assertThat(bean.getDatanodesOfEarlierBuilds()).isZero();
      assertThat(bean.getBuild()).isEqualTo(turned.getBuild()).isNotEmpty();
      assertThat(bean.getDatanodeBuilds()).isEqualTo("[{\"build\":\"a\","
          + "\"datanodes\":1,\"named\":[\"dn1\"]}]");
    } finally {
      turned.close();
    }
    turned.close();
  }
}
