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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** A file without a name. */
final class ModelFile implements BlockCollection {
  private final int id;
  private final List<BlockInfo> blocks = new ArrayList<>();
  private boolean closed;

  ModelFile(int id) {
    this.id = id;
  }

  void add(BlockInfo block) {
    blocks.add(block);
  }

  void removeLast() {
    blocks.remove(blocks.size() - 1);
  }

  void close() {
    closed = true;
  }

  @Override
  public BlockInfo getLastBlock() {
    return blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
  }

  @Override
  public ContentSummary computeContentSummary(BlockStoragePolicySuite suite) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int numBlocks() {
    return blocks.size();
  }

  @Override
  public BlockInfo[] getBlocks() {
    return blocks.toArray(new BlockInfo[0]);
  }

  @Override
  public long getPreferredBlockSize() {
    return ModelNamenode.LENGTH;
  }

  @Override
  public byte getStoragePolicyID() {
    return HdfsConstants.HOT_STORAGE_POLICY_ID;
  }

  @Override
  public String getName() {
    return "/" + id;
  }

  @Override
  public void setBlock(int index, BlockInfo block) {
    blocks.set(index, block);
  }

  @Override
  public void convertLastBlockToUC(BlockInfo last,
      DatanodeStorageInfo[] targets) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isUnderConstruction() {
    return !closed;
  }

  @Override
  public long getId() {
    return id;
  }
}
