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

package org.smarth.hadoop.benchmarks.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.compat.Observed.Counts;

public class ObservedTest {
  private static final String NEVER = "";
  private static final Counts COUNTS = new Counts(2, 20, 0, 0);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private Observed observed(String line, String... log) throws IOException {
    Path file = Files.write(folder.newFile().toPath(), List.of(log));
    return Observed.of(List.of("of others", line), List.of(file), COUNTS);
  }

  @Test
  public void anotherResultIsSaid() throws IOException {
    Observed stock = observed("RESULT\tread\t7 99");
    assertThat(observed("RESULT\tread\t7 99").beyond(stock, NEVER)).isEmpty();
    assertThat(observed("RESULT\tread\t7 98").beyond(stock, NEVER))
        .containsExactly("read is 7 98 instead of 7 99");
    assertThat(observed("nothing").beyond(stock, NEVER))
        .containsExactly("read is null instead of 7 99");
  }

  @Test
  public void aNewWarningIsSaidUnlessItComesByChance() throws IOException {
    Observed stock = observed("", "22:01:07 WARN Client: slow by 12 ms", "22:01:08 INFO Other: 1");
    assertThat(observed("", "23:10:00 WARN Client: slow by 7 ms", "23:10:01 INFO Other: 2")
        .beyond(stock, NEVER)).isEmpty();
    Observed more = observed("", "22:01:07 ERROR Client: lost 3 blocks");
    assertThat(more.beyond(stock, NEVER))
        .containsExactly("logs #:#:# ERROR Client: lost # blocks");
    assertThat(more.beyond(stock, ".*lost.*")).isEmpty();
  }

  @Test
  public void aNewThreadIsSaid() throws IOException {
    Observed stock = observed("RESULT\tthreads\tmain, pool-1-thread-2");
    assertThat(observed("RESULT\tthreads\tmain, pool-3-thread-4").beyond(stock, NEVER)).isEmpty();
    assertThat(observed("RESULT\tthreads\tmain, writer-5").beyond(stock, NEVER))
        .containsExactly("leaves the thread writer-#");
  }

  @Test
  public void blocksWithASuccessorAreAllButTheLastOfEachFile() {
    assertThat(COUNTS.withSuccessor()).isEqualTo(18);
    assertThat(COUNTS.since(new Counts(1, 5, 0, 0))).isEqualTo(new Counts(1, 15, 0, 0));
    assertThat(new Counts(5, 3, 0, 0).withSuccessor()).isEqualTo(1);
  }

  @Test
  public void blocksWithoutFnfaAreSaid() {
    assertThat(Fnfa.ALL.wrong(new Counts(2, 20, 0, 18))).isEmpty();
    assertThat(Fnfa.ALL.wrong(new Counts(2, 20, 0, 17))).hasSize(1);
    assertThat(Fnfa.SOME.wrong(new Counts(2, 20, 0, 1))).isEmpty();
    assertThat(Fnfa.SOME.wrong(COUNTS)).hasSize(1);
    assertThat(Fnfa.NONE.wrong(COUNTS)).isEmpty();
    assertThat(Fnfa.NONE.wrong(new Counts(0, 5, 1, 1))).hasSize(1);
  }

  @Test
  public void theEndIsCountedFromTheLastWord() {
    assertThat(Observed.exitSeconds(List.of("RESULT\tend\t" + (System.currentTimeMillis() - 3000))))
        .isBetween(3.0, 8.0);
    assertThat(Observed.exitSeconds(List.of())).isZero();
  }
}
