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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The client that writes a file: a block after the other, each as soon as the
 * first datanode of the one before has it; all pipelines go on. It closes the
 * file when they have ended.
 */
final class Writer {
  private static final long RETRY = 400;
  /** Block numbers of a file follow from its own. */
  private static final int BLOCKS = 1_000;

  private final Cluster cluster;
  private final int file;
  private final short replication;
  private final List<Pipeline> pipelines = new ArrayList<>();
  private int wanted;
  private int begun;
  private boolean writing;
  private boolean closing;
  private boolean dead;
  private boolean ended;

  Writer(Cluster cluster, int file, short replication) {
    this.cluster = cluster;
    this.file = file;
    this.replication = replication;
  }

  int getFile() {
    return file;
  }

  /** @return whether the file is closed, or gone. */
  boolean isEnded() {
    return ended;
  }

  boolean isClosing() {
    return closing || dead;
  }

  private double chance(long... of) {
    long[] all = new long[of.length + 1];
    all[0] = file;
    System.arraycopy(of, 0, all, 1, of.length);
    return cluster.getSetup().chance(all);
  }

  void write() {
    wanted++;
    if (!writing) {
      next();
    }
  }

  private void next() {
    if (dead || writing) {
      return;
    }
    if (wanted > 0) {
      wanted--;
      begin();
    } else if (closing
        && pipelines.stream().allMatch(pipeline -> pipeline.ended)) {
      writing = true;
      cluster.clientCall(nn -> close());
    }
  }

  private void begin() {
    writing = true;
    cluster.clientCall(nn -> {
      long block = (long) file * BLOCKS + begun++;
      int[] targets = choose(block);
      if (targets.length == 0) {
        cluster.after(RETRY, () -> {
          writing = false;
          wanted++;
          next();
        });
      } else if (!dead) {
        Namenode.Replica replica =
            new Namenode.Replica(block, cluster.nextStamp());
        cluster.edit(new Edit.AddBlock(file, replication, replica, targets));
        new Pipeline(replica, targets).begin();
      }
    });
  }

  /** @return datanodes that the NameNode and the client know as alive. */
  private int[] choose(long block) {
    return IntStream.range(0, cluster.getSetup().datanodes())
        .filter(number -> cluster.getDatanode(number).isUp()
            && !cluster.getDatanode(number).isStanding()
            && cluster.isKnown(number)).boxed()
        .sorted((one, other) -> Double.compare(
            chance(block, one), chance(block, other)))
        .limit(replication).mapToInt(Integer::intValue).toArray();
  }

  private void close() throws Exception {
    if (dead) {
      return;
    }
    if (cluster.close(file)) {
      ended = true;
    } else {
      cluster.after(RETRY, () -> {
        writing = false;
        next();
      });
    }
  }

  void closeSoon() {
    closing = true;
    next();
  }

  /** The client dies; its lease is recovered after some time. */
  void die(long recoveryMillis) {
    if (ended || dead) {
      return;
    }
    dead = true;
    cluster.after(recoveryMillis, this::recover);
  }

  private void recover() {
    cluster.clientCall(nn -> {
      if (ended) {
        return;
      }
      Pipeline last = pipelines.isEmpty() ? null
          : pipelines.get(pipelines.size() - 1);
      if (last != null && !last.gone && last.have.stream()
          .noneMatch(number -> cluster.getDatanode(number).isUp())) {
        cluster.edit(new Edit.Abandon(file, last.block));
        last.gone = true;
      }
      if (cluster.close(file)) {
        ended = true;
      } else if (Clock.millis() < cluster.getEnd()) {
        cluster.after(RETRY, this::recover);
      }
    });
  }

  void deleted() {
    dead = true;
    ended = true;
  }

  /** A datanode has died, and its connections break. */
  void lost(int datanode) {
    for (Pipeline pipeline : pipelines) {
      long delay = 1_000 + (long) (7_000 * chance(pipeline.block, datanode, 3));
      cluster.after(delay, () -> pipeline.lost(datanode));
    }
  }

  /** Of one block. */
  private final class Pipeline {
    private final long block;
    private int[] targets;
    private long stamp;
    private int recoveries;
    private final Set<Integer> have = new TreeSet<>();
    private final Set<Integer> failed = new TreeSet<>();
    /** Whether the first datanode has had it all. */
    private boolean complete;
    private boolean ended;
    private boolean gone;

    private Pipeline(Namenode.Replica replica, int[] targets) {
      this.block = replica.block();
      this.stamp = replica.stamp();
      this.targets = targets;
    }

    private void begin() {
      pipelines.add(this);
      long first = 200 + (long) (2_000 * chance(block, 1));
      int[] chosen = targets;
      for (int i = 0; i < chosen.length; i++) {
        Datanode datanode = cluster.getDatanode(chosen[i]);
        if (!datanode.isUp()) {
          lost(chosen[i]);
          continue;
        }
        datanode.when(5, () -> datanode.receive(block, stamp));
        datanode.when(first + (i == 0 ? 0 : drain(i)), () -> has(datanode));
      }
    }

    private long drain(int hop) {
      double kind = chance(block, 2);
      long most = kind < 0.6 ? 500 : kind < 0.9 ? 20_000 : 200_000;
      return (long) (hop * most * chance(block, 2, hop));
    }

    private void has(Datanode datanode) {
      if (recoveries > 0) {
        datanode.when(RETRY, () -> has(datanode));
        return;
      }
      // Nobody sends the rest when the writer is dead.
      if (!dead && !gone && isTarget(datanode.getNumber())
          && !failed.contains(datanode.getNumber())) {
        datanode.finish(block);
        have.add(datanode.getNumber());
        if (datanode.getNumber() == targets[0]) {
          complete = true;
          writing = false;
        }
        check();
      }
    }

    /** The writer learns that a datanode is lost. */
    private void lost(int datanode) {
      if (dead || gone || ended || !isTarget(datanode)) {
        return;
      }
      if (datanode == targets[0] && !complete) {
        gone = true;
        ended = true;
        cluster.clientCall(nn -> {
          if (!dead) {
            cluster.edit(new Edit.Abandon(file, block));
            writing = false;
            wanted++;
            next();
          }
        });
        return;
      }
      if (!complete) {
        recover(datanode);
        return;
      }
      have.remove(datanode);
      failed.add(datanode);
      check();
    }

    private boolean isTarget(int datanode) {
      return IntStream.of(targets).anyMatch(target -> target == datanode);
    }

    /** The others go on, with a new generation stamp. */
    private void recover(int lost) {
      targets = IntStream.of(targets).filter(target -> target != lost)
          .toArray();
      stamp = cluster.nextStamp();
      Namenode.Replica replica = new Namenode.Replica(block, stamp);
      for (int target : targets) {
        Datanode datanode = cluster.getDatanode(target);
        datanode.when(0, () -> datanode.recover(block, replica.stamp()));
      }
      recoveries++;
      tell(replica, targets);
    }

    /** The NameNode must know all of them, as after a failover. */
    private void tell(Namenode.Replica replica, int[] rest) {
      cluster.clientCall(nn -> {
        if (!dead && !gone) {
          if (!IntStream.of(rest).allMatch(nn::isRegistered)) {
            cluster.after(RETRY, () -> tell(replica, rest));
            return;
          }
          cluster.edit(new Edit.UpdatePipeline(file, replica, rest));
        }
        recoveries--;
        check();
      });
    }

    private void check() {
      if (!ended && have.size() + failed.size() == targets.length) {
        ended = true;
        if (!failed.isEmpty()) {
          int[] holders =
              have.stream().mapToInt(Integer::intValue).toArray();
          cluster.clientCall(nn -> {
            if (!Writer.this.ended && holders.length > 0) {
              nn.delivered(file, block, holders);
            }
          });
        }
      }
      next();
    }
  }
}
