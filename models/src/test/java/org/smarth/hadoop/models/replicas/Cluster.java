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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Datanodes and clients around two NameNodes, of stock or ours, in the model's
 * time. The same program does the same to both kinds.
 */
final class Cluster {
  /** With a NameNode. */
  interface Call {
    void on(Namenode namenode) throws Exception;
  }

  private record Event(long time, long order, Runnable what)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return time != other.time ? Long.compare(time, other.time)
          : Long.compare(order, other.order);
    }
  }

  private static final long ROUND = 3_000;
  private static final long FIVE_MINUTES = TimeUnit.MINUTES.toMillis(5);
  private static final long TAIL = TimeUnit.MINUTES.toMillis(1);
  /** After it stock has timed out all copies. */
  private static final long SETTLE = TimeUnit.MINUTES.toMillis(12);
  private static final int FILES = 3;

  private final Setup setup;
  private final Jars jars;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Namenode[] namenodes = new Namenode[2];
  private final int[] replayed = new int[2];
  /** When each datanode was last seen to be stale. */
  private final long[] staleAt;
  /** The same, while one at least was not: the NameNode may stand still. */
  private final long[] silentAt;
  private final Map<Long, Long> begunAt = new HashMap<>();
  /** Of each NameNode the blocks, and who has told it of them. */
  private final List<Map<Long, Set<Integer>>> told =
      List.of(new HashMap<>(), new HashMap<>());
  private final List<Edit> edits = new ArrayList<>();
  private final List<Datanode> datanodes = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();
  private final List<Long> blocks = new ArrayList<>();
  /** Those that are looked at each second, not only when something changes. */
  private final List<Long> restless = new ArrayList<>();
  private long changes;
  private long lookedAt;
  private final History history = new History();
  private long orders;
  private int active;
  private int roundMillis;
  private long pausedUntil;
  private long copies;
  /** The next ones are those of blocks. */
  private long stamps = 1_000;
  private long end = Long.MAX_VALUE;

  Cluster(Setup setup, Jars jars) {
    this.setup = setup;
    this.jars = jars;
    this.roundMillis = setup.roundMillis();
    this.staleAt = new long[setup.datanodes()];
    this.silentAt = new long[setup.datanodes()];
  }

  Setup getSetup() {
    return setup;
  }

  History getHistory() {
    return history;
  }

  Datanode getDatanode(int number) {
    return datanodes.get(number);
  }

  long getEnd() {
    return end;
  }

  boolean isActive(int namenode) {
    return namenode == active;
  }

  void after(long millis, Runnable what) {
    events.add(
        new Event(Clock.millis() + Math.max(0, millis), orders++, what));
  }

  private void runUntil(long time) {
    while (!events.isEmpty() && events.peek().time <= time) {
      Event next = events.poll();
      Clock.set(Math.max(Clock.millis(), next.time));
      next.what.run();
    }
    Clock.set(Math.max(Clock.millis(), time));
  }

  /** A call that arrives after some time, or when the NameNode goes on. */
  void call(int namenode, long millis, Call what) {
    after(millis, () -> {
      if (Clock.millis() < pausedUntil) {
        call(namenode, pausedUntil - Clock.millis(), what);
      } else {
        on(namenodes[namenode], what);
      }
    });
  }

  void clientCall(Call what) {
    after(setup.callMillis(), () -> {
      if (Clock.millis() < pausedUntil) {
        call(active, pausedUntil - Clock.millis(), what);
      } else {
        on(namenodes[active], what);
      }
    });
  }

  private void on(Namenode namenode, Call what) {
    try {
      what.on(namenode);
      changes++;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The call that ends now has changed no block: most heartbeats. */
  void changedNothing() {
    changes--;
  }

  void edit(Edit edit) {
    on(namenodes[active], edit::apply);
    if (edit instanceof Edit.AddBlock added) {
      long block = added.replica().block();
      blocks.add(block);
      begunAt.put(block, Clock.millis());
      for (int target : added.targets()) {
        told(active, block, target);
      }
    }
    record(edit);
  }

  /** @return a generation stamp, larger than those before. */
  long nextStamp() {
    return ++stamps;
  }

  private void record(Edit edit) {
    edits.add(edit);
    replayed[active] = edits.size();
  }

  boolean close(int file) throws Exception {
    if (!namenodes[active].close(file)) {
      return false;
    }
    record(new Edit.Close(file));
    return true;
  }

  private void tail(int namenode) {
    while (replayed[namenode] < edits.size()) {
      on(namenodes[namenode], edits.get(replayed[namenode]++)::replay);
    }
  }

  /** @return whether the active NameNode has heard of that datanode. */
  boolean isKnown(int datanode) {
    return namenodes[active].isRegistered(datanode);
  }

  History run(List<Action> program) {
    Clock.set(Clock.START);
    for (int i = 0; i < namenodes.length; i++) {
      namenodes[i] = jars.newNamenode(setup.seed());
    }
    on(namenodes[active], Namenode::becomeActive);
    for (int i = 0; i < setup.datanodes(); i++) {
      Datanode datanode = new Datanode(this, i);
      datanodes.add(datanode);
      after(i * 617, datanode::start);
    }
    after(ROUND, this::round);
    after(FIVE_MINUTES, this::lookForDead);
    after(FIVE_MINUTES / 2, this::timeOut);
    after(1_000, this::look);
    after(TAIL, this::tailAtTimes);
    runUntil(Clock.millis() + 30_000);
    for (Action action : program) {
      runUntil(Clock.millis() + action.waitMillis());
      act(action);
    }
    settle();
    return history;
  }

  /** All files are closed, what is missing is copied, all is deleted. */
  private void settle() {
    end = Clock.millis() + SETTLE;
    writers.forEach(Writer::closeSoon);
    settle(SETTLE / 2);
    writers.forEach(writer -> writer.die(0));
    settle(SETTLE);
    roundMillis = 0;
    settle(FIVE_MINUTES / 2);
    if (isComplete()) {
      // A standby one looks when it next expects something.
      held(active, "all blocks have their replicas");
    }
    for (Writer writer : writers) {
      writer.deleted();
      edit(new Edit.Delete(writer.getFile()));
    }
    tail(1 - active);
    runUntil(Clock.millis() + 2 * ROUND);
    held(0, "all files are deleted");
    held(1, "all files are deleted");
  }

  /** For a time, or until nothing more is to happen. */
  private void settle(long millis) {
    long until = Clock.millis() + millis;
    while (Clock.millis() < until && !isSettled()) {
      runUntil(Math.min(until, Clock.millis() + 30_000));
    }
  }

  private boolean isSettled() {
    return writers.stream().allMatch(Writer::isEnded) && isComplete()
        && namenodes[active].getHeld().isEmpty()
        && namenodes[1 - active].getHeld().isEmpty();
  }

  private boolean isComplete() {
    return blocks.stream().map(namenodes[active]::getState)
        .allMatch(state -> state == null || state.live() >= state.wanted());
  }

  private void held(int namenode, String when) {
    String held = namenodes[namenode].getHeld();
    if (!held.isEmpty()) {
      history.held("When " + when + " the " + (namenode == active ? "active"
          : "standby") + " NameNode holds" + held);
    }
  }

  private void act(Action action) {
    changes++;
    Datanode datanode = datanodes.get(action.which() % datanodes.size());
    switch (action.kind()) {
    case WRITE -> writer(action, true).write();
    case CLOSE -> {
      Writer writer = writer(action, false);
      if (writer != null) {
        writer.closeSoon();
      }
    }
    case ABANDON -> {
      Writer writer = writer(action, false);
      if (writer != null) {
        writer.die(600L * action.amount());
      }
    }
    case DELETE -> delete(action.which());
    case KILL -> {
      if (datanode.isUp()) {
        datanode.kill();
        writers.forEach(writer -> writer.lost(datanode.getNumber()));
      }
    }
    case RESTART -> {
      if (!datanode.isUp()
          && Clock.millis() - datanode.getDownSince() > 2 * 30_000) {
        datanode.start();
      }
    }
    case STALL -> datanode.stand(250L * action.amount());
    case HANG -> datanode.hang(400L * action.amount());
    case PAUSE -> pausedUntil = Math.max(pausedUntil,
        Clock.millis() + 300L * action.amount());
    case FAILOVER -> failOver();
    default -> throw new IllegalStateException();
    }
  }

  /** @return the one of the last files that is still written, or null. */
  private Writer writer(Action action, boolean create) {
    int slot = action.which() % FILES;
    for (Writer writer : writers) {
      if (writer.getFile() % FILES == slot && !writer.isEnded()
          && !writer.isClosing()) {
        return writer;
      }
    }
    if (!create) {
      return null;
    }
    int file = slot + FILES * (1 + writers.size());
    Writer writer = new Writer(this, file, (short) (1 + action.amount() % 3));
    writers.add(writer);
    return writer;
  }

  private void delete(int which) {
    if (!writers.isEmpty()) {
      Writer writer = writers.get(which % writers.size());
      writer.deleted();
      clientCall(nn -> edit(new Edit.Delete(writer.getFile())));
    }
  }

  private void failOver() {
    int old = active;
    int next = 1 - active;
    if (Clock.millis() < pausedUntil) {
      return;
    }
    tail(next);
    active = next;
    on(namenodes[next], Namenode::becomeActive);
    history.failedOver();
    // The old one starts again, as a standby that knows no datanode yet.
    told.get(old).clear();
    namenodes[old] = jars.newNamenode(setup.seed());
    replayed[old] = 0;
    tail(old);
  }

  /** A source of a copy begins to send. */
  void copy(Datanode source, long block, Datanode target) {
    long number = copies++;
    double fate = setup.chance(7, block, number);
    source.when((long) (200 + 10_000 * fate * fate), () -> {
      if (fate < 0.9) {
        target.copy(block, source);
      }
    });
  }

  private void round() {
    if (Clock.millis() < pausedUntil) {
      after(pausedUntil - Clock.millis(), this::round);
      return;
    }
    Namenode namenode = namenodes[active];
    on(namenode, nn -> {
      List<Namenode.Order> ordered =
          nn.round(() -> runUntil(Clock.millis() + roundMillis));
      for (Namenode.Order order : ordered) {
        history.ordered(order, nn.getState(order.block()),
            lastStale(nn), unheard(order.block()), dead());
      }
    });
    after(ROUND, this::round);
  }

  /** Now, or when what they were to store was given up, a round before. */
  private Set<Integer> lastStale(Namenode nn) {
    seeStale(nn);
    return staleSince(
        Clock.millis() - 2 * (ROUND + setup.roundMillis()), staleAt);
  }

  private Set<Integer> staleSince(long time, long[] at) {
    return IntStream.range(0, setup.datanodes())
        .filter(number -> at[number] >= time)
        .boxed().collect(Collectors.toSet());
  }

  /** @return whose replicas of that block the active NameNode cannot expect. */
  private Set<Integer> unheard(long block) {
    Set<Integer> unheard = staleSince(begunAt.get(block), silentAt);
    IntStream.range(0, setup.datanodes()).filter(number ->
        !told.get(active).getOrDefault(block, Set.of()).contains(number))
        .forEach(unheard::add);
    return unheard;
  }

  /** A NameNode has heard that a datanode has, or will have, a replica. */
  void told(int namenode, long block, int datanode) {
    told.get(namenode).computeIfAbsent(block, absent -> new HashSet<>())
        .add(datanode);
  }

  private void seeStale(Namenode nn) {
    int[] stale = IntStream.range(0, setup.datanodes()).filter(nn::isStale)
        .toArray();
    for (int number : stale) {
      staleAt[number] = Clock.millis();
      if (stale.length < setup.datanodes()) {
        silentAt[number] = Clock.millis();
      }
    }
  }

  private void lookForDead() {
    on(namenodes[active], Namenode::checkHeartbeats);
    after(FIVE_MINUTES, this::lookForDead);
  }

  private void timeOut() {
    for (Namenode namenode : namenodes) {
      on(namenode, Namenode::timeOutCopies);
    }
    after(FIVE_MINUTES, this::timeOut);
  }

  private void tailAtTimes() {
    if (Clock.millis() >= pausedUntil) {
      tail(1 - active);
    }
    after(TAIL, this::tailAtTimes);
  }

  private void look() {
    if (Clock.millis() >= pausedUntil) {
      history.nextSecond();
      seeStale(namenodes[active]);
      if (lookedAt != changes) {
        lookedAt = changes;
        restless.clear();
        restless.addAll(blocks);
      }
      restless.removeIf(block -> {
        Namenode.State state = namenodes[active].getState(block);
        if (state == null) {
          blocks.remove(block);
        }
        return !history.look(block, state, dead(),
            (1 << datanodes.size()) - 1 & ~dead());
      });
    }
    after(1_000, this::look);
  }

  private int dead() {
    int dead = 0;
    for (Datanode datanode : datanodes) {
      if (!datanode.isUp()) {
        dead |= 1 << datanode.getNumber();
      }
    }
    return dead;
  }
}
