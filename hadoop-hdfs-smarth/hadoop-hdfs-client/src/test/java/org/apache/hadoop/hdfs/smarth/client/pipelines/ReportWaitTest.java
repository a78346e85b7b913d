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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.util.Random;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class ReportWaitTest {
  private final ReportWait wait = new ReportWait();

  /** @return how often the namenode is asked, as when a file is closed. */
  private int close(double lateMillis) {
    long millis = wait.getMillis();
    long waited = 0;
    int asked = 1;
    while (waited < lateMillis) {
      waited += millis;
      millis *= 2;
      asked++;
    }
    wait.sufficed(waited);
    return asked;
  }

  @Test
  public void reportsThatAreLateByTheSameTimeTakeOneMoreCall() {
    for (double late : new double[] {1, 12, 150, 390}) {
      int asked = 0;
      for (int i = 0; i < 100; i++) {
        asked += close(late);
      }
      // In stock it is asked twice.
      assertThat(asked).as("%s ms", late).isLessThan(220);
      assertThat(wait.getMillis()).isLessThan((long) (3 * late + 2));
    }
  }

  @Test
  public void aboutOneWaitInTenIsTooShort() {
    Random random = new Random(1);
    int asked = 0;
    for (int i = 0; i < 10_000; i++) {
      asked += close(-5 * Math.log(random.nextDouble()));
    }
    assertThat(asked).isBetween(20_200, 21_500);
  }

  @Test
  public void afterABusyTimeTheWaitGetsShortAgain() {
    close(900);
    for (int i = 0; i < 100; i++) {
      close(0.5);
    }
    assertThat(wait.getMillis()).isEqualTo((long) ReportWait.MIN_MILLIS);
  }
}
