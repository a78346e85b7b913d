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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.smarth.copy.ProgressDisplay;
import org.junit.Test;

public class CopyOptionsTest {
  private final Configuration conf = new Configuration();
  private List<String> left;

  private CopyOptions take(String... args) {
    left = new LinkedList<>(Arrays.asList(args));
    return CopyOptions.take(left, conf, true);
  }

  @Test
  public void stocksOptionsAndPathsAreLeft() {
    CopyOptions options = take("-f", "-t", "8", "-p", "-v", "-q", "20",
        "-progress=json", "-summary", "file", "a", "-t");
    assertThat(options.isVerbose()).isTrue();
    assertThat(options.getSummary()).hasName("file");
    assertThat(options.getProgress()).isEqualTo(ProgressDisplay.Mode.JSON);
    assertThat(options.getThreads()).isEqualTo(8);
    assertThat(options.getQueue()).isEqualTo(20);
    assertThat(options.isDirect()).isFalse();
    assertThat(left).containsExactly("-f", "-p", "a", "-t");
  }

  @Test
  public void whatFollowsTwoDashesIsAPath() {
    assertThat(take("-d", "--", "-t", "8").getThreads()).isEqualTo(1);
    assertThat(take("-d", "--", "-t", "8").isDirect()).isTrue();
    assertThat(left).containsExactly("-d", "--", "-t", "8");
  }

  @Test
  public void whatFollowsStandardInputIsAPath() {
    assertThat(take("-", "-t", "8").getThreads()).isEqualTo(1);
  }

  @Test
  public void aSiteHasItsOwnDefault() {
    conf.set(CopyOptions.THREADS_KEY, "4");
    assertThat(take("a").getThreads()).isEqualTo(4);
    assertThat(take("-t", "2", "a").getThreads()).isEqualTo(2);
  }

  @Test
  public void aValueOutOfItsRangeIsNamed() {
    for (String value : new String[] {"x", ""}) {
      assertThatThrownBy(() -> take("-t", value, "a"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("-t " + value + ": must be a number");
    }
    assertThatThrownBy(() -> take("-q"))
        .hasMessageStartingWith("-q : must be a number");
    conf.set(CopyOptions.THREADS_KEY, "many");
    assertThatThrownBy(() -> take("a")).hasMessage(
        "fs.shell.smarth.copy.threads many: must be a number from 1 to 1024");
  }

  @Test
  public void optionsOfUploadsAreNoneOfDownloads() {
    assertThat(take("-resume", "-verify", "a").isResume()).isTrue();
    assertThat(take("-verify", "a").isVerify()).isTrue();
    assertThat(left).containsExactly("a");
    left = new LinkedList<>(Arrays.asList("-resume", "a"));
    assertThat(CopyOptions.take(left, conf, false).isResume()).isFalse();
    assertThat(left).containsExactly("-resume", "a");
  }

  @Test
  public void optionsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> take("-resume", "-d", "a"))
        .hasMessage("-resume needs a temporary file: leave out -d");
    assertThatThrownBy(() -> take("-l", "-verify", "a"))
        .hasMessage("-verify cannot be used with -l");
    assertThatThrownBy(() -> take("-d", "-verify", "-f", "a")).hasMessage(
        "-verify with -f needs a temporary file: leave out -d");
    assertThat(take("-d", "-verify", "a").isVerify()).isTrue();
  }
}
