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

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.awaitility.Awaitility;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;

/**
 * A file that is being written while no datanode sends to the next one: its
 * first block is final on its first datanode only, the second has begun.
 */
final class DrainingFile {
  private static final int SOME = 100_000;

  private final byte[] data;
  private final FSDataOutputStream out;
  private final PipelineSet pipelines;
  private final DatanodeInfo[] firstPipeline;

  /**
   * Returns once the second block has its datanodes.
   *
   * @param data of the whole file, more than is written here
   */
  DrainingFile(FileSystem client, Path path, byte[] data) throws IOException {
    this.data = data;
    out = client.create(path);
    pipelines = SmarthCluster.withPipelinesInVain(out);
    out.write(data, 0, SOME);
    firstPipeline = pipeline(out);
    writeRestOfFirstBlock();
  }

  private void writeRestOfFirstBlock() throws IOException {
    out.write(data, SOME, BLOCK);
    Awaitility.await().until(() -> pipelines.getBlocks() == 2);
  }

  /** @return the datanodes of the block being written, once it has some. */
  static DatanodeInfo[] pipeline(FSDataOutputStream out) throws IOException {
    DFSOutputStream stream = SmarthCluster.stream(out);
    Awaitility.await().until(() -> stream.getPipeline() != null);
    return stream.getPipeline();
  }

  FSDataOutputStream getOut() {
    return out;
  }

  /** @return a datanode of the first block's pipeline. */
  DatanodeInfo first(int place) {
    return firstPipeline[place];
  }

  /** Writes what is left of the data. */
  void writeRest() throws IOException {
    out.write(data, BLOCK + SOME, data.length - BLOCK - SOME);
  }
}
