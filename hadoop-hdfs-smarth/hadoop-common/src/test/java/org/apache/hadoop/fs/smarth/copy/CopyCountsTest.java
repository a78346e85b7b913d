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

package org.apache.hadoop.fs.smarth.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class CopyCountsTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final CopyCounts counts = new CopyCounts();

  @After
  public void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  public void whatIsReadIsCountedByteForByte() throws IOException {
    InputStream in = counts.counting(new ByteArrayInputStream(new byte[9]));
    assertThat(in.read()).isZero();
    assertThat(counts.getBytesCopied()).isEqualTo(1);
    assertThat(in.read(new byte[20])).isEqualTo(8);
    assertThat(in.read()).isEqualTo(-1);
    assertThat(in.read(new byte[20])).isEqualTo(-1);
    assertThat(counts.getBytesCopied()).isEqualTo(9);
  }

  /** Of what is no file, as standard input, nobody knows the size before. */
  @Test
  public void whatWasTakenMayBeAllThatThereIs() {
    counts.found(0);
    counts.taken(7);
    counts.foundWhatWasTaken();
    assertThat(counts.getBytesFound()).isEqualTo(7);
  }

  /** The stream that it goes to would take all of it without a wait. */
  @Test
  public void nothingIsReadForACopyThatIsInterrupted() throws IOException {
    InputStream in = counts.counting(new ByteArrayInputStream(new byte[9]));
    assertThat(in.read(new byte[4])).isEqualTo(4);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> in.read(new byte[4]))
        .isInstanceOf(InterruptedIOException.class);
    assertThatThrownBy(in::read).isInstanceOf(InterruptedIOException.class);
    assertThat(counts.getBytesCopied()).isEqualTo(4);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(in.read(new byte[9])).isEqualTo(5);
  }
}
