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
package org.smarth.hadoop.models.copies;

import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local files of one command. Its wire is told of their bytes, and once the
 * command is killed nothing is read or changed, as if its process was gone.
 */
public final class Disk extends LocalFileSystem {
  private static final String WIRE = "models.wire";
  private static final int STEP = 4096;

  public Disk() {
    super(new Raw());
  }

  /** @param host of the wire */
  static void set(Configuration conf, String host) {
    conf.set(WIRE, host);
    conf.set("fs.file.impl", Disk.class.getName());
    conf.setBoolean("fs.file.impl.disable.cache", true);
  }

  /** What a command can do to a disk. */
  private static final class Raw extends RawLocalFileSystem {
    private Wire wire;

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
      super.initialize(uri, conf);
      wire = Wire.of(conf.get(WIRE));
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
      wire.checkAlive();
      return new FSDataInputStream(new Reading(wire, pathToFile(f),
          super.open(f, bufferSize)));
    }

    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      wire.checkAlive();
      return new FSDataOutputStream(new Writing(wire, pathToFile(f),
          super.create(f, permission, overwrite, bufferSize, replication,
              blockSize, progress)), null);
    }

    @Override
    public boolean rename(Path src, Path dst) throws IOException {
      wire.checkAlive();
      return super.rename(src, dst);
    }

    @Override
    public boolean delete(Path p, boolean recursive) throws IOException {
      wire.checkAlive();
      return super.delete(p, recursive);
    }

    @Override
    public boolean mkdirs(Path f) throws IOException {
      wire.checkAlive();
      return super.mkdirs(f);
    }

    @Override
    public void setTimes(Path p, long mtime, long atime) throws IOException {
      wire.checkAlive();
      super.setTimes(p, mtime, atime);
    }

    @Override
    public void setPermission(Path p, FsPermission permission)
        throws IOException {
      wire.checkAlive();
      super.setPermission(p, permission);
    }
  }

  /** A file that is read. */
  private static final class Reading extends FSInputStream {
    private final Wire wire;
    private final File file;
    private final FSDataInputStream in;

    Reading(Wire wire, File file, FSDataInputStream in) {
      this.wire = wire;
      this.file = file;
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      wire.atByte(file, in.getPos());
      return in.read();
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      wire.atByte(file, in.getPos());
      return in.read(b, off, Math.min(len, STEP));
    }

    @Override
    public void seek(long pos) throws IOException {
      in.seek(pos);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long targetPos) throws IOException {
      return in.seekToNewSource(targetPos);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** A file that is written. */
  private static final class Writing extends FilterOutputStream {
    private final Wire wire;
    private final File file;
    private long written;

    Writing(Wire wire, File file, OutputStream out) {
      super(out);
      this.wire = wire;
      this.file = file;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
      for (int done = 0; done < len; done += STEP) {
        wire.atByte(file, written);
        int step = Math.min(len - done, STEP);
        out.write(b, off + done, step);
        written += step;
      }
    }

    @Override
    public void close() throws IOException {
      // What is in a buffer is lost with the process.
      wire.atByte(file, written);
      super.close();
    }
  }
}
