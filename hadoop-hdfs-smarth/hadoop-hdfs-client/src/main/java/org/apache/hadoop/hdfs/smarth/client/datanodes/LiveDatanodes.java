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
package org.apache.hadoop.hdfs.smarth.client.datanodes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The datanodes in service as far as the namenode tells this client: it gives
 * its list, which is long where the cluster is large, to superusers only.
 * Everybody else learns the number from what addBlock returns when datanodes
 * are excluded. One per DFSClient, shared by its files. Thread-safe; the
 * monitor guards all fields, and nobody asks the namenode under it: one thread
 * does, while others have the list that there is.
 */
@InterfaceAudience.Private
public final class LiveDatanodes {
  private static final Logger LOG =
      LoggerFactory.getLogger(LiveDatanodes.class);
  /** The list is asked for again after this time, or up to twice of it. */
  static final long MIN_AGE_MILLIS = TimeUnit.MINUTES.toMillis(3);
  /** A list of this age is asked for again when it proves wrong. */
  private static final long DOUBTED_AGE_MILLIS = TimeUnit.SECONDS.toMillis(30);

  private final ClientProtocol namenode;
  private final Timer timer;
  private final Random random;
  private List<DatanodeInfo> live = Collections.emptyList();
  private long askedAt;
  private long expiresAt;
  private boolean asked;
  private boolean asking;
  private boolean refused;
  private int learned;
  private long learnedAt;

  /**
   * @param namenode of this client
   * @param timer for the age of what is known
   * @param random so that clients do not ask together
   */
  public LiveDatanodes(ClientProtocol namenode, Timer timer, Random random) {
    this.namenode = namenode;
    this.timer = timer;
    this.random = random;
  }

  /**
   * @return the datanodes in service, minutes old at the most; empty if the
   *     namenode does not tell this user, cannot be asked, or is just being
   *     asked for the first time
   */
  public List<DatanodeInfo> get() {
    if (isToAsk()) {
      ask();
    }
    synchronized (this) {
      return live;
    }
  }

  private synchronized boolean isToAsk() {
    long now = timer.monotonicNow();
    if (refused || asking || asked && now < expiresAt) {
      return false;
    }
    asking = true;
    askedAt = now;
    expiresAt = now + MIN_AGE_MILLIS
        + (long) (random.nextDouble() * MIN_AGE_MILLIS);
    return true;
  }

  private void ask() {
    List<DatanodeInfo> inService = null;
    boolean refusal = false;
    try {
      inService = list();
    } catch (IOException e) {
      // Without the list a write works all the same, with a bound learned.
      LOG.debug("The namenode does not list its datanodes", e);
      refusal = isRefusal(e);
    } finally {
      asked(inService, refusal);
    }
  }

  private List<DatanodeInfo> list() throws IOException {
    List<DatanodeInfo> inService = new ArrayList<>();
    for (DatanodeInfo node
        : namenode.getDatanodeReport(DatanodeReportType.LIVE)) {
      if (node.isInService()) {
        inService.add(node);
      }
    }
    return Collections.unmodifiableList(inService);
  }

  private static boolean isRefusal(IOException e) {
    return e instanceof AccessControlException || e instanceof RemoteException
        && ((RemoteException) e).unwrapRemoteException(
            AccessControlException.class) instanceof AccessControlException;
  }

  /** @param list null if there is none; the last one is better than that. */
  private synchronized void asked(List<DatanodeInfo> list, boolean refusal) {
    asking = false;
    asked = true;
    refused = refusal;
    if (list != null) {
      live = list;
    }
  }

  /**
   * Notes that addBlock found fewer targets than asked for.
   *
   * @param datanodes how many datanodes it had, the excluded ones included
   */
  public synchronized void learn(int datanodes) {
    learned = datanodes;
    learnedAt = timer.monotonicNow();
    doubt();
  }

  /** The list has proved wrong. */
  synchronized void doubt() {
    long now = timer.monotonicNow();
    if (now - askedAt > DOUBTED_AGE_MILLIS) {
      expiresAt = now;
    }
  }

  /**
   * @param replication how many datanodes a pipeline has
   * @return datanodes / replication (paper, Algorithm 1, line 3), at least 1;
   *     a great number while the number of datanodes is unknown
   */
  public int pipelinesFor(int replication) {
    int size = get().size();
    if (size == 0) {
      size = learnedSize();
    }
    return size == 0 ? Integer.MAX_VALUE : Math.max(1, size / replication);
  }

  private synchronized int learnedSize() {
    return timer.monotonicNow() - learnedAt > MIN_AGE_MILLIS ? 0 : learned;
  }
}
