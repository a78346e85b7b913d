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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A datanode: one storage, and for each NameNode an actor that sends heartbeats
 * and reports one after the other, as stock's BPServiceActor does.
 */
final class Datanode {
  private static final long HEARTBEAT = 3_000;
  private static final long LIFELINE = 3 * HEARTBEAT;

  private final Cluster cluster;
  private final int number;
  /** Generation stamps by block, as in all of these. */
  private final Map<Long, Long> finalized = new TreeMap<>();
  private final Map<Long, Long> unfinished = new TreeMap<>();
  /** What was unfinished when this datanode died. */
  private final Map<Long, Long> parts = new TreeMap<>();
  /** What came by a copy, not by a pipeline. */
  private final Set<Long> copied = new TreeSet<>();
  private final Actor[] actors = {new Actor(0), new Actor(1)};
  private boolean up;
  /** Of this start; what an earlier one began does not go on. */
  private int start;
  private long standsStillUntil;
  private long downSince;

  Datanode(Cluster cluster, int number) {
    this.cluster = cluster;
    this.number = number;
  }

  int getNumber() {
    return number;
  }

  boolean isUp() {
    return up;
  }

  boolean isStanding() {
    return Clock.millis() < standsStillUntil;
  }

  int getStart() {
    return start;
  }

  long getDownSince() {
    return downSince;
  }

  boolean has(long block) {
    return finalized.containsKey(block);
  }

  void start() {
    up = true;
    start++;
    parts.putAll(unfinished);
    unfinished.clear();
    for (Actor actor : actors) {
      actor.start();
    }
  }

  void kill() {
    up = false;
    downSince = Clock.millis();
  }

  void stand(long millis) {
    standsStillUntil =
        Math.max(standsStillUntil, Clock.millis() + millis);
  }

  void hang(long millis) {
    for (Actor actor : actors) {
      actor.hangsUntil =
          Math.max(actor.hangsUntil, Clock.millis() + millis);
    }
  }

  /** Does it when this datanode does not stand still, if it does not die. */
  void when(long delay, Runnable what) {
    int begun = start;
    cluster.after(delay, () -> {
      if (up && start == begun) {
        if (isStanding()) {
          when(standsStillUntil - Clock.millis(), what);
        } else {
          what.run();
        }
      }
    });
  }

  void receive(long block, long stamp) {
    unfinished.put(block, stamp);
    tell(Namenode.Kind.RECEIVING, block, stamp);
  }

  /** The block's pipeline is made anew, of which nothing is reported. */
  void recover(long block, long stamp) {
    unfinished.computeIfPresent(block, (same, before) -> stamp);
  }

  void finish(long block) {
    Long stamp = unfinished.remove(block);
    if (stamp != null) {
      finalized.put(block, stamp);
      tell(Namenode.Kind.RECEIVED, block, stamp);
    }
  }

  private void copied(long block, long stamp) {
    parts.remove(block);
    finalized.put(block, stamp);
    copied.add(block);
    tell(Namenode.Kind.RECEIVED, block, stamp);
  }

  private void tell(Namenode.Kind kind, long block, long stamp) {
    boolean atOnce = kind != Namenode.Kind.DELETED;
    for (Actor actor : actors) {
      actor.reports.add(new Namenode.Report(kind,
          new Namenode.Replica(block, stamp)));
      if (atOnce) {
        actor.wake();
      }
    }
  }

  /** Of an active NameNode. */
  private void obey(Namenode.Command command) {
    long block = command.replica().block();
    Long stamp = command.replica().stamp();
    if (command.targets().length == 0) {
      when(500, () -> {
        if (finalized.remove(block, stamp) | unfinished.remove(block, stamp)
            | parts.remove(block, stamp)) {
          copied.remove(block);
          tell(Namenode.Kind.DELETED, block, stamp);
        }
      });
      return;
    }
    for (int target : command.targets()) {
      cluster.copy(this, block, cluster.getDatanode(target));
    }
  }

  /** A copy from another one comes, if the block is there and not here. */
  void copy(long block, Datanode source) {
    Long stamp = source.finalized.get(block);
    if (stamp != null && up && !isStanding() && !has(block)
        && !unfinished.containsKey(block)
        && parts.getOrDefault(block, 0L) < stamp) {
      copied(block, stamp);
    }
  }

  private static List<Namenode.Replica> replicas(Map<Long, Long> of) {
    List<Namenode.Replica> replicas = new ArrayList<>();
    of.forEach((block, stamp) ->
        replicas.add(new Namenode.Replica(block, stamp)));
    return replicas;
  }

  /** For one NameNode. */
  private final class Actor {
    private final int namenode;
    private final List<Namenode.Report> reports = new ArrayList<>();
    private long nextHeartbeat;
    private long nextLifeline;
    private long hangsUntil;
    private boolean busy;
    /** What is to be reported goes between two heartbeats. */
    private boolean sentHeartbeat;

    private Actor(int namenode) {
      this.namenode = namenode;
    }

    private void start() {
      reports.clear();
      busy = false;
      nextHeartbeat = Clock.millis();
      nextLifeline = nextHeartbeat + LIFELINE;
      wake();
      if (cluster.getSetup().lifelines()) {
        when(LIFELINE, this::lifeline);
      }
    }

    private void lifeline() {
      if (Clock.millis() >= nextLifeline) {
        nextLifeline = Clock.millis() + LIFELINE;
        cluster.call(namenode, 20, nn -> nn.lifeline(number));
      }
      when(1_000, this::lifeline);
    }

    /** Something is to be told now. */
    private void wake() {
      when(0, this::run);
    }

    private void run() {
      if (busy) {
        return;
      }
      if (Clock.millis() < hangsUntil) {
        busy = true;
        when(hangsUntil - Clock.millis(), () -> {
          busy = false;
          run();
        });
      } else if (Clock.millis() >= nextHeartbeat
          && (!sentHeartbeat || reports.isEmpty())) {
        sentHeartbeat = true;
        nextHeartbeat = Clock.millis() + HEARTBEAT;
        nextLifeline = Clock.millis() + LIFELINE;
        when(HEARTBEAT, this::run);
        call(this::heartbeat);
      } else if (!reports.isEmpty()) {
        sentHeartbeat = false;
        List<Namenode.Report> sent = List.copyOf(reports);
        reports.clear();
        call(nn -> report(nn, sent));
      }
    }

    /** The actor waits for the answer. */
    private void call(Cluster.Call what) {
      busy = true;
      int begun = start;
      cluster.call(namenode, cluster.getSetup().callMillis(), nn -> {
        what.on(nn);
        if (up && start == begun) {
          when(0, () -> {
            busy = false;
            run();
          });
        }
      });
    }

    private void heartbeat(Namenode nn) throws Exception {
      Collection<Namenode.Command> commands = nn.heartbeat(number);
      if (commands == null) {
        if (up) {
          reports.clear();
          nn.register(number, replicas(finalized), replicas(unfinished),
              replicas(parts));
          unfinished.keySet().forEach(this::told);
          arrived(finalized.keySet());
        }
      } else if (commands.isEmpty()) {
        cluster.changedNothing();
      } else if (cluster.isActive(namenode)) {
        commands.forEach(Datanode.this::obey);
      }
    }

    private void report(Namenode nn, List<Namenode.Report> sent)
        throws Exception {
      if (nn.report(number, sent)) {
        for (Namenode.Report report : sent) {
          told(report.replica().block());
          if (report.kind() == Namenode.Kind.RECEIVED) {
            arrived(List.of(report.replica().block()));
          }
        }
      } else {
        reports.addAll(0, sent);
      }
    }

    private void told(long block) {
      cluster.told(namenode, block, number);
    }

    private void arrived(Collection<Long> blocks) {
      if (cluster.isActive(namenode)) {
        for (long block : blocks) {
          if (copied.contains(block)) {
            cluster.getHistory().copied(block, number);
          } else {
            cluster.getHistory().arrived(block, number);
          }
        }
      }
    }
  }
}
