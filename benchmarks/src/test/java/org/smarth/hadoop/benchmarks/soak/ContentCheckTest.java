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

package org.smarth.hadoop.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Random;

import org.junit.Test;

/** The comparison sees everything that a file may not be. */
public class ContentCheckTest {
  private static final int LENGTH = 600_000;

  private final byte[] written = new byte[LENGTH];

  public ContentCheckTest() {
    new Random(1).nextBytes(written);
  }

  private ContentCheck.Result compare(byte[] read, int least) {
    return ContentCheck.compare(new ByteArrayInputStream(read), read.length, written, least);
  }

  @Test
  public void equalBytesAreRight() {
    assertThat(compare(written, LENGTH)).isEqualTo(new ContentCheck.Result(LENGTH, null));
  }

  @Test
  public void aBeginningIsRightIfItHasAllThatWasAcknowledged() {
    byte[] beginning = Arrays.copyOf(written, 300_000);
    assertThat(compare(beginning, 300_000).problem()).isNull();
    assertThat(compare(beginning, 300_001).problem())
        .isEqualTo("ends at byte 300000 though 300001 were acknowledged");
  }

  @Test
  public void anEmptyFileIsABeginning() {
    assertThat(compare(new byte[0], 0).problem()).isNull();
    assertThat(compare(new byte[0], 1).problem()).isNotNull();
  }

  @Test
  public void aShortFileIsFound() {
    assertThat(compare(Arrays.copyOf(written, LENGTH - 1), LENGTH).problem())
        .contains("ends at byte 599999");
  }

  @Test
  public void aByteThatDiffersIsFoundWhereverItIs() {
    for (int at : new int[] {0, 262_143, 262_144, LENGTH - 1}) {
      byte[] read = written.clone();
      read[at]++;
      ContentCheck.Result result = compare(read, LENGTH);
      assertThat(result.problem()).contains("differs at byte " + at + " of");
      assertThat(result.compared()).isEqualTo(at);
    }
  }

  @Test
  public void zerosInsteadOfBytesAreCalledSo() {
    byte[] read = written.clone();
    Arrays.fill(read, 400_000, LENGTH, (byte) 0);
    assertThat(compare(read, LENGTH).problem()).contains("zeros from there on");
  }

  @Test
  public void missingBytesInTheMiddleDiffer() {
    byte[] read = new byte[LENGTH - 512];
    System.arraycopy(written, 0, read, 0, 1024);
    System.arraycopy(written, 1536, read, 1024, LENGTH - 1536);
    assertThat(compare(read, 0).problem()).contains("differs at byte 1024 of");
  }

  @Test
  public void moreThanWasWrittenIsFound() {
    assertThat(compare(Arrays.copyOf(written, LENGTH + 1), LENGTH).problem())
        .contains("has more than the 600000 bytes written");
  }

  @Test
  public void aBlockThatCannotBeReadIsAHole() {
    InputStream hole = new InputStream() {
      @Override
      public int read() throws IOException {
        throw new IOException("no live replica");
      }
    };
    InputStream in = new SequenceInputStream(new ByteArrayInputStream(written, 0, 1000), hole);
    assertThat(ContentCheck.compare(in, LENGTH, written, 0).problem())
        .contains("cannot be read at byte 1000", "a hole", "no live replica");
  }

  @Test
  public void aLengthThatTheNameNodeDoesNotTellIsFound() {
    assertThat(ContentCheck.compare(new ByteArrayInputStream(written), LENGTH + 5, written, LENGTH)
        .problem()).contains("the NameNode says 600005");
  }
}
