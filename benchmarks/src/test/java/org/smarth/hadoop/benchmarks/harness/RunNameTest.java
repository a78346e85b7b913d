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

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class RunNameTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void thisProcessIsRecognisedByItsName() {
    RunName name = RunName.create();
    assertThat(RunName.of(name.toString())).hasValue(name);
    assertThat(RunName.of(name + "-core")).hasValue(name);
    assertThat(name.isAlive()).isTrue();
  }

  @Test
  public void aLaterProcessWithTheSameIdIsNotTheOwner() {
    RunName name = RunName.create();
    assertThat(new RunName(name.pid(), name.start() - 100, 1).isAlive()).isFalse();
  }

  @Test
  public void otherNamesAreNobodys() {
    assertThat(RunName.of("smarth-try-")).isEmpty();
    assertThat(RunName.of("smarth-logs-1-2-3")).isEmpty();
    assertThat(RunName.of("my-smarth-try-1-2-3")).isEmpty();
    assertThat(RunName.of("smarth-try-1-2-3x")).isEmpty();
  }
}
