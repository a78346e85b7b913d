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

import org.smarth.hadoop.benchmarks.harness.Protection;
import org.smarth.hadoop.benchmarks.harness.Rate;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;
import org.smarth.hadoop.benchmarks.harness.SortSettings;

/** What clients do on a cluster while it is measured. Its text tells it from any other. */
public sealed interface Work {

  /** One file is uploaded, and read back. */
  sealed interface OneUpload extends Work {
  }

  /** Nothing but that. */
  record Upload() implements OneUpload {
  }

  /** The same on a cluster that protects data on their way. */
  record ProtectedUpload(Protection protection) implements OneUpload {
  }

  /** Nothing but an upload, without a look at links and daemons; others may have come before. */
  record PlainUpload() implements OneUpload {
  }

  /** The client's memory is looked at again and again meanwhile. */
  record WatchedUpload() implements OneUpload {
  }

  /** Clients, each on a node of its own, upload at the same time. */
  record Parallel(int clients) implements Work {
  }

  /** Files of each of these sizes in bytes are written, one after the other. */
  record SmallFiles(int count, List<Long> sizes) implements Work {
  }

  /** One thread writes files: each is closed before the next, then all in the background. */
  record ManyFiles(int files, long bytesEach) implements Work {
  }

  /** One file is uploaded and read at once; another is flushed in parts, each read at once. */
  record ReadAfterWrite(int parts, long partBytes) implements Work {
  }

  /**
   * While one file is uploaded, the DataNodes that were first most often until then get another NIC
   * rate, and later their own again.
   *
   * @param from in seconds since the upload began
   * @param to likewise
   */
  record Limp(int nodes, Rate rate, double from, double to) implements Work {
  }

  /**
   * One file is written while DataNodes are killed; then all replicas of every block are waited
   * for.
   *
   * @param seed of which are killed, and when
   */
  record Repair(int kills, long seed) implements Work {
  }

  /** The same without a kill, over links on which the last DataNodes get their bytes late. */
  record Drain() implements Work {
  }

  /** One file is uploaded by the harness, and once more by a plain `hdfs dfs -put` process. */
  record ByHand() implements Work {
  }

  /** What commands upload, each by a process of its own. */
  sealed interface OfTrees extends Work {
    /** What comes before and is not timed. */
    Tree warmUp();

    List<Tree> trees();

    /** Of each process, such as "256m". */
    String heap();
  }

  /**
   * Directories are uploaded, one after the other.
   *
   * @param heap of each process, such as "256m"
   */
  record Trees(Tree warmUp, List<Tree> trees, String heap) implements OfTrees {
    public Trees {
      trees = List.copyOf(trees);
    }
  }

  /**
   * One directory is uploaded while another client writes.
   *
   * @param stockBytes of the one file that a client with stock's jars writes; 0 if the other client
   *     uploads the same by the same command
   */
  record TreeBeside(Tree warmUp, Tree tree, long stockBytes) implements OfTrees {
    @Override
    public List<Tree> trees() {
      return List.of(tree);
    }

    @Override
    public String heap() {
      return RunningCluster.CLIENT_HEAP;
    }
  }

  /** A directory of files. */
  record Tree(String name, List<Files> files) {
    public Tree {
      files = List.copyOf(files);
    }

    /** The name of the directory. */
    public String directory() {
      return name.replace(' ', '-');
    }

    /** Of all files. */
    public long bytes() {
      return files.stream().mapToLong(f -> f.count() * f.bytesEach()).sum();
    }
  }

  /** Files of one size. */
  record Files(int count, long bytesEach) {
  }

  /** What clusters do all day. */
  sealed interface Everyday extends Work {
  }

  /** Of that, what clients write that make it up. */
  sealed interface MadeUp extends Everyday {
  }

  /** Records are flushed and then others synced, after some that are not timed. */
  record Log(int records, int warmUps) implements MadeUp {
  }

  /** Files of one process stay open and idle after some bytes of each were flushed. */
  record OpenFiles(int files, int bytesEach, int idleSeconds) implements MadeUp {
  }

  /**
   * TeraGen, and TestDFSIO after it, write files, together of the size of the setup. Its cluster
   * has YARN as well. With Kerberos, TeraGen does so alone, and its tasks have delegation tokens.
   *
   */
  record WriteJobs(int files, WarmUp warmUp, Protection protection) implements MadeUp {
    private static final double JOBS = 3;
    private static final double JOB_SECONDS = 30;

    /** Nobody writes before. */
    WriteJobs(int files, Protection protection) {
      this(files, WarmUp.NONE, protection);
    }

    /** A guess of how long it takes on a machine of few cores. */
    public double expectedSeconds() {
      return JOBS * JOB_SECONDS;
    }
  }

  /** Writers of one process write a file each at the same time. */
  record Writers(int writers, long bytesEach) {
    /** Of all files. */
    public long bytes() {
      return writers * bytesEach;
    }
  }

  /**
   * What comes before until DataNodes are warm, and is not timed.
   *
   * @param most rounds of the writers
   */
  record WarmUp(Writers writers, int most) {
    static final WarmUp NONE = new WarmUp(new Writers(0, 0), 0);
  }

  /**
   * Such writers, one group after the other.
   *
   * @param heap of their process, such as "512m"
   */
  record ManyWriters(List<Writers> groups, String heap, WarmUp warmUp) implements MadeUp {
    public ManyWriters {
      groups = List.copyOf(groups);
    }
  }

  /**
   * One file is uploaded by a client on a node of its own.
   *
   * @param neighbour whether a stock client uploads another at the same time
   */
  record RemoteWriter(boolean neighbour, WarmUp warmUp) implements Everyday {
  }

  /**
   * Small files are written one after the other; then one file is uploaded again and again,
   * each time by an `hdfs dfs -put` process of its own.
   *
   * @param warmUp which comes before
   */
  record ShortWrites(int files, long bytesEach, WarmUp warmUp, int puts) implements Everyday {
  }

  /** One file is uploaded; then small ones are written one after the other. */
  record Calls(int files, long bytesEach) implements Everyday {
  }

  /**
   * One file is uploaded again and again through HTTP: a DataNode's server is the client of HDFS,
   * each time another one's.
   *
   * @param warmUps how many uploads come before those that are timed, at most
   */
  record WebHdfsUpload(int warmUps, int puts) implements Everyday {
  }

  /**
   * TestDFSIO, TeraGen, TeraSort, TeraValidate and Pi, with a look at who talks to the port of
   * rpcbind.
   *
   * @param files of TestDFSIO and TeraGen, and maps of Pi
   * @param samples of each map of Pi
   */
  record ServiceJobs(int files, long samples) implements MadeUp {
  }

  /**
   * TestDFSIO writes and reads, TeraGen writes, and TeraSort sorts, over links with a limit.
   *
   * @param files of TestDFSIO and TeraGen
   * @param reduces of TeraSort
   */
  record LinkJobs(int files, int reduces) implements MadeUp {
  }

  /**
   * TeraSort of the setup's bytes with one group of settings after the other, in that order in odd
   * repetitions and in the reverse order in even ones.
   *
   * @param reduces of each
   */
  record TunedSorts(List<SortSettings> sorts, int reduces) implements MadeUp {
    public TunedSorts {
      sorts = List.copyOf(sorts);
    }
  }

  /**
   * One file is uploaded by a client on the host of a DataNode.
   *
   * @param alone whether the client goes on once that DataNode alone has a block
   */
  record LocalWriter(WarmUp warmUp, boolean alone) implements Everyday {
  }

  /** Jobs of MapReduce, for which the cluster has YARN as well. */
  sealed interface OnYarn extends Work {
    /** A guess of how long it takes on a machine of few cores. */
    double expectedSeconds(long bytes);
  }

  /** Small jobs of each kind (sleep, wordcount, pi), one after the other. */
  record ShortJobs(int count) implements OnYarn {
    private static final double KINDS = 3;
    private static final double JOB_SECONDS = 12;

    @Override
    public double expectedSeconds(long bytes) {
      return KINDS * (count + 1) * JOB_SECONDS;
    }
  }

  /**
   * Scripted DataNodes, NodeManagers and application masters send heartbeats to a real NameNode and
   * ResourceManager, with one period after the other.
   *
   * @param nodes DataNodes, and as many NodeManagers
   * @param seconds with each period
   */
  record Beats(int nodes, int applications, List<Integer> periodsMs, int seconds)
      implements OnYarn {
    private static final double KINDS = 3;
    private static final double PLAN_SECONDS = 45;

    public Beats {
      periodsMs = List.copyOf(periodsMs);
    }

    @Override
    public double expectedSeconds(long bytes) {
      return PLAN_SECONDS + KINDS * seconds * (2 + periodsMs.size());
    }
  }

  /** TestDFSIO writes files, together of the size of the setup, and reads them. */
  record DfsIo(int files) implements OnYarn {
    private static final double RATE = 10e6;

    @Override
    public double expectedSeconds(long bytes) {
      return 2 * files + bytes / RATE;
    }
  }

  /**
   * Queries of TPC-H on Hive, one after the other; the tables have the setup's bytes.
   *
   * @param queries by number
   */
  record Tpch(List<Integer> queries) implements OnYarn {
    private static final double QUERY_SECONDS = 40;

    public Tpch {
      queries = List.copyOf(queries);
    }

    @Override
    public double expectedSeconds(long bytes) {
      return queries.size() * QUERY_SECONDS;
    }
  }

  /** TeraSort of the setup's bytes: a map for each block, and a number of reduces. */
  record TeraSort(int reduces) implements OnYarn {
    private static final double RATE = 5e6;

    @Override
    public double expectedSeconds(long bytes) {
      return bytes / RATE;
    }
  }
}
