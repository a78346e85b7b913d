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
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class DiskSpaceTest {
  private static final long GIB = ByteSize.GIB;

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void everyReplicaOfOneContenderNeedsRoomAndSoDoesTheGeneratedFile() {
    assertThat(DiskSpace.needed(GIB, 3, false)).isBetween(3 * GIB, 3 * GIB + GIB / 5);
    assertThat(DiskSpace.needed(GIB, 3, true) - DiskSpace.needed(GIB, 3, false)).isEqualTo(GIB);
  }

  @Test
  public void tooLittleRoomIsSaidWithBothNumbers() {
    assertThatThrownBy(() -> DiskSpace.check(4 * GIB, GIB, "/tmp")).isInstanceOf(Failure.class)
        .hasMessage("the disk of /tmp has 1 GiB free and 4 GiB are needed; free some, or give"
            + " --work-dir or a smaller file");
    assertThatCode(() -> DiskSpace.check(GIB, GIB, "/tmp")).doesNotThrowAnyException();
  }
}
