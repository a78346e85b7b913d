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
package org.apache.hadoop.fs.smarth.copy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** An upload to files of HDFS in memory, and a source for it. */
public abstract class UploadTestCase {
  static final int CHUNK = 512;
  static final int BLOCK = 4 * CHUNK;
  static final Path PARENT = new Path("/dir");
  static final Path FILE = new Path(PARENT, "f._COPYING_");
  static final Path REST = new Path(PARENT, "f._COPYING_._REST_");
  /** Two blocks and a part of one. */
  static final int LENGTH = 2 * BLOCK + 700;

  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final byte[] source = new byte[LENGTH];
  private final AtomicLong taken = new AtomicLong();
  private final Told told = new Told();
  private MemoryHdfs hdfs;
  private Upload upload;

  @Before
  public void makeSource() throws IOException {
    new Random(1).nextBytes(source);
    hdfs = new MemoryHdfs(BLOCK, CHUNK);
    upload = new Upload(hdfs, FILE, true, taken::addAndGet);
  }

  @After
  public void clearInterrupt() {
    Thread.interrupted();
  }

  /** What is told of the file. */
  static final class Told implements Upload.Creation {
    private boolean begun;
    private long created = FileIds.UNKNOWN;
    private int opened;

    @Override
    public void begins() {
      begun = true;
    }

    @Override
    public void created(long fileId) {
      created = fileId;
    }

    @Override
    public void opened(OutputStream out) {
      opened++;
    }

    boolean hasBegun() {
      return begun;
    }

    /** @return the id of the file; FileIds.UNKNOWN if there is none. */
    long getCreated() {
      return created;
    }

    /** @return how many streams there were. */
    int getOpened() {
      return opened;
    }
  }

  byte[] source() {
    return source;
  }

  /** @return the count of bytes that were taken from the source. */
  AtomicLong taken() {
    return taken;
  }

  Told told() {
    return told;
  }

  MemoryHdfs hdfs() {
    return hdfs;
  }

  Upload upload() {
    return upload;
  }

  FSDataInputStream open() throws IOException {
    return open(source);
  }

  FSDataInputStream open(byte[] content) throws IOException {
    java.nio.file.Path path = folder.getRoot().toPath().resolve("source");
    Files.write(path, content);
    return FileSystem.getLocal(new Configuration(false)).getRaw()
        .open(new Path(path.toUri()));
  }

  byte[] first(int length) {
    return Arrays.copyOf(source, length);
  }

  /** Goes on with what is there, and writes. @return what resume returns. */
  String resumeAndWrite() throws IOException {
    try (FSDataInputStream in = open()) {
      String why = upload.resume(in, source.length);
      upload.write(in, told);
      return why;
    }
  }

  /** However it came there, and whatever had to be read twice. */
  void assertComplete() throws IOException {
    assertThat(hdfs.files()).containsOnlyKeys(FILE);
    assertThat(hdfs.files().get(FILE).getBytes()).isEqualTo(source);
    assertThat(hdfs.files().get(FILE).isClosed()).isTrue();
    assertThat(taken.get()).isEqualTo(source.length);
    upload.verify();
  }
}
