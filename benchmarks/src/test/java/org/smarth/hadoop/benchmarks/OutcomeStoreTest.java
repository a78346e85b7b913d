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

package org.smarth.hadoop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

public class OutcomeStoreTest {
  private static final Links LINKS = Links.uniform(new Racks(9, 0), new Rate(376), new Rate(50));
  private static final Setup SETUP = new Setup(new Work.Upload(), LINKS, 1 << 30, 1 << 26, 3, 0);

  @Rule
  public final Timeout timeout = Timeout.seconds(20);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private Path dir;
  private OutcomeStore store;

  @Before
  public void store() {
    dir = folder.getRoot().toPath().resolve("runs");
    store = new OutcomeStore(dir);
  }

  @Test
  public void whatIsSavedIsFoundByItsKey() throws Exception {
    Setup watched = new Setup(new Work.WatchedUpload(), LINKS, 1 << 30, 1 << 26, 3, 0);
    for (Setup setup : List.of(SETUP, watched)) {
      Outcome outcome = Outcomes.seconds(setup, Contender.SMARTH, 2, 61.25);
      store.save(outcome);
      Outcome found = store.find(outcome.key()).orElseThrow();
      assertThat(found).usingRecursiveComparison().isEqualTo(outcome);
    }
  }

  @Test
  public void everythingThatMakesADifferenceIsPartOfTheKey() throws Exception {
    RunKey key = new RunKey(SETUP, Contender.STOCK, Outcomes.SOFTWARE, 1);
    store.save(Outcomes.seconds(SETUP, Contender.STOCK, 1, 61.25));
    assertThat(store.find(key)).isPresent();
    for (RunKey other : List.of(new RunKey(SETUP, Contender.SETREP, Outcomes.SOFTWARE, 1),
        new RunKey(SETUP, Contender.STOCK, "other jars", 1),
        new RunKey(SETUP, Contender.STOCK, Outcomes.SOFTWARE, 2),
        new RunKey(SETUP.withWarmUps(1), Contender.STOCK, Outcomes.SOFTWARE, 1),
        new RunKey(new Setup(new Work.Upload(), LINKS.withNodesAt(1, new Rate(50)), 1 << 30,
            1 << 26, 3, 0), Contender.STOCK, Outcomes.SOFTWARE, 1),
        new RunKey(new Setup(new Work.Parallel(2), LINKS, 1 << 30, 1 << 26, 3, 0), Contender.STOCK,
            Outcomes.SOFTWARE, 1))) {
      assertThat(store.find(other)).as(other.text()).isEmpty();
    }
  }

  @Test
  public void aFileThatIsOfAnotherRunIsNotTaken() throws Exception {
    Outcome outcome = Outcomes.seconds(SETUP, Contender.STOCK, 1, 61.25);
    store.save(outcome);
    RunKey other = new RunKey(SETUP, Contender.STOCK, Outcomes.SOFTWARE, 2);
    Files.move(dir.resolve(outcome.key().id() + ".json"), dir.resolve(other.id() + ".json"));
    assertThatThrownBy(() -> store.find(other)).isInstanceOf(IOException.class)
        .hasMessageContaining("is of another run");
  }

  @Test
  public void whatWasSavedBeforeMemoryWasLookedAtIsFound() throws Exception {
    RunKey key = withoutField("memory");
    assertThat(store.find(key).orElseThrow().memory()).isEmpty();
  }

  @Test
  public void aFileThatLacksAFieldIsNamed() throws Exception {
    RunKey key = withoutField("rates");
    assertThatThrownBy(() -> store.find(key)).isInstanceOf(IOException.class)
        .hasMessageContaining(key.id() + ".json is not a whole result")
        .hasMessageContaining("rates");
  }

  @Test
  public void aFileWithABlockThatLacksAPartIsNamed() throws Exception {
    Outcome outcome = Outcomes.seconds(SETUP, Contender.STOCK, 1, 61.25);
    store.save(outcome);
    ObjectNode json = OutcomeJson.write(outcome);
    json.putArray("blocks").addObject();
    Files.writeString(dir.resolve(outcome.key().id() + ".json"), json.toString());
    assertThatThrownBy(() -> store.find(outcome.key())).isInstanceOf(IOException.class)
        .hasMessageContaining(outcome.key().id() + ".json is not a whole result");
  }

  @Test
  public void aFileThatIsCutOffIsNamed() throws Exception {
    RunKey key = withoutField("memory");
    for (String left : List.of("", "{\"run\":")) {
      Files.writeString(dir.resolve(key.id() + ".json"), left);
      assertThatThrownBy(() -> store.find(key)).as(left).isInstanceOf(IOException.class)
          .hasMessageContaining(key.id() + ".json is not a whole result");
    }
  }

  private RunKey withoutField(String field) throws IOException {
    Outcome outcome = Outcomes.seconds(SETUP, Contender.STOCK, 1, 61.25);
    store.save(outcome);
    ObjectNode json = OutcomeJson.write(outcome);
    json.remove(field);
    Files.writeString(dir.resolve(outcome.key().id() + ".json"), json.toString());
    return outcome.key();
  }

  @Test
  public void whatAnInterruptionLeftHalfWrittenIsNoResult() throws Exception {
    RunKey key = new RunKey(SETUP, Contender.STOCK, Outcomes.SOFTWARE, 1);
    Files.createDirectories(dir);
    Files.writeString(dir.resolve(key.id() + ".json.new"), "{");
    assertThat(store.find(key)).isEmpty();
  }
}
