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
package org.apache.hadoop.hdfs.smarth.conf;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Keys with units and fractions; the others are tested with their users. */
public class RangedConfTest {
  private static final String KEY = "some.key";

  private static long millis(String value) {
    return RangedConf.getMillis(conf(value), KEY, "10m", "1s", "7d");
  }

  private static double fraction(String value) {
    return RangedConf.getDouble(conf(value), KEY, 0.3, 0, 1);
  }

  private static Configuration conf(String value) {
    Configuration conf = new Configuration(false);
    if (value != null) {
      conf.set(KEY, value);
    }
    return conf;
  }

  @Test(timeout = 60_000)
  public void timesInRangeAreReadWithTheirUnits() {
    assertThat(millis(null)).isEqualTo(600_000);
    assertThat(millis("1s")).isEqualTo(1_000);
    assertThat(millis("1500")).isEqualTo(1_500);
    assertThat(millis(" 1500ms ")).isEqualTo(1_500);
    assertThat(millis("7d")).isEqualTo(7 * 24 * 3_600_000L);
  }

  @Test(timeout = 60_000)
  public void timesOutOfRangeOrMalformedAreRefusedWithKeyValueAndRange() {
    for (String value : new String[] {"999ms", "169h", "-1s", "soon", "", "0",
        "999999999999999999d"}) {
      assertThatThrownBy(() -> millis(value)).as(value)
          .isInstanceOf(HadoopIllegalArgumentException.class)
          .hasMessage("some.key = " + value
              + ": must be a time from 1s to 7d");
    }
  }

  @Test(timeout = 60_000)
  public void numbersInRangeAreRead() {
    assertThat(fraction(null)).isEqualTo(0.3);
    assertThat(fraction("0")).isZero();
    assertThat(fraction(" 0.25 ")).isEqualTo(0.25);
    assertThat(fraction("1")).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void numbersOutOfRangeOrMalformedAreRefusedWithKeyValueAndRange() {
    for (String value : new String[] {"-0.1", "1.01", "NaN", "half", "",
        "Infinity"}) {
      assertThatThrownBy(() -> fraction(value)).as(value)
          .isInstanceOf(HadoopIllegalArgumentException.class)
          .hasMessage("some.key = " + value
              + ": must be a number from 0.0 to 1.0");
    }
  }
}
