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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

public class InputFileTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void theSameBytesAreGeneratedEveryTime() throws Exception {
    Path one = folder.getRoot().toPath().resolve("one");
    Path two = folder.getRoot().toPath().resolve("two");
    InputFile.generate(one, 2_500_000);
    InputFile.generate(two, 2_500_000);
    byte[] bytes = Files.readAllBytes(one);
    assertThat(bytes).hasSize(2_500_000).isEqualTo(Files.readAllBytes(two));
    assertThat(Arrays.copyOf(bytes, 1 << 20)).isNotEqualTo(
        Arrays.copyOfRange(bytes, 1 << 20, 2 << 20));
  }
}
