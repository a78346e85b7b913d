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

package org.smarth.hadoop.benchmarks.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

public class LoadClientTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final FileSystem fs = new RawLocalFileSystem();

  @Before
  public void setUp() throws IOException {
    fs.initialize(fs.getUri(), new Configuration());
  }

  @After
  public void tearDown() throws IOException {
    fs.close();
  }

  private java.nio.file.Path file(long number) {
    return folder.getRoot().toPath().resolve(Long.toString(number));
  }

  private LoadClient client() throws IOException {
    return new LoadClient(fs, new Path(folder.getRoot().toString()),
        5 * LoadClient.PART_BYTES);
  }

  @Test
  public void whatIsReadAsItWasWrittenIsCounted() throws IOException {
    LoadClient client = client();
    client.once();
    client.once();
    assertThat(client.counts()).isEqualTo(new LoadClient.Counts(2, 2, 0, 0, 5.24288));
  }

  @Test
  public void aLaterClientFindsAByteThatDiffersOrIsMissingOrTooMany() throws IOException {
    client().once();
    LoadClient later = client();
    byte[] bytes = Files.readAllBytes(file(1));
    assertThat(later.isWhole(1)).isTrue();
    Files.write(file(1), Arrays.copyOf(bytes, bytes.length + 1));
    assertThat(later.isWhole(1)).isFalse();
    Files.write(file(1), Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(later.isWhole(1)).isFalse();
    bytes[bytes.length - 1]++;
    Files.write(file(1), bytes);
    assertThat(later.isWhole(1)).isFalse();
  }

  @Test
  public void aFileThatCannotBeReadHasFailed() throws IOException {
    LoadClient client = client();
    client.once();
    Files.delete(file(1));
    Files.createDirectories(file(2).resolve("in-the-way"));
    client.once();
    assertThat(client.counts().failed()).isEqualTo(2);
  }
}
