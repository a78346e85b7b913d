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

import java.util.Collection;
import java.util.List;

/**
 * What the model says to a NameNode, and asks it. Blocks, files and datanodes
 * are numbers, as the class behind this is loaded twice: with stock's classes
 * and with ours.
 */
public interface Namenode {
  /** What a datanode says of a replica. */
  enum Kind { RECEIVING, RECEIVED, DELETED }

  /** One that a datanode has or is to have, with its generation stamp. */
  record Replica(long block, long stamp) {
  }

  /** Of an incremental report. */
  record Report(Kind kind, Replica replica) {
  }

  /** What a heartbeat is answered with; without targets it is a deletion. */
  record Command(Replica replica, int[] targets) {
  }

  /** A copy that was ordered, the namenode's view of the block at that time. */
  record Order(long block, int source, int[] targets) {
  }

  /**
   * A block as its NameNode sees it.
   *
   * @param holders the bits of datanodes with its replicas
   */
  record State(boolean closed, int wanted, int live, int pending,
      boolean needed, int holders) {
  }

  void becomeActive() throws Exception;

  /**
   * @param parts that wait for a recovery, as their datanode started again
   */
  void register(int datanode, Collection<Replica> finalized,
      Collection<Replica> unfinished, Collection<Replica> parts)
      throws Exception;

  /** @return what to do, or null if it must register first. */
  List<Command> heartbeat(int datanode) throws Exception;

  boolean isRegistered(int datanode);

  /** @return whether it was silent for what stock calls long. */
  boolean isStale(int datanode);

  void lifeline(int datanode) throws Exception;

  /** @return whether the datanode is registered. */
  boolean report(int datanode, List<Report> reports) throws Exception;

  /**
   * A round of the ReplicationMonitor.
   *
   * @param meanwhile what happens after it began
   * @return the copies it ordered
   */
  List<Order> round(Runnable meanwhile) throws Exception;

  /** Stock's look for datanodes that are dead. */
  void checkHeartbeats();

  /** Stock's look for copies that take too long. */
  void timeOutCopies();

  /** A client begins a block, and with it the last one is committed. */
  void addBlock(int file, short replication, Replica replica, int[] targets)
      throws Exception;

  /** A client goes on with its last block, without datanodes that failed. */
  void updatePipeline(int file, Replica replica, int[] targets)
      throws Exception;

  /** A client gives up its last block. */
  void abandonBlock(int file, long block) throws Exception;

  /** @return whether the file could be closed. */
  boolean close(int file) throws Exception;

  /** A client says who has a block that had been complete before. */
  void delivered(int file, long block, int[] holders) throws Exception;

  void delete(int file);

  /** The same as edits, on the other NameNode. */
  void replayBlock(int file, short replication, Replica replica)
      throws Exception;

  void replayUpdate(int file, Replica replica) throws Exception;

  void replayClose(int file) throws Exception;

  /** @return null if there is no such block. */
  State getState(long block);

  /** @return what is waited for and should not be, or an empty text. */
  String getHeld();
}
