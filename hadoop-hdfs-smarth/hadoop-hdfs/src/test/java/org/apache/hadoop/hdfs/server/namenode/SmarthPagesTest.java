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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.hdfs.server.namenode.SmarthPages.FileServlet;
import org.apache.hadoop.hdfs.server.namenode.SmarthPages.LinkServlet;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Fallback;
import org.apache.hadoop.io.IOUtils;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The files of the NameNode's page, and what leads to it. */
public class SmarthPagesTest {
  private static final String PAGE = "/org/apache/hadoop/hdfs/smarth/page/";
  private static final String LINK =
      "<li><a href=\"smarth.html\">SMARTH</a></li>\n";

  private static String read(String resource) throws IOException {
    try (InputStream in =
        SmarthPagesTest.class.getResourceAsStream(resource)) {
      assertThat(in).as(resource).isNotNull();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      IOUtils.copyBytes(in, out, 4096, false);
      return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }
  }

  @Test(timeout = 60_000)
  public void stocksPagesGetOneLineAndNothingElse() throws IOException {
    for (String page : new String[] {"dfshealth.html", "explorer.html"}) {
      String stock = read("/webapps/hdfs/" + page);
      String linked = LinkServlet.linked(stock);
      assertThat(linked).as(page).containsOnlyOnce(LINK);
      assertThat(linked.replace(LINK, "")).isEqualTo(stock);
    }
  }

  @Test(timeout = 60_000)
  public void aPageWithoutStocksMenuStaysAsItIs() {
    String page = "<html><li><a href=\"logs\">Protocols</a></li></html>";
    assertThat(LinkServlet.linked(page)).isEqualTo(page);
  }

  @Test(timeout = 60_000)
  public void thePageHasTheStyleSheetOfStocksPages() throws IOException {
    String stock = read("/webapps/hdfs/dfshealth.html");
    String styled = FileServlet.styled(read(PAGE + "smarth.html"), stock);
    String sheets = "href=\"(/static/[^\"]*bootstrap[^\"]*)\"";
    String sheet = all(sheets, styled);
    assertThat(sheet).isNotEmpty().isEqualTo(all(sheets, stock).split(" ")[0]);
    assertThat(SmarthPagesTest.class.getResource("/webapps" + sheet))
        .as(sheet).isNotNull();
    assertThat(FileServlet.styled(styled, "<html></html>")).isEqualTo(styled);
  }

  /** @return the groups of all matches, with blanks between. */
  private static String all(String pattern, String page) {
    Matcher matcher = Pattern.compile(pattern).matcher(page);
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return String.join(" ", found);
  }

  /** Names may be anything, also markup. */
  @Test(timeout = 60_000)
  public void theScriptMakesNoMarkupOfData() throws IOException {
    assertThat(read(PAGE + "smarth.js")).doesNotContain("innerHTML",
        "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "$(");
    assertThat(read(PAGE + "smarth.html")).contains("/smarth.js")
        .doesNotContain("onclick", "http-equiv=\"refresh\"");
  }

  @Test(timeout = 60_000)
  public void theScriptKnowsEachReasonWhyStockChooses() throws IOException {
    String script = read(PAGE + "smarth.js");
    for (Fallback why : Fallback.values()) {
      assertThat(script)
          .contains(why.getMetric() + ": \"" + why.getReason() + "\"");
    }
  }
}
