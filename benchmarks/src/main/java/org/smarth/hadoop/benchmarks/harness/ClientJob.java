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

package org.smarth.hadoop.benchmarks.harness;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * What a client's JVM is to do, as JSON on its command line. At the stages {@link #READY} and
 * {@link #DONE} it waits for the driver.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
public interface ClientJob {
  /** The cluster is complete; what is timed begins at the driver's word. */
  String READY = "ready";
  /** What is timed is over; checks begin at the driver's word. */
  String DONE = "done";

  /**
   * Does the job.
   *
   * @param fs a client of its own
   * @return what it gave
   * @throws Failure for everything that is not as it must
   */
  Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception;

  /** The arguments of the JVM that does it. */
  default List<String> role() {
    return List.of(HarnessMain.CLIENT, Json.write(this));
  }

  /**
   * Uploads the file of the spec.
   *
   * @param target a path of HDFS, or the URI of such a path in a file system that writes there
   */
  static ClientJob put(String target) {
    return new UploadJob(target, false);
  }

  /**
   * Uploads the file of the spec, then raises its replication to that of the spec and waits for all
   * replicas.
   */
  static ClientJob putAndSetReplication(String target) {
    return new UploadJob(target, true);
  }

  /** Writes a number of files of each size, in bytes, one after the other. */
  static ClientJob smallFiles(int count, List<Long> sizes) {
    return new SmallFilesJob(count, sizes);
  }

  /** Writes files by one thread, twice: closed one by one, and in the background. */
  static ClientJob files(int files, long bytesEach) {
    return new FilesJob(files, Math.toIntExact(bytesEach));
  }

  /** Writes parts of equal length to one file, each flushed and then read by another client. */
  static ClientJob flush(int count, long partBytes) {
    return new FlushJob(count, Math.toIntExact(partBytes));
  }

  /** Runs jobs of MapReduce, one after the other, after one more that is not timed. */
  static ClientJob jobs(JobKind kind, int count, JobKind.Size size) {
    return new JobSeries(kind, count, size);
  }

  /**
   * Sends heartbeats of scripted senders. Waits for the driver when ready, and at {@link
   * #step} 0 to the number of periods, after each part of the work.
   *
   * @param seconds for each part
   */
  static ClientJob beats(SenderKind kind, int count, double seconds, List<Integer> periodsMs) {
    return new BeatJob(kind, count, seconds, periodsMs);
  }

  /**
   * Writes the file of the spec while DataNodes may die, then waits this long for all replicas of
   * every block.
   */
  static ClientJob repair(String target, Duration limit) {
    return new RepairJob(target, limit.toMillis());
  }

  /**
   * Writes files by several writers of one process at once.
   *
   * @param files of each writer, one after the other
   * @param bytes of each file
   * @param warmUps files of each writer that are not timed, of 16 MB at the most
   */
  static ClientJob writers(int writers, int files, long bytes, int warmUps) {
    return new WritersJob(writers, files, bytes, warmUps);
  }

  /**
   * Lets writers of one process write a file each, round after round, until DataNodes are warm.
   *
   * @param bytes of each file
   * @param most rounds
   */
  static ClientJob warmUp(int writers, long bytes, int most) {
    return new WarmUpJob(writers, bytes, most);
  }

  /**
   * Writes records of 1 KB to one file, each flushed or synced before the next.
   *
   * @param records of each kind that are timed
   * @param warmUps of each kind that are not
   */
  static ClientJob log(int records, int warmUps) {
    return new LogJob(records, warmUps);
  }

  /**
   * Opens files, flushes the same number of bytes of each, and looks at what they keep when they
   * have been idle.
   */
  static ClientJob openFiles(int files, int bytes, Duration idle) {
    return new OpenFilesJob(files, bytes, idle.toMillis());
  }

  /** Sorts rows of so many bytes with one group of settings after the other. */
  static ClientJob tunedSorts(List<SortSettings> sorts, long bytes, int reduces) {
    return new TunedSortJob(sorts, bytes, reduces);
  }

  /**
   * Runs queries of TPC-H on Hive, whose jars the client's settings name.
   *
   * @param scale 1 is a gigabyte
   */
  static ClientJob tpch(double scale, List<Integer> queries) {
    return new TpchJob(scale, queries);
  }

  /** The key of those settings. */
  static String hiveJarsKey() {
    return TpchJob.JARS_KEY;
  }

  /** Compares a local directory with one of HDFS. */
  static ClientJob compareTree(String source, String target) {
    return new TreeCheckJob(source, target);
  }

  /** The stage after a part of {@link #beats}, 0 being as fast as senders are answered. */
  static String step(int number) {
    return "step-" + number;
  }
}
