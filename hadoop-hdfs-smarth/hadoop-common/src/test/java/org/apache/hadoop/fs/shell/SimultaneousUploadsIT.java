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

import java.io.File;
import java.io.IOException;
import java.util.concurrent.Callable;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.Before;
import org.junit.Test;

/** Two uploads of one target at the same time, the second with -resume. */
public class SimultaneousUploadsIT extends CopyTestCase {
  private static final Path FILE = new Path("/to/file");
  private static final Path LEFT = new Path("/to/file._COPYING_");
  private static final int OLD = 10;

  private File source;
  private byte[] content;

  @Before
  public void setUp() throws IOException {
    write(4 * BLOCK + 1000);
  }

  private void write(int bytes) throws IOException {
    source = new File(folder.getRoot(), "file");
    content = write(source, bytes);
  }

  private void put(Path path, int bytes) throws IOException {
    try (FSDataOutputStream out = fs().create(path)) {
      out.write(content, 0, bytes);
    }
  }

  /** Of the first upload: before a step of it the second one runs. */
  public static class First extends DistributedFileSystem {
    private static volatile String step;
    private static volatile Callable<Integer> second;
    private static volatile int status;

    private static void before(String now) throws IOException {
      if (now.equals(step)) {
        step = null;
        try {
          status = second.call();
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    }

    @Override
    public void concat(Path file, Path[] parts) throws IOException {
      before("concat");
      super.concat(file, parts);
    }

    @Override
    public void rename(Path from, Path to, Options.Rename... options)
        throws IOException {
      before("rename");
      super.rename(from, to, options);
    }
  }

  /** Of an upload whose file is taken away, or appended, at once. */
  public static class Taken extends DistributedFileSystem {
    private static volatile boolean appended;

    @Override
    public void rename(Path from, Path to, Options.Rename... options)
        throws IOException {
      super.rename(from, to, options);
      if (appended) {
        try (FSDataOutputStream out = fs().append(to)) {
          out.write(1);
        }
      } else {
        fs().rename(to, new Path("/taken"));
      }
    }
  }

  /** Of a second upload that ends once it has changed what there was. */
  public static class Ending extends DistributedFileSystem {
    @Override
    public boolean truncate(Path file, long length) throws IOException {
      super.truncate(file, length);
      throw new IOException("the second ends");
    }

    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      super.create(f, permission, overwrite, bufferSize, replication,
          blockSize, progress);
      throw new IOException("the second ends");
    }
  }

  private int put(Class<? extends FileSystem> hdfs, String options)
      throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", hdfs, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return run(conf, ("-put " + options + " " + source + " /to").split(" "));
  }

  private int putBoth(String options, String step,
      Class<? extends FileSystem> second) throws Exception {
    First.second = () -> put(second, "-f -resume");
    First.step = step;
    int status = put(First.class, options);
    assertThat(First.step).as(errors()).isNull();
    return status;
  }

  private void assertToldAndGoneOnWith() throws Exception {
    assertThat(First.status).isEqualTo(1);
    assertThat(errors()).contains("the second ends").endsWith(
        "': is not all that was written: another upload of it ran at the same"
            + " time\n");
    forgetErrors();
    assertThat(run("-put", "-f", "-resume", source.toString(), "/to"))
        .isZero();
    assertThat(errors()).contains("goes on after " + 4 * BLOCK + " bytes");
    assertThat(read(FILE)).isEqualTo(content);
    assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
    forgetErrors();
  }

  @Test
  public void aRestThatASecondCutsOffIsToldAndTheOldFileStays()
      throws Exception {
    put(FILE, OLD);
    put(LEFT, 2 * BLOCK);
    assertThat(putBoth("-f -resume", "concat", Ending.class)).isEqualTo(1);
    assertThat(fs().getFileStatus(FILE).getLen()).isEqualTo(OLD);
    assertToldAndGoneOnWith();
  }

  @Test
  public void aFileThatASecondCutsOffDoesNotKeepItsName() throws Exception {
    for (String options : new String[] {"-resume", "-verify",
        "-f -resume"}) {
      fs().delete(FILE, false);
      if (options.startsWith("-f")) {
        put(FILE, OLD);
      }
      assertThat(putBoth(options, "rename", Ending.class)).as(options)
          .isEqualTo(1);
      assertThat(fs().exists(FILE)).isFalse();
      assertToldAndGoneOnWith();
    }
  }

  @Test
  public void whatASecondBeginsInsteadIsNotTakenForTheCopy()
      throws Exception {
    write(1000);
    assertThat(putBoth("-resume", "rename", Ending.class)).isEqualTo(1);
    assertThat(errors()).contains("the second ends")
        .contains("`" + fs().getUri() + FILE + "': is not all that was ");
  }

  @Test
  public void whatASecondCompletesIsCopied() throws Exception {
    for (String options : new String[] {"-resume", "-verify -f"}) {
      fs().delete(FILE, false);
      assertThat(putBoth(options, "rename", DistributedFileSystem.class))
          .as(errors()).isZero();
      assertThat(First.status).isZero();
      assertThat(read(FILE)).isEqualTo(content);
      assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
    }
  }

  @Test
  public void whatIsTakenOrAppendedAtOnceIsCopied() throws Exception {
    for (boolean appended : new boolean[] {true, false}) {
      Taken.appended = appended;
      fs().delete(FILE, false);
      assertThat(put(Taken.class, "-resume")).as(errors()).isZero();
      assertThat(read(appended ? FILE : new Path("/taken")))
          .startsWith(content);
    }
    assertThat(fs().delete(new Path("/taken"), false)).isTrue();
    assertThat(fs().listStatus(new Path("/to"))).isEmpty();
  }
}
