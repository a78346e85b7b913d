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
package org.apache.hadoop.fs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;

import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * put -t 32 of many files with the heap that hdfs dfs has. The system property
 * smarth.files is how many, smarth.bytes the size of each.
 */
public class ManyFilesIT extends CopyTestCase {
  private static final int FILES = Integer.getInteger("smarth.files", 200);
  private static final int BYTES = Integer.getInteger("smarth.bytes", 1 << 16);
  private static final int FILES_PER_DIRECTORY = 100;

  @Rule
  public final Timeout timeout = Timeout.seconds(120 + FILES / 5);

  @Test
  public void theHeapIsEnough() throws Exception {
    File source = folder.newFolder("source");
    for (int n = 0; n < FILES; n++) {
      File dir = new File(source, "d" + n / FILES_PER_DIRECTORY);
      assertThat(dir.isDirectory() || dir.mkdir()).isTrue();
      write(new File(dir, "f" + n), BYTES);
    }
    try (ShellProcess put = new ShellProcess(folder.newFolder(), "512m",
        fs().getUri(), "-put", "-t", "32", "-v", source.toString(), "/to")) {
      assertThat(put.waitFor(120 + FILES / 5)).describedAs(put.errors())
          .isZero();
    }
    ContentSummary there = fs().getContentSummary(new Path("/to/source"));
    assertThat(there.getFileCount()).isEqualTo(FILES);
    assertThat(there.getLength()).isEqualTo((long) FILES * BYTES);
  }
}
