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
package org.smarth.hadoop.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.Test;

public class TpchQueryTest {
  @Test
  public void allQueriesAreThereAndReadTablesThatAreThere() throws Exception {
    for (int number = 1; number <= TpchQuery.COUNT; number++) {
      for (String text : List.of(new TpchQuery(number).hive(1),
          new TpchQuery(number).standard(1))) {
        // HiveEngine tells queries from other statements by their first word.
        assertThat(text).as("query " + number).matches("(?s)(select|with) .*")
            .doesNotContain("${").doesNotEndWith(";");
        assertThat(TpchTables.COLUMNS.keySet()).anyMatch(text::contains);
      }
    }
    assertThatThrownBy(() -> new TpchQuery(23)).hasMessage("query = 23: must be 1 to 22");
  }

  @Test
  public void theFractionOfQuery11FollowsTheScale() throws Exception {
    assertThat(new TpchQuery(11).hive(1)).contains("* 0.000100000000 ");
    assertThat(new TpchQuery(11).standard(0.01)).contains("* 0.010000000000\n");
  }

  @Test
  public void rowsAreEqualInAnyOrderAndNumbersNearly() {
    List<List<String>> rows = List.of(List.of("a", "1.0"), List.of("b", "NULL"));
    assertThat(SecondEngine.difference(rows,
        List.of(List.of("b", "null"), List.of("a", "1.0000001")))).isEmpty();
    assertThat(SecondEngine.difference(rows, rows.subList(0, 1))).isEqualTo("2 rows instead of 1");
    assertThat(SecondEngine.difference(rows,
        List.of(List.of("b", "null"), List.of("a", "1.1"))))
        .isEqualTo("a row that the other engine has not: [a, 1.0]");
    List<List<String>> twice = new ArrayList<>(List.of(List.of("a"), List.of("a")));
    assertThat(SecondEngine.difference(twice, List.of(List.of("a"), List.of("b")))).isNotEmpty();
  }
}
