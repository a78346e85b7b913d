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
package org.apache.hadoop.hdfs.tools;

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.tools.SmarthAdmin.Options;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class AdminOptionsTest {
  private static void assertRefused(String message, String... words) {
    assertThatThrownBy(() -> Options.parse(words))
        .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test(timeout = 60_000)
  public void eachViewHasItsOption() {
    assertThat(Options.parse("-help").getView())
        .isEqualTo(Options.View.HELP);
    assertThat(Options.parse("-report").getView())
        .isEqualTo(Options.View.REPORT);
    assertThat(Options.parse("-report", "-json").getView())
        .isEqualTo(Options.View.JSON);
    assertThat(Options.parse("-report", "-racks").getView())
        .isEqualTo(Options.View.RACKS);
    assertThat(Options.parse("-report", "-slow").getView())
        .isEqualTo(Options.View.SLOW);
    assertThat(Options.parse("-top").getView())
        .isEqualTo(Options.View.TOP);
    assertThat(Options.parse("-off").getView())
        .isEqualTo(Options.View.OFF);
    assertThat(Options.parse("-on").getView())
        .isEqualTo(Options.View.ON);
    assertThat(Options.parse("-status").getView())
        .isEqualTo(Options.View.STATUS);
  }

  @Test(timeout = 60_000)
  public void topIsShownEveryTwoSecondsWithoutEndUnlessItIsTold() {
    Options plain = Options.parse("-top");
    assertThat(plain.getIntervalNanos())
        .isEqualTo(TimeUnit.SECONDS.toNanos(2));
    assertThat(plain.isEnough(Long.MAX_VALUE)).isFalse();
    Options told =
        Options.parse("-top", "-count", "3", "-interval", "3600");
    assertThat(told.getIntervalNanos())
        .isEqualTo(TimeUnit.HOURS.toNanos(1));
    assertThat(told.isEnough(2)).isFalse();
    assertThat(told.isEnough(3)).isTrue();
  }

  @Test(timeout = 60_000)
  public void whatIsWrongIsNamedWithItsValueAndRange() {
    assertRefused("");
    assertRefused("-reprot: Unknown command", "-reprot");
    assertRefused("-help = more: takes nothing", "-help", "more");
    assertRefused("-off = nn1 nn2: takes nothing", "-off", "nn1", "nn2");
    assertRefused("-on = -json: takes nothing", "-on", "-json");
    assertRefused("-status = -json: takes nothing", "-status", "-json");
    assertRefused("-report = -xml: must be nothing or one of -json, -racks,"
        + " -slow", "-report", "-xml");
    assertRefused("-report = -racks -json: must be nothing or one of -json,"
        + " -racks, -slow", "-report", "-racks", "-json");
    assertRefused("-top = -json: must be -interval SECONDS or -count N",
        "-top", "-json");
    for (String wrong : new String[] {"0", "-1", "3601", "2.5", "two", "",
        "99999999999"}) {
      assertRefused("-interval = " + wrong
          + ": must be a whole number from 1 to 3600", "-top", "-interval",
          wrong);
    }
    assertRefused("-interval = : must be a whole number from 1 to 3600",
        "-top", "-interval");
    assertRefused("-count = 0: must be a whole number from 1 to 1000000",
        "-top", "-interval", "5", "-count", "0");
  }
}
