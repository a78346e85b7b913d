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
package org.smarth.hadoop.heartbeat.profile;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class SiteMergeTest {
  private static final String SITE = "<?xml version=\"1.0\"?>\n"
      + "<!-- Ours. <property><name>a.key</name> -->\n"
      + "<configuration>\n"
      + "  <property>\n"
      + "    <name> a.key </name>  <!-- odd -->\n"
      + "    <value>1</value>\n"
      + "    <final>true</final>\n"
      + "  </property>\n"
      + "  <property><name>other</name><value>x</value></property>\n"
      + "</configuration>\n";

  private final List<Setting> settings = Arrays.asList(
      new Setting(SiteFile.YARN, "a.key", 2),
      new Setting(SiteFile.YARN, "new.key", "3ms"));

  private SiteMerge merge(String text) {
    return new SiteMerge(text.getBytes(StandardCharsets.UTF_8), settings);
  }

  private String merged(String text) {
    return new String(merge(text).getBytes(), StandardCharsets.UTF_8);
  }

  @Test(timeout = 60_000)
  public void charactersOfTheDeclaredEncodingStay() {
    Charset latin = StandardCharsets.ISO_8859_1;
    String text = "<?xml version=\"1.0\" encoding='ISO-8859-1'?>\n"
        + SITE.replace("Ours.", "\u00fcber").substring(SITE.indexOf("<!--"));
    byte[] changed = new SiteMerge(text.getBytes(latin), settings).getBytes();
    assertThat(new String(changed, latin)).contains("\u00fcber")
        .contains("<value>2</value>");
  }

  @Test(timeout = 60_000)
  public void aFileThatIsNotInItsEncodingIsRefused() {
    byte[] latin = SITE.replace("Ours.", "\u00fcber")
        .getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> new SiteMerge(latin, settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it is not in UTF-8");
    assertThatThrownBy(() -> merge("<?xml version='1.0' encoding='x-1'?>"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("encoding = x-1");
  }

  @Test(timeout = 60_000)
  public void valuesAreReplacedOthersAddedAndNothingElseChanges() {
    assertThat(merged(SITE)).isEqualTo(
        SITE.replace("<value>1</value>", "<value>2</value>")
            .replace("</configuration>", "  <property>\n"
                + "    <name>new.key</name>\n    <value>3ms</value>\n"
                + "  </property>\n</configuration>"));
  }

  @Test(timeout = 60_000)
  public void theDiffShowsWhatChanges() {
    String diff = merge(SITE).diff("yarn-site.xml");
    assertThat(diff).startsWith("--- yarn-site.xml\n+++ yarn-site.xml\n@@ ")
        .contains("\n-    <value>1</value>\n+    <value>2</value>\n")
        .contains("\n+    <name>new.key</name>\n")
        .doesNotContain("-  <property><name>other");
  }

  @Test(timeout = 60_000)
  public void mergedAgainNothingChanges() {
    SiteMerge again = merge(merged(SITE));
    assertThat(again.isChanged()).isFalse();
  }

  @Test(timeout = 60_000)
  public void theLastOfTwoIsReplacedAsItIsTheOneThatCounts() {
    String twice = SITE.replace("<final>true</final>\n", "")
        .replace("<name>other</name>", "<name>a.key</name>");
    assertThat(merged(twice))
        .contains("<value>1</value>")
        .contains("<name>a.key</name><value>2</value>");
  }

  @Test(timeout = 60_000)
  public void anEmptyConfigurationGetsAll() {
    for (String empty : new String[] {"<configuration></configuration>",
        "<!-- <configuration/> -->\n<configuration />\n"}) {
      assertThat(merged(empty))
          .contains("<name>a.key</name>").contains("<name>new.key</name>")
          .endsWith(empty.endsWith("\n") ? "</configuration>\n"
              : "</configuration>");
    }
  }

  @Test(timeout = 60_000)
  public void whatItCannotChangeRightIsRefused() {
    assertThatThrownBy(() -> merge("hello"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no </configuration>");
    assertThatThrownBy(() -> merge(
        "<configuration><property></configuration>"))
        .isInstanceOf(IllegalArgumentException.class);
    // The first, final, counts.
    assertThatThrownBy(() -> merge(
        SITE.replace("<name>other</name>", "<name>a.key</name>")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a.key would be 1 in it; set it by hand");
  }
}
