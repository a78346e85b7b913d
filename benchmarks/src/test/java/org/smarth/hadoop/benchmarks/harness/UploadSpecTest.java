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

import java.nio.file.Path;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

public class UploadSpecTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void whatIsSavedIsLoaded() throws Exception {
    Path file = folder.getRoot().toPath().resolve("spec");
    UploadSpec spec = new UploadSpec(Path.of("/some/file"), 1 << 20, 2,
        Links.uniform(new Racks(4, 1), Rate.NONE, new Rate(0.5)).withNodesAt(2, new Rate(7)),
        8020, folder.getRoot().toPath(), Protection.NONE);
    spec.save(file);
    assertThat(UploadSpec.load(file)).isEqualTo(spec);
    UploadSpec behind = new UploadSpec(spec.file(), spec.blockBytes(), 3,
        Links.uniform(new Racks(4, Racks.OUTSIDE), Rate.NONE, Rate.NONE).withUplink(new Rate(200)),
        8020, spec.dir(), Protection.RC4);
    behind.save(file);
    assertThat(UploadSpec.load(file)).isEqualTo(behind);
  }
}
