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

package org.apache.hadoop.fs.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.InterruptedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.util.ToolRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/** put and get while the JVM ends. */
public class ShutdownCopyTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private static AtomicBoolean shutdown() throws Exception {
    Field shutdown =
        ShutdownHookManager.class.getDeclaredField("shutdownInProgress");
    shutdown.setAccessible(true);
    return (AtomicBoolean) shutdown.get(ShutdownHookManager.get());
  }

  @Test
  public void aCommandWithinAShutdownHookCopiesAsInStock() throws Exception {
    File source = folder.newFile("source");
    Files.write(source.toPath(), new byte[10]);
    File target = new File(folder.getRoot(), "target");
    shutdown().set(true);
    try {
      for (String command : new String[] {"-put", "-get"}) {
        assertThat(ToolRunner.run(new Configuration(), new FsShell(),
            new String[] {"-fs", "file:///", command, "-t", "2",
                "-progress=plain", "-summary",
                new File(folder.getRoot(), "summary").toString(),
                source.toString(), target.toString()})).isZero();
        assertThat(target).hasBinaryContent(new byte[10]);
        assertThat(target.delete()).isTrue();
        assertThat(folder.getRoot().list())
            .noneMatch(name -> name.endsWith(".tmp"));
      }
    } finally {
      shutdown().set(false);
    }
  }

  @Test
  public void whereThereIsNoThreadEachFileIsAskedForItself() {
    Executor none = task -> {
      throw new OutOfMemoryError("unable to create native thread");
    };
    assertThat(Copies.begin(none, () -> true).join()).isTrue();
    CompletableFuture<Boolean> failed = Copies.begin(none, () -> {
      throw new OutOfMemoryError("nor one for its connection");
    });
    assertThatThrownBy(failed::join)
        .hasCauseInstanceOf(OutOfMemoryError.class);
  }

  @Test
  public void whatIsCopiedIsNotDeleted() throws Exception {
    File copied = folder.newFile("copied");
    PathData target = new PathData(copied.toURI(), new Configuration());
    Unfinished file = new Unfinished(target, target.path, null);
    file.created(FileIds.UNKNOWN);
    assertThat(file.end()).isTrue();
    assertThat(file.delete()).isFalse();
    assertThat(copied).exists();
  }

  @Test
  public void whatComesLateIsDeletedIfItIsEmpty() throws Exception {
    File late = new File(folder.getRoot(), "late");
    PathData target = new PathData(new File(folder.getRoot(), "file").toURI(),
        new Configuration());
    Unfinished file = new Unfinished(target, new Path(late.toURI()), null);
    file.begins();
    assertThat(file.delete()).isFalse();
    assertThat(file.deleteLate()).isFalse();
    assertThat(file.maybeLate()).isTrue();
    Files.write(late.toPath(), new byte[0]);
    assertThat(file.deleteLate()).isTrue();
    assertThat(late).doesNotExist();
  }

  @Test
  public void whatAnotherHasWrittenMeanwhileStays() throws Exception {
    File another = new File(folder.getRoot(), "another");
    PathData target = new PathData(new File(folder.getRoot(), "file").toURI(),
        new Configuration());
    Unfinished file = new Unfinished(target, new Path(another.toURI()), null);
    file.begins();
    assertThat(file.delete()).isFalse();
    Files.write(another.toPath(), new byte[1]);
    assertThat(file.deleteLate()).isFalse();
    assertThat(file.maybeLate()).isFalse();
    assertThat(another).exists();
  }

  /** It may be of another, or what -resume goes on with. */
  @Test
  public void whatWasThereBeforeACopyAsksForItsFileStays() throws Exception {
    File another = folder.newFile("another");
    PathData target = new PathData(new File(folder.getRoot(), "file").toURI(),
        new Configuration());
    Unfinished file = new Unfinished(target, new Path(another.toURI()), null);
    assertThat(file.delete()).isFalse();
    assertThat(file.maybeLate()).isFalse();
    assertThat(another).exists();
    assertThatThrownBy(file::begins)
        .isInstanceOf(InterruptedIOException.class);
  }
}
