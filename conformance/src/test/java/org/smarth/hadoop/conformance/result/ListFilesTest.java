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

package org.smarth.hadoop.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.smarth.hadoop.conformance.Failure;

/** The record of stock and the list of exceptions, as files. */
public class ListFilesTest {
  private static final String CLASS = "org.example.TestIt";
  private static final String HERE = "JDK 17, somebody";

  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void whatWasRecordedIsReadAgain() throws Exception {
    Path file = folder.getRoot().toPath().resolve("stock.tsv");
    StockRecord.read(file).put(new ClassResult("org.example.TestOther",
        Map.of("x", Outcome.PASSED_ALONE)), HERE);
    StockRecord.read(file).put(new ClassResult(CLASS, Map.of("a", Outcome.PASSED,
        "b", Outcome.FAILED)), HERE);

    StockRecord stock = StockRecord.read(file);
    assertThat(stock.of(CLASS).methods())
        .isEqualTo(Map.of("a", Outcome.PASSED, "b", Outcome.FAILED));
    assertThat(stock.of("org.example.TestOther").methods())
        .isEqualTo(Map.of("x", Outcome.PASSED_ALONE));
    assertThat(stock.surroundings(CLASS)).isEqualTo(HERE);
    assertThat(stock.of("org.example.TestThird")).isNull();
  }

  @Test
  public void aSecondRecordTakesThePlaceOfTheFirst() throws Exception {
    Path file = folder.getRoot().toPath().resolve("stock.tsv");
    StockRecord.read(file).put(new ClassResult(CLASS, Map.of("a", Outcome.PASSED)), HERE);
    StockRecord.read(file).put(new ClassResult(CLASS, Map.of("b", Outcome.FAILED)), HERE);

    assertThat(StockRecord.read(file).of(CLASS).methods())
        .isEqualTo(Map.of("b", Outcome.FAILED));
  }

  @Test
  public void whatFailsOnStockIsCountedByReason() throws Exception {
    LeftOut leftOut = leftOut(CLASS + "#a\told", CLASS + "#b\told", CLASS + "#(class)\tnew");
    ClassResult stock = new ClassResult(CLASS, Map.of("a", Outcome.FAILED, "b", Outcome.FAILED,
        "(class)", Outcome.FAILED, "c", Outcome.PASSED, "d", Outcome.SKIPPED));

    assertThat(leftOut.count(stock)).isEqualTo(Map.of("old", 2L, "new", 1L));
    assertThat(leftOut.count(new ClassResult(CLASS, Map.of("c", Outcome.FAILED))))
        .isEqualTo(Map.of("conformance/left-out.tsv does not say why", 1L));
  }

  @Test
  public void whatIsLeftOutWithoutAReasonIsRefused() {
    for (String line : List.of(CLASS + "#a\t", CLASS + "#a", CLASS + "\twhy")) {
      assertThatThrownBy(() -> leftOut(line)).as(line).isInstanceOf(Failure.class);
    }
  }

  @Test
  public void anExceptionIsForItsMethodAlone() throws Exception {
    Exceptions exceptions = exceptions(CLASS + "#a\twhy\tOurTest.a");

    assertThat(exceptions.reason(new Difference(CLASS, "a", "failed")))
        .contains("why", "OurTest.a");
    assertThat(exceptions.reason(new Difference(CLASS, "b", "failed"))).isNull();
    assertThat(exceptions.reason(new Difference(CLASS + "2", "a", "failed"))).isNull();
  }

  @Test
  public void anExceptionThatIsNotNeededIsNamed() throws Exception {
    Exceptions exceptions = exceptions(CLASS + "#a\twhy\tOurTest.a");
    ClassResult ours = new ClassResult(CLASS, Map.of("a", Outcome.PASSED));

    assertThat(exceptions.unused(ours, List.of())).containsExactly(CLASS + "#a");
    assertThat(exceptions.unused(ours, List.of(new Difference(CLASS, "a", "failed")))).isEmpty();
    assertThat(exceptions.unused(new ClassResult("Other", Map.of()), List.of())).isEmpty();
  }

  @Test
  public void anExceptionWithoutAReasonOrATestIsRefused() {
    for (String line : List.of(CLASS + "#a\t\tOurTest.a", CLASS + "#a\twhy\t", CLASS + "#a\twhy",
        CLASS + "\twhy\tOurTest.a")) {
      assertThatThrownBy(() -> exceptions(line)).as(line).isInstanceOf(Failure.class);
    }
  }

  private LeftOut leftOut(String... lines) throws IOException, Failure {
    return LeftOut.read(Files.write(folder.getRoot().toPath().resolve("left-out.tsv"),
        List.of(lines)));
  }

  private Exceptions exceptions(String... lines) throws IOException, Failure {
    return Exceptions.read(Files.write(folder.getRoot().toPath().resolve("exceptions.tsv"),
        List.of(lines)));
  }
}
