/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
import java.util.Set;
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
  private final Set<Long> finalized = new TreeSet<>();
  private final Set<Long> unfinished = new TreeSet<>();
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
    return finalized.contains(block);
  }

  void start() {
    up = true;
    start++;
    // Stock: replicas that were being written wait for recovery.
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

  void receive(long block) {
    unfinished.add(block);
    tell(Namenode.Kind.RECEIVING, block, true);
  }

  void finish(long block, boolean isCopy) {
    unfinished.remove(block);
    finalized.add(block);
    if (isCopy) {
      copied.add(block);
    }
    tell(Namenode.Kind.RECEIVED, block, true);
  }

  private void tell(Namenode.Kind kind, long block, boolean atOnce) {
    for (Actor actor : actors) {
      actor.reports.add(new Namenode.Report(kind, block));
      if (atOnce) {
        actor.wake();
      }
    }
  }

  /** Of an active NameNode. */
  private void obey(Namenode.Command command) {
    long block = command.block();
    if (command.targets().length == 0) {
      when(500, () -> {
        if (finalized.remove(block) | unfinished.remove(block)) {
          copied.remove(block);
          tell(Namenode.Kind.DELETED, block, false);
        }
      });
      return;
    }
    for (int target : command.targets()) {
      cluster.copy(this, block, cluster.getDatanode(target));
    }
  }

  /** @return whether a copy of the block can come here. */
  boolean takes(long block) {
    return up && !isStanding() && !finalized.contains(block)
        && !unfinished.contains(block);
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
          nn.register(number, finalized, unfinished);
          unfinished.forEach(this::told);
          arrived(finalized);
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
          told(report.block());
          if (report.kind() == Namenode.Kind.RECEIVED) {
            arrived(List.of(report.block()));
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
