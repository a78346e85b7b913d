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

package org.smarth.hadoop.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.Test;
import org.smarth.hadoop.conformance.result.Exceptions;
import org.smarth.hadoop.conformance.result.LeftOut;
import org.smarth.hadoop.conformance.result.Outcome;
import org.smarth.hadoop.conformance.result.StockRecord;

/** The lists of the repository fit together, and name classes that there are. */
public class CommittedListsTest {
  private static final Path LISTS = Path.of(System.getProperty("conformance.lists"));

  private final ClassList list;
  private final StockRecord stock;
  private final Exceptions exceptions;
  private final LeftOut leftOut;

  public CommittedListsTest() throws Exception {
    list = ClassList.read(LISTS.resolve("classes.tsv"));
    stock = StockRecord.read(LISTS.resolve("stock.tsv"));
    exceptions = Exceptions.read(LISTS.resolve("exceptions.tsv"));
    leftOut = LeftOut.read(LISTS.resolve("left-out.tsv"));
  }

  @Test
  public void everyListedClassIsInThePublishedTestsAndRecordedOnStock() {
    for (String name : list.names(ClassList.Subset.all)) {
      assertThat(getClass().getResource("/" + name.replace('.', '/') + ".class")).as(name)
          .isNotNull();
      assertThat(stock.of(name)).as(name).isNotNull();
    }
  }

  @Test
  public void theShortSubsetIsAPartOfTheList() {
    assertThat(list.names(ClassList.Subset.all)).containsAll(list.names(ClassList.Subset.ci))
        .hasSizeGreaterThan(list.names(ClassList.Subset.ci).size());
  }

  @Test
  public void whatFailsOnStockIsWhatIsLeftOut() {
    List<String> failed = new ArrayList<>();
    for (String name : list.names(ClassList.Subset.all)) {
      stock.of(name).methods().forEach((method, outcome) -> {
        if (outcome == Outcome.FAILED) {
          failed.add(name + "#" + method);
        }
      });
    }
    assertThat(leftOut.keys()).containsExactlyInAnyOrderElementsOf(failed);
  }

  @Test
  public void everyExceptionIsOfAMethodThatPassesOnStock() {
    for (String key : exceptions.keys()) {
      String[] classAndMethod = key.split("#");
      assertThat(stock.of(classAndMethod[0])).as(key).isNotNull();
      assertThat(stock.of(classAndMethod[0]).methods().get(classAndMethod[1]).isPass()).as(key)
          .isTrue();
    }
  }
}
