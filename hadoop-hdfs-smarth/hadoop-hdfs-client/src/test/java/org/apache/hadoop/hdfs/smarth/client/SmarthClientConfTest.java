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
package org.apache.hadoop.hdfs.smarth.client;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf.PipelineMode;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class SmarthClientConfTest {
  private static final long HEAP = 512L << 20;

  private static SmarthClientConf with(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    return new SmarthClientConf(conf, HEAP, null);
  }

  private static void assertRefused(String key, String value, String range) {
    assertThatThrownBy(() -> with(key, value))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage(key + " = " + value + ": must be " + range);
  }

  @Test
  public void withoutASiteFileSmarthIsOnWithAQuarterOfTheHeapForPackets() {
    SmarthClientConf conf =
        new SmarthClientConf(new Configuration(false), HEAP, null);
    assertThat(conf.isEnabled()).isTrue();
    assertThat(conf.getPipelinesMode()).isSameAs(PipelineMode.AUTO);
    assertThat(conf.getPipelinesMax()).isZero();
    assertThat(conf.isFirstNodeLocal()).isTrue();
    assertThat(conf.getRetainedMemory()).isEqualTo(128L << 20);
    assertThat(new SmarthClientConf(new Configuration(false), HEAP / 4, null)
        .getRetainedMemory()).isEqualTo(32L << 20);
    assertThat(new SmarthClientConf(new Configuration(false), 1L << 40, null)
        .getRetainedMemory()).isEqualTo(256L << 20);
    assertThat(conf.getSpillDirs()).hasSize(1);
    assertThat(conf.getSpillDirs().get(0)).startsWith(
        System.getProperty("java.io.tmpdir"));
  }

  @Test
  public void valuesInRangeAreTaken() {
    assertThat(with(SmarthClientConf.ENABLED_KEY, " False ").isEnabled())
        .isFalse();
    assertThat(with(SmarthClientConf.FIRST_NODE_LOCAL_KEY, "FALSE")
        .isFirstNodeLocal()).isFalse();
    assertThat(with(SmarthClientConf.PIPELINES_MODE_KEY, "paper")
        .getPipelinesMode()).isSameAs(PipelineMode.PAPER);
    assertThat(with(SmarthClientConf.PIPELINES_MODE_KEY, " Auto ")
        .getPipelinesMode()).isSameAs(PipelineMode.AUTO);
    assertThat(with(SmarthClientConf.PIPELINES_MAX_KEY, "64")
        .getPipelinesMax()).isEqualTo(64);
    assertThat(with(SmarthClientConf.RETAINED_MEMORY_KEY, "100m")
        .getRetainedMemory()).isEqualTo(100L << 20);
    assertThat(with(SmarthClientConf.SPILL_MAX_KEY, "0").getSpillMax())
        .isZero();
    assertThat(with(SmarthClientConf.SPILL_MAX_KEY, "8g").getSpillMax())
        .isEqualTo(8L << 30);
    assertThat(with("hadoop.tmp.dir", "/t").getSpillDirs())
        .containsExactly("/t/smarth");
    assertThat(with(SmarthClientConf.SPILL_DIR_KEY, " /s, /t ").getSpillDirs())
        .containsExactly("/s", "/t");
    for (double fraction : new double[] {0, 0.3, 1}) {
      assertThat(with(SmarthClientConf.SPILL_FREE_FRACTION_KEY,
          String.valueOf(fraction)).getSpillFreeFraction())
          .isEqualTo(fraction);
    }
    assertThat(with(SmarthClientConf.SPEED_REPORT_INTERVAL_KEY, "100ms")
        .getSpeedReportInterval()).isEqualTo(100);
    assertThat(with(SmarthClientConf.SPEED_REPORT_INTERVAL_KEY, "1h")
        .getSpeedReportInterval()).isEqualTo(3_600_000);
    assertThat(with(SmarthClientConf.SPEED_REPORT_INTERVAL_KEY, "500")
        .getSpeedReportInterval()).isEqualTo(500);
    for (double threshold : new double[] {0.5, 0.95, 1}) {
      assertThat(with(SmarthClientConf.FIRST_NODE_THRESHOLD_KEY,
          String.valueOf(threshold)).getFirstNodeThreshold())
          .isEqualTo(threshold);
    }
  }

  @Test
  public void inAContainerItsDirectoriesAreUsedUnlessOthersAreChosen() {
    Configuration conf = new Configuration(false);
    String container = "/disk1/app,/disk2/app";
    assertThat(new SmarthClientConf(conf, HEAP, container).getSpillDirs())
        .containsExactly("/disk1/app/smarth", "/disk2/app/smarth");
    conf.set(SmarthClientConf.SPILL_DIR_KEY, SmarthClientConf.SPILL_DIR_DEFAULT);
    assertThat(new SmarthClientConf(conf, HEAP, container).getSpillDirs())
        .containsExactly("/disk1/app/smarth", "/disk2/app/smarth");
    String elsewhere = System.getProperty("hadoop.tmp.dir") + "/smarth";
    assertThat(new SmarthClientConf(conf, HEAP, null).getSpillDirs())
        .containsExactly(elsewhere);
    assertThat(new SmarthClientConf(conf, HEAP, "").getSpillDirs())
        .containsExactly(elsewhere);
    conf.set("some.place", "/p");
    conf.set(SmarthClientConf.SPILL_DIR_KEY, "${some.place}/chosen");
    assertThat(new SmarthClientConf(conf, HEAP, container).getSpillDirs())
        .containsExactly("/p/chosen");
  }

  @Test
  public void valuesOutOfRangeAreRefusedWithKeyValueAndRange() {
    assertRefused(SmarthClientConf.ENABLED_KEY, "yes", "true or false");
    assertRefused(SmarthClientConf.FIRST_NODE_LOCAL_KEY, "1", "true or false");
    for (String value : new String[] {"automatic", "0", ""}) {
      assertRefused(SmarthClientConf.PIPELINES_MODE_KEY, value,
          "auto or paper");
    }
    String range = "a whole number from 0 to 64";
    for (String value : new String[] {"-1", "65", "many", "", "1.5"}) {
      assertRefused(SmarthClientConf.PIPELINES_MAX_KEY, value, range);
    }
    for (String value : new String[] {"", " ", ","}) {
      assertRefused(SmarthClientConf.SPILL_DIR_KEY, value,
          "the path of a local directory, or several, separated by commas");
    }
    for (String value : new String[] {"-0.1", "1.1", "10%", ""}) {
      assertRefused(SmarthClientConf.SPILL_FREE_FRACTION_KEY, value,
          "a number from 0.0 to 1.0");
    }
    for (String value : new String[] {"-1", "1023k", "2t", "much", ""}) {
      assertRefused(SmarthClientConf.SPILL_MAX_KEY, value,
          "a whole number from 1048576 to 1099511627776");
      assertRefused(SmarthClientConf.RETAINED_MEMORY_KEY, value,
          "a whole number from 1048576 to 1099511627776");
    }
    for (String value : new String[] {"0", "99ms", "-3s", "3601s", "1d",
        "0.5s", "often", ""}) {
      assertRefused(SmarthClientConf.SPEED_REPORT_INTERVAL_KEY, value,
          "a time from 100ms to 1h");
      assertRefused(SmarthClientConf.FLUSH_BACKLOG_KEY, value,
          "a time from 100ms to 1h");
    }
    for (String value : new String[] {"0.49", "1.01", "-1", "NaN", "Infinity",
        "80%", ""}) {
      assertRefused(SmarthClientConf.FIRST_NODE_THRESHOLD_KEY, value,
          "a number from 0.5 to 1.0");
    }
  }
}
