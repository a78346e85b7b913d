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

import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Protection;
import org.smarth.hadoop.benchmarks.harness.UploadBound;

/**
 * All that decides what a run measures, except who is measured. Runs of equal setups are
 * comparable, and its text tells it from any other.
 *
 * @param bytes of the file, or of each client's file
 * @param warmUps uploads of the same file to the same cluster before, which are not timed
 */
public record Setup(Work work, Links links, long bytes, long blockBytes, int replication,
    int warmUps) {

  public int clients() {
    if (work instanceof Work.TreeBeside
        || work instanceof Work.RemoteWriter remote && remote.neighbour()) {
      return 2;
    }
    return work instanceof Work.Parallel parallel ? parallel.clients() : 1;
  }

  /** Whether there is a whole file whose upload has a least time. */
  public boolean hasBound() {
    return links.isLimited() && !(work instanceof Work.SmallFiles)
        && !(work instanceof Work.ManyFiles)
        && !(work instanceof Work.MadeUp);
  }

  /** The least seconds that the links allow, with any number of pipelines. */
  public double bound() {
    return model().leastSeconds(bytes, blockBytes);
  }

  /** The least seconds that the links allow with this number of pipelines at once. */
  public double bound(int pipelines) {
    return model().seconds(bytes, blockBytes, pipelines);
  }

  /** DataNodes / replication, as in the SMARTH paper. */
  public int paperPipelines() {
    return model().paperPipelines();
  }

  private UploadBound model() {
    return new UploadBound(links, replication, clients());
  }

  /** Of what clients and DataNodes send to each other. */
  public Protection protection() {
    if (work instanceof Work.WriteJobs jobs) {
      return jobs.protection();
    }
    return work instanceof Work.ProtectedUpload upload ? upload.protection() : Protection.NONE;
  }

  /** Whether it is about heartbeats, and needs YARN. */
  public boolean isOnYarn() {
    return work instanceof Work.OnYarn;
  }

  /** Whether it is about the commands of `hdfs dfs`. */
  public boolean isOfCommands() {
    return work instanceof Work.OfTrees;
  }

  /** Whether it makes sense to measure someone. */
  public boolean allows(Contender contender) {
    if (work instanceof Work.Drain) {
      // Through one pipeline at a time the next block waits for the last DataNode.
      return !contender.isStock();
    }
    if (contender == Contender.STOCK) {
      return true;
    }
    if (isOfCommands() || contender.isOtherClient()) {
      return isOfCommands()
          && (contender.isOtherClient() || contender == Contender.SMARTH_AUTO
              || contender == Contender.SMARTH_EARLIER);
    }
    if (work instanceof Work.ServiceJobs || contender == Contender.RPCBIND) {
      return work instanceof Work.ServiceJobs && contender == Contender.RPCBIND;
    }
    if (work instanceof Work.LinkJobs) {
      return contender == Contender.SMARTH_AUTO;
    }
    if (work instanceof Work.TunedSorts) {
      return false;
    }
    if (work instanceof Work.Beats) {
      return contender == Contender.EVENT_DRIVEN;
    }
    if (work instanceof Work.ShortJobs) {
      return contender.isEventDriven();
    }
    if (isOnYarn() || contender.isOfHeartbeats()) {
      return isOnYarn() && contender.isOfHeartbeats() && contender != Contender.EVENT_DRIVEN_POLLED;
    }
    return contender != Contender.SETREP || work instanceof Work.OneUpload
        || work instanceof Work.Parallel;
  }

  /** The size of the local file that clients read from. */
  public long inputBytes() {
    if (warmUps == 0 && (isOnYarn() || work instanceof Work.MadeUp)) {
      // Jobs make their own; only uploads before them need it.
      return 1;
    }
    return work instanceof Work.SmallFiles small
        ? small.sizes().stream().mapToLong(Long::longValue).max().orElseThrow() : bytes;
  }

  /** The same after further uploads that are not timed. */
  public Setup withWarmUps(int count) {
    return new Setup(work, links, bytes, blockBytes, replication, warmUps + count);
  }
}
