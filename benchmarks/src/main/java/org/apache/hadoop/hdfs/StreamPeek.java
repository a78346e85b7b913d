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

package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.lang.reflect.Field;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * What a stream is writing right now, without its lock, which a writer that waits holds. In this
 * package because the streamer's members are its package's.
 */
public final class StreamPeek {
  private StreamPeek() {
  }

  /** A block being written and the DataNodes of its pipeline, the first one first. */
  public record Pipeline(long block, DatanodeInfo[] nodes) {
  }

  /** Null when no pipeline is connected. */
  public static Pipeline at(FSDataOutputStream out) {
    DataStreamer streamer = ((DFSOutputStream) out.getWrappedStream()).getStreamer();
    DatanodeInfo[] nodes = streamer == null ? null : streamer.getNodes();
    ExtendedBlock block = nodes == null ? null : streamer.getBlock();
    return block == null ? null : new Pipeline(block.getBlockId(), nodes);
  }

  /** Ends a stream as the client does when its lease cannot be renewed. */
  public static void abort(FSDataOutputStream out) throws IOException {
    ((DFSOutputStream) out.getWrappedStream()).abort();
  }

  /** Bytes that the stream still waits to be acknowledged, for its flushes; 0 on stock. */
  public static long pending(FSDataOutputStream out) {
    Object stream = out.getWrappedStream();
    if (stream.getClass() == DFSOutputStream.class) {
      return 0;
    }
    try {
      Object backlog = field(field(stream, "retention"), "backlog");
      return (Long) field(backlog, "pending");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot ask the stream for what is pending", e);
    }
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }
}
