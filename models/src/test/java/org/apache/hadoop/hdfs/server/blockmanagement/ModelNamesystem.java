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

import java.util.HashMap;
import java.util.Map;

import org.apache.hadoop.hdfs.server.namenode.CachedBlock;
import org.apache.hadoop.hdfs.server.namenode.CacheManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.namenode.ha.HAContext;
import org.apache.hadoop.hdfs.server.namenode.ha.HAState;
import org.apache.hadoop.util.LightWeightGSet;
import org.mockito.Mockito;

/** The files, without directories and locks: all is done by one thread. */
final class ModelNamesystem implements Namesystem, HAContext {
  private static final FSDirectory DIRECTORY =
      Mockito.mock(FSDirectory.class, Mockito.withSettings().stubOnly());
  private static final CacheManager CACHE =
      Mockito.mock(CacheManager.class, Mockito.withSettings().stubOnly());
  static {
    Mockito.when(CACHE.getCachedBlocks())
        .thenReturn(new LightWeightGSet<CachedBlock, CachedBlock>(1));
  }

  private final Map<Long, ModelFile> files = new HashMap<>();
  private boolean active;
  private boolean transition;
  private int rounds;
  /** Runs once, when the round asks for the first time. */
  private Runnable meanwhile;

  Map<Long, ModelFile> getFiles() {
    return files;
  }

  void setActive(boolean isActive) {
    active = isActive;
  }

  void setTransition(boolean inTransition) {
    transition = inTransition;
  }

  void setRound(Runnable whatHappens) {
    rounds = 1;
    meanwhile = whatHappens;
  }

  @Override
  public boolean isRunning() {
    return rounds-- > 0;
  }

  @Override
  public boolean isInSafeMode() {
    Runnable now = meanwhile;
    if (now != null) {
      meanwhile = null;
      now.run();
    }
    return false;
  }

  @Override
  public boolean isInStartupSafeMode() {
    return false;
  }

  @Override
  public BlockCollection getBlockCollection(long id) {
    return files.get(id);
  }

  @Override
  public FSDirectory getFSDirectory() {
    return DIRECTORY;
  }

  @Override
  public void startSecretManagerIfNecessary() {
  }

  @Override
  public boolean isInSnapshot(long id) {
    return false;
  }

  @Override
  public CacheManager getCacheManager() {
    return CACHE;
  }

  @Override
  public HAContext getHAContext() {
    return this;
  }

  @Override
  public HAState getState() {
    return active ? NameNode.ACTIVE_STATE : NameNode.STANDBY_STATE;
  }

  @Override
  public void setState(HAState state) {
  }

  @Override
  public void startActiveServices() {
  }

  @Override
  public void stopActiveServices() {
  }

  @Override
  public void startStandbyServices() {
  }

  @Override
  public void prepareToStopStandbyServices() {
  }

  @Override
  public void stopStandbyServices() {
  }

  @Override
  public boolean allowStaleReads() {
    return false;
  }

  @Override
  public void checkOperation(OperationCategory operation) {
  }

  @Override
  public boolean inTransitionToActive() {
    return transition;
  }

  @Override
  public void readLock() {
  }

  @Override
  public void readLockInterruptibly() {
  }

  @Override
  public void readUnlock() {
  }

  @Override
  public boolean hasReadLock() {
    return true;
  }

  @Override
  public void writeLock() {
  }

  @Override
  public void writeLockInterruptibly() {
  }

  @Override
  public void writeUnlock() {
  }

  @Override
  public boolean hasWriteLock() {
    return true;
  }
}
