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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillStore;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class SpillDirectoriesTest {
  private static final double KEPT_FREE = 0.15;

  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  /** Which directories are asked for their space, and what they answer. */
  private final Set<File> asked = new HashSet<>();
  private final Map<File, Long> usable = new HashMap<>();
  private File one;
  private File another;
  private long disk;

  @Before
  public void before() {
    one = new File(folder.getRoot(), "one/smarth");
    another = new File(folder.getRoot(), "another/smarth");
    disk = folder.getRoot().getTotalSpace();
  }

  private SpillDirectories directories(File... all) {
    String[] paths =
        Arrays.stream(all).map(File::getPath).toArray(String[]::new);
    return new SpillDirectories(Arrays.asList(paths), KEPT_FREE) {
      @Override
      long usable(File directory) {
        asked.add(directory);
        return usable.getOrDefault(directory, disk);
      }
    };
  }

  @Test(timeout = 60_000)
  public void filesTakeTheDirectoriesInTurn() throws IOException {
    SpillDirectories both = directories(one, another);
    both.make().close();
    assertThat(asked).hasSize(1);
    both.make().close();
    assertThat(asked).containsExactlyInAnyOrder(one, another);
  }

  @Test(timeout = 60_000)
  public void ofEachDiskAPartStaysFree() throws IOException {
    usable.put(one, (long) (0.16 * disk));
    try (SpillStore store = directories(one).make()) {
      assertThat(store.hasRoom((long) (0.009 * disk))).isTrue();
      assertThat(store.hasRoom((long) (0.011 * disk))).isFalse();
      usable.put(one, (long) (0.14 * disk));
      assertThat(store.hasRoom(1)).isFalse();
      usable.put(one, disk);
      assertThat(store.hasRoom(1)).isTrue();
    }
  }

  @Test(timeout = 60_000)
  public void aDirectoryThatIsFullOrCannotBeMadeIsLeftOut()
      throws IOException {
    File none = new File(folder.newFile(), "below");
    usable.put(one, (long) (0.14 * disk));
    SpillDirectories three = directories(one, none, another);
    for (int i = 0; i < 3; i++) {
      try (SpillStore store = three.make()) {
        usable.put(another, 0L);
        assertThat(store.hasRoom(1)).isFalse();
        usable.remove(another);
        assertThat(store.hasRoom(1)).isTrue();
      }
    }
  }

  @Test(timeout = 60_000)
  public void whereAllAreFullThereIsNoFileUntilOneHasRoom()
      throws IOException {
    File none = new File(folder.newFile(), "below");
    usable.put(one, 0L);
    SpillDirectories two = directories(none, one);
    assertThat(two.make()).isNull();
    usable.remove(one);
    try (SpillStore store = two.make()) {
      assertThat(store).isNotNull();
    }
  }

  @Test(timeout = 60_000)
  public void whereNoneCanBeMadeThereIsAnError() throws IOException {
    File none = new File(folder.newFile(), "below");
    assertThatThrownBy(() -> directories(none, none).make())
        .isInstanceOf(IOException.class);
  }

  @Test(timeout = 60_000)
  public void aDirectoryThatFailsInAnyWayLeavesTheOthers()
      throws IOException {
    RuntimeException cause = new SecurityException("expected by the test");
    SpillDirectories both = new SpillDirectories(
        Arrays.asList(one.getPath(), another.getPath()), KEPT_FREE) {
      @Override
      long usable(File directory) {
        if (directory.equals(one)) {
          throw cause;
        }
        return disk;
      }
    };
    both.make().close();
    both.make().close();
    assertThatThrownBy(() -> new SpillDirectories(
        Collections.singletonList(one.getPath()), KEPT_FREE) {
      @Override
      long usable(File directory) {
        throw cause;
      }
    }.make()).isInstanceOf(IOException.class).hasCause(cause);
  }

  @Test(timeout = 60_000)
  public void theSpaceIsThatOfTheDisk() throws IOException {
    for (double keptFree : new double[] {0, 1}) {
      SpillStore store = new SpillDirectories(
          Collections.singletonList(one.getPath()), keptFree).make();
      assertThat(store != null).isEqualTo(keptFree == 0);
      if (store != null) {
        assertThat(store.hasRoom(one.getUsableSpace() / 2)).isTrue();
        assertThat(store.hasRoom(2 * disk)).isFalse();
        store.close();
      }
    }
  }

  @Test(timeout = 60_000)
  public void whatACrashLeftIsDeletedWhenADirectoryIsFirstUsed()
      throws IOException {
    assertThat(one.mkdirs()).isTrue();
    File leftover = new File(one, "packets-1.spill");
    assertThat(leftover.createNewFile()).isTrue();
    directories(one).make().close();
    assertThat(leftover).doesNotExist();
  }
}
