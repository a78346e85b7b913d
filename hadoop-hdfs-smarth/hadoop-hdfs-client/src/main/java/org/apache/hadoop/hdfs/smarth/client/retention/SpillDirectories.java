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
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The local directories for packets that are out of memory. Files take turns,
 * beginning anywhere, since the processes of a machine have the same ones. On
 * each disk a part stays free, whoever else uses it. Thread-safe.
 */
@InterfaceAudience.Private
public class SpillDirectories implements SpillStore.Maker {
  private static final Logger LOG =
      LoggerFactory.getLogger(SpillDirectories.class);

  private final List<File> directories = new ArrayList<>();
  private final double keptFree;
  private final AtomicInteger turn;
  private final Set<File> cleaned = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * @param paths of the directories, at least one; made where there is none
   * @param keptFree share of each disk that stays free, 0 to 1
   */
  public SpillDirectories(List<String> paths, double keptFree) {
    for (String path : paths) {
      directories.add(new File(path));
    }
    this.keptFree = keptFree;
    this.turn = new AtomicInteger(
        ThreadLocalRandom.current().nextInt(directories.size()));
  }

  /** @throws IOException if none can be used, not even one that is full. */
  @Override
  public SpillStore make() throws IOException {
    IOException failure = null;
    int full = 0;
    for (int i = 0; i < directories.size(); i++) {
      File directory = directories.get(
          Math.floorMod(turn.getAndIncrement(), directories.size()));
      try {
        Files.createDirectories(directory.toPath());
        if (hasRoom(directory, 0)) {
          return makeIn(directory);
        }
        full++;
      } catch (IOException | RuntimeException e) {
        LOG.debug("{} cannot be used", directory, e);
        failure = e instanceof IOException ? (IOException) e
            : new IOException(directory + " cannot be used", e);
      }
    }
    if (full == 0) {
      throw failure;
    }
    return null;
  }

  private SpillStore makeIn(File directory) throws IOException {
    if (cleaned.add(directory)) {
      UnlinkedFile.deleteLeftovers(directory);
    }
    return UnlinkedFile.create(directory, bytes -> hasRoom(directory, bytes));
  }

  private boolean hasRoom(File directory, long bytes) {
    boolean room =
        usable(directory) - bytes >= keptFree * directory.getTotalSpace();
    if (!room && told.compareAndSet(false, true)) {
      LOG.info("No more packets are spilled to {} as long as less than {}% of"
          + " its disk are free. This is said once", directory,
          Math.round(100 * keptFree));
    }
    return room;
  }

  /** @return how many bytes of its disk are free for this process. */
  long usable(File directory) {
    return directory.getUsableSpace();
  }

  @Override
  public String toString() {
    return directories.toString();
  }

  /**
   * A file in a local directory that has no name any more: nothing of it is left
   * when the process ends or is killed. Where an open file keeps its name, it is
   * deleted when it is closed, and by {@link #deleteLeftovers(File)} after a
   * crash. Only its owner may read it. Thread-safe; the monitor guards the file's
   * position. Not a FileChannel: an interrupted thread would close the channel
   * for all others.
   */
  static final class UnlinkedFile implements SpillStore {
    private static final String PREFIX = "packets-";
    private static final String SUFFIX = ".spill";

    private final File named;
    private final RandomAccessFile file;

    private final LongPredicate room;

    private UnlinkedFile(File named, RandomAccessFile file, LongPredicate room) {
      this.named = named;
      this.file = file;
      this.room = room;
    }

    /**
     * @param directory made if there is none
     * @param room whether a number of bytes may be added
     * @return a new file
     * @throws IOException if it cannot be made
     */
    static UnlinkedFile create(File directory, LongPredicate room)
        throws IOException {
      Files.createDirectories(directory.toPath());
      // Where files have permissions, this one is its owner's only.
      Path path = Files.createTempFile(directory.toPath(), PREFIX, SUFFIX);
      UnlinkedFile made = new UnlinkedFile(path.toFile(),
          new RandomAccessFile(path.toFile(), "rw"), room);
      boolean complete = false;
      try {
        made.lock();
        made.unlink();
        complete = true;
        return made;
      } finally {
        if (!complete) {
          made.close();
        }
      }
    }

    private void lock() {
      try {
        file.getChannel().tryLock();
      } catch (IOException | OverlappingFileLockException e) {
        // Of this process: who looks for leftovers has found it, and deletes it.
        LOG.debug("{} cannot be locked", named, e);
      }
    }

    private void unlink() {
      try {
        Files.deleteIfExists(named.toPath());
      } catch (IOException e) {
        LOG.debug("{} cannot be deleted while it is open", named, e);
      }
    }

    /** Deletes what crashed processes have left, which nobody holds locked. */
    static void deleteLeftovers(File directory) {
      File[] found = directory.listFiles((in, name) ->
          name.startsWith(PREFIX) && name.endsWith(SUFFIX));
      for (File leftover : found == null ? new File[0] : found) {
        try (RandomAccessFile open = new RandomAccessFile(leftover, "rw")) {
          if (open.getChannel().tryLock() != null) {
            Files.deleteIfExists(leftover.toPath());
            LOG.info("{}, left by a process that has ended, is deleted",
                leftover);
          }
        } catch (IOException | OverlappingFileLockException e) {
          LOG.debug("{} is in use", leftover, e);
        }
      }
    }

    @Override
    public boolean hasRoom(long bytes) {
      return room.test(bytes);
    }

    @Override
    public synchronized void write(long position, byte[] from, int offset,
        int length) throws IOException {
      file.seek(position);
      file.write(from, offset, length);
    }

    @Override
    public synchronized void read(long position, byte[] to, int offset,
        int length) throws IOException {
      file.seek(position);
      file.readFully(to, offset, length);
    }

    @Override
    public synchronized void close() throws IOException {
      file.close();
      unlink();
    }
  }
}
