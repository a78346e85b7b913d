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

package org.smarth.hadoop.benchmarks.soak.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class LedgerTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final Ledger ledger = new Ledger();

  private byte[] write(int thread, int number, int length, boolean done) {
    byte[] bytes = Ledger.bytes(thread, number, length);
    ledger.begin(thread, bytes);
    ledger.end(thread, done);
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private String problem(byte[] content) {
    return ledger.problem(content, ledger.acknowledged());
  }

  @Test
  public void anyOrderOfTheThreadsWritesIsRight() {
    byte[] a1 = write(0, 1, 1000, true);
    byte[] a2 = write(0, 2, 1, true);
    byte[] b1 = write(4, 1, 300, true);
    ledger.acknowledge(ledger.ended());
    assertThat(problem(join(a1, a2, b1))).isNull();
    assertThat(problem(join(a1, b1, a2))).isNull();
    assertThat(problem(join(b1, a1, a2))).isNull();
    assertThat(problem(join(a2, a1, b1))).isNotNull();
  }

  @Test
  public void whatWasAcknowledgedMustBeThereAndTheRestMayEndAnywhere() {
    byte[] first = write(1, 1, 1000, true);
    ledger.acknowledge(ledger.ended());
    byte[] second = write(1, 2, 1000, true);
    assertThat(problem(first)).isNull();
    assertThat(problem(join(first, Arrays.copyOf(second, 10)))).isNull();
    assertThat(problem(Arrays.copyOf(first, 999))).contains("begins at 0");
    assertThat(problem(new byte[0])).contains("missing");
  }

  @Test
  public void nothingMayBeThereThatWasNotWritten() {
    byte[] only = write(0, 1, 1000, true);
    byte[] wrong = only.clone();
    wrong[500] ^= 1;
    assertThat(problem(wrong)).contains("byte 500 ");
    assertThat(problem(join(only, only))).contains("was not written");
    assertThat(problem(join(only, new byte[10]))).contains("(0)");
    assertThat(problem(join(only, Ledger.bytes(3, 1, 5)))).contains("was not written");
  }

  @Test
  public void aWriteThatFailedMayHaveWrittenSome() {
    byte[] failed = write(0, 1, 1000, false);
    byte[] next = write(0, 2, 1000, true);
    ledger.acknowledge(ledger.ended());
    assertThat(problem(next)).isNull();
    for (int part : new int[] {1, 2, 512, 999, 1000}) {
      assertThat(problem(join(Arrays.copyOf(failed, part), next))).isNull();
    }
    assertThat(problem(failed)).contains("missing");
  }

  @Test
  public void whatWasThereBeforeStays() {
    ledger.existed(100);
    byte[] more = write(0, 1, 10, true);
    assertThat(problem(join(Ledger.before(100), more))).isNull();
    assertThat(problem(more)).isNotNull();
  }
}
