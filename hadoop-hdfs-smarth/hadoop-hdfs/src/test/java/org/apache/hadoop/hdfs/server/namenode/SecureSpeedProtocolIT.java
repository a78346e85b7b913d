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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.RealKdc;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Who may call the protocol of speeds, and who is refused. */
public class SecureSpeedProtocolIT {
  @ClassRule
  public static final RealKdc KDC = new RealKdc("alice", "mallory");

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private static Configuration conf;
  private static MiniDFSCluster cluster;

  @BeforeClass
  public static void setUp() throws IOException {
    conf = KDC.secure(new HdfsConfiguration());
    KDC.loginAsDaemon();
    conf.set(HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY,
        "authentication");
    // The DataNode and the daemons' user are in it, mallory is not.
    conf.set("security.client.protocol.acl", "hdfs,alice");
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
  }

  @AfterClass
  public static void tearDown() {
    if (cluster != null) {
      cluster.shutdown();
    }
  }

  private static InetSocketAddress address() {
    return cluster.getNameNode().getNameNodeAddress();
  }

  private static void report(UserGroupInformation user, Configuration with)
      throws Exception {
    user.doAs((PrivilegedExceptionAction<Void>) () -> {
      try (SpeedTeller teller = new SpeedTeller(address(), with)) {
        teller.report(Collections.singletonList(
            new Speed(cluster.getDataNodes().get(0).getDatanodeUuid(),
                50_000_000, 0)));
      }
      return null;
    });
  }

  private static Object listing(UserGroupInformation user) throws Exception {
    return user.doAs((PrivilegedExceptionAction<Object>) () -> {
      try (SpeedTeller teller = new SpeedTeller(address(), conf)) {
        return teller.getSpeeds();
      }
    });
  }

  private static boolean turn(UserGroupInformation user, boolean on)
      throws Exception {
    return user.doAs((PrivilegedExceptionAction<Boolean>) () -> {
      try (SpeedTeller teller = new SpeedTeller(address(), conf)) {
        return teller.turn(on).getOn();
      }
    });
  }

  @Test
  public void aUserOfTheAccessListMayReportAndNeitherListNorSwitch()
      throws Exception {
    UserGroupInformation alice = KDC.login("alice");
    report(alice, conf);
    assertThatThrownBy(() -> listing(alice))
        .hasMessageContaining("Superuser privilege is required");
    assertThatThrownBy(() -> turn(alice, false))
        .hasMessageContaining("Superuser privilege is required");
  }

  @Test
  public void theSuperuserMayListAndSwitch() throws Exception {
    UserGroupInformation superuser = UserGroupInformation.getLoginUser();
    assertThat(listing(superuser)).isNotNull();
    assertThat(turn(superuser, false)).isFalse();
    assertThat(turn(superuser, true)).isTrue();
  }

  @Test
  public void aUserOutsideOfTheAccessListIsRefused() throws Exception {
    UserGroupInformation mallory = KDC.login("mallory");
    assertThatThrownBy(() -> report(mallory, conf))
        .hasMessageContaining("mallory").hasMessageContaining("not authorized");
    assertThatThrownBy(() -> listing(mallory))
        .hasMessageContaining("not authorized");
    assertThatThrownBy(() -> turn(mallory, false))
        .hasMessageContaining("not authorized");
  }

  @Test
  public void aCallerWithoutCredentialsIsRefused() {
    Configuration simple = new Configuration(conf);
    simple.set("hadoop.security.authentication", "simple");
    UserGroupInformation nobody =
        UserGroupInformation.createRemoteUser("hdfs");
    nobody.setAuthenticationMethod(AuthenticationMethod.SIMPLE);
    assertThatThrownBy(() -> report(nobody, simple))
        .isInstanceOf(IOException.class);
  }

  @Test
  public void aUserWhoMayNotBeAProxyIsRefused() throws Exception {
    UserGroupInformation proxy = UserGroupInformation.createProxyUser("alice",
        KDC.login("mallory"));
    assertThatThrownBy(() -> report(proxy, conf))
        .hasMessageContaining("not allowed to impersonate");
  }
}
