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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class RecentHostsTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final List<Object> forgotten = new ArrayList<>();
  private final FakeTimer timer = new FakeTimer();
  private final RecentHosts<Object> hosts = new RecentHosts<>(2,
      (host, any) -> 1, 1_000, timer, forgotten::add);

  @Test
  public void whatIsPutAgainStaysKnown() {
    Object a = hosts.hear("a", Object::new);
    hosts.put("a", a);
    assertThat(hosts.get("a")).isSameAs(a);
    assertThat(forgotten).isEmpty();
  }

  @Test
  public void whoWasHeardOfFirstIsForgottenForOthers() {
    Object a = hosts.hear("a", Object::new);
    Object b = hosts.hear("b", Object::new);
    hosts.hear("c", Object::new);
    assertThat(forgotten).containsExactly(a);
    assertThat(hosts.get("a")).isNull();
    hosts.forget("b", b);
    assertThat(forgotten).containsExactly(a, b);
    assertThat(hosts.getForgotten()).isEqualTo(1);
  }

  /** The cache finds the old one expired when the new one is known already. */
  @Test
  public void whoIsKnownAnewBeforeTheCacheTellsIsForgottenAllTheSame() {
    Object old = hosts.hear("a", Object::new);
    timer.advance(2_000);
    Object anew = new Object();
    hosts.put("a", anew);
    assertThat(forgotten).containsExactly(old);
    assertThat(hosts.get("a")).isSameAs(anew);
  }
}
