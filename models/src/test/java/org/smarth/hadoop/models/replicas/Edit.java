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
package org.smarth.hadoop.models.replicas;

/** What the active NameNode does, and the other one afterwards. */
interface Edit {
  void apply(Namenode namenode) throws Exception;

  void replay(Namenode namenode) throws Exception;

  /** A block more. */
  record AddBlock(int file, short replication, Namenode.Replica replica,
      int[] targets) implements Edit {
    @Override
    public void apply(Namenode namenode) throws Exception {
      namenode.addBlock(file, replication, replica, targets);
    }

    @Override
    public void replay(Namenode namenode) throws Exception {
      namenode.replayBlock(file, replication, replica);
    }
  }

  /** The pipeline of the last block is made anew. */
  record UpdatePipeline(int file, Namenode.Replica replica, int[] targets)
      implements Edit {
    @Override
    public void apply(Namenode namenode) throws Exception {
      namenode.updatePipeline(file, replica, targets);
    }

    @Override
    public void replay(Namenode namenode) throws Exception {
      namenode.replayUpdate(file, replica);
    }
  }

  /** The last block is given up. */
  record Abandon(int file, long block) implements Edit {
    @Override
    public void apply(Namenode namenode) throws Exception {
      namenode.abandonBlock(file, block);
    }

    @Override
    public void replay(Namenode namenode) throws Exception {
      namenode.abandonBlock(file, block);
    }
  }

  /** The file is deleted. */
  record Delete(int file) implements Edit {
    @Override
    public void apply(Namenode namenode) {
      namenode.delete(file);
    }

    @Override
    public void replay(Namenode namenode) {
      namenode.delete(file);
    }
  }

  /** The file has been closed. */
  record Close(int file) implements Edit {
    @Override
    public void apply(Namenode namenode) {
      throw new IllegalStateException();
    }

    @Override
    public void replay(Namenode namenode) throws Exception {
      namenode.replayClose(file);
    }
  }
}
