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

import java.util.List;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

/**
 * How large scenarios are: the paper's cluster and block size with a file of any size, or a smoke
 * run that only shows that everything works.
 *
 * @param bytes of the file
 */
public record Scale(long bytes, long blockBytes, int dataNodes, boolean quick) {
  /** Upload time is proportional to size (the paper's Figure 5), so less than its 8 GB will do. */
  public static final long DEFAULT_BYTES = ByteSize.GIB;
  public static final long DEFAULT_BLOCK_BYTES = 64 * ByteSize.MIB;
  public static final int REPLICATION = 3;
  private static final int DATA_NODES = 9;
  private static final int QUICK_DATA_NODES = 6;
  private static final long QUICK_BYTES = 12 * ByteSize.MIB;
  private static final long QUICK_BLOCK_BYTES = 2 * ByteSize.MIB;

  public static Scale full(long bytes, long blockBytes) {
    return new Scale(bytes, blockBytes, DATA_NODES, false);
  }

  public static Scale smoke() {
    return new Scale(QUICK_BYTES, QUICK_BLOCK_BYTES, QUICK_DATA_NODES, true);
  }

  Racks racks() {
    return new Racks(dataNodes, Racks.OUTSIDE);
  }

  Links links(Rate nic, Rate cross) {
    return Links.uniform(racks(), nic, cross);
  }

  Setup upload(Links links) {
    return setup(new Work.Upload(), links);
  }

  Setup setup(Work work, Links links) {
    return setup(work, links, bytes, blockBytes);
  }

  Setup setup(Work work, Links links, long fileBytes, long block) {
    return new Setup(work, links, fileBytes, quick ? blockBytes : block, REPLICATION, 0);
  }

  /** All of them, or the first in a smoke run. */
  <T> List<T> some(List<T> all) {
    return quick ? all.subList(0, 1) : all;
  }
}
