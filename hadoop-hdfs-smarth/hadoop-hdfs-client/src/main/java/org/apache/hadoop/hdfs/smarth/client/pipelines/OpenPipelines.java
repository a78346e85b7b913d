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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;

/**
 * The open pipelines of all files of a DFSClient: what keeps the links of one
 * file busy is busy for another, and they share one limit. And those of its
 * files that are sent, so that others follow before they are complete.
 * Thread-safe; the monitor guards the fields. Under it the observer is told,
 * and pipelines how many bytes are acknowledged.
 */
@InterfaceAudience.Private
public final class OpenPipelines {
  /** Whoever waits for a place asks more often. */
  private static final long WAITS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ObjIntConsumer<Map<Long, Long>> observer;
  /** Held by who chooses; before any monitor. */
  private final Object turn = new Object();
  /** In the order in which they were opened, with their numbers. */
  private final Map<Pipeline, Long> open = new LinkedHashMap<>();
  private long opened;
  /** How many of these each file has. */
  private final Map<PipelineSet, Integer> ofFile = new HashMap<>();
  /** When the files asked that were refused a place. */
  private final Map<PipelineSet, Long> waiting = new HashMap<>();
  /** The files that are sent and not complete. */
  private final Set<PipelineSet> draining = new HashSet<>();
  /** The files that are not, and have open pipelines. */
  private int written;
  private long changes;

  /**
   * @param observer told of the {@link #progress}, and of how many are
   *     {@link #getGranted granted}, whenever one of these changes, under
   *     monitors: it must return at once
   */
  public OpenPipelines(ObjIntConsumer<Map<Long, Long>> observer) {
    this.observer = observer;
  }

  /**
   * A pipeline is about to be opened. Always if its file has none; else of the
   * files that wait those that have the fewest come first.
   *
   * @param limit how many may be open, beside those that are granted
   * @return whether it may be, and has its place
   */
  synchronized boolean takePlace(Pipeline pipeline, int limit) {
    PipelineSet file = pipeline.getFile();
    int has = ofFile.getOrDefault(file, 0);
    if (has > 0 && (!isBelow(limit) || isAnyNeedier(has))) {
      waiting.put(file, System.nanoTime());
      return false;
    }
    waiting.remove(file);
    open.put(pipeline, opened++);
    ofFile.put(file, has + 1);
    if (has == 0 && !draining.contains(file)) {
      written++;
    }
    tell();
    return true;
  }

  private boolean isBelow(int limit) {
    return open.size() - getGranted() < limit;
  }

  private boolean isAnyNeedier(int has) {
    long now = System.nanoTime();
    waiting.values().removeIf(asked -> now - asked > WAITS_NANOS);
    return waiting.keySet().stream()
        .anyMatch(file -> ofFile.getOrDefault(file, 0) < has);
  }

  synchronized void ended(Pipeline pipeline) {
    if (open.remove(pipeline) == null) {
      return;
    }
    PipelineSet file = pipeline.getFile();
    if (ofFile.merge(file, -1, Integer::sum) == 0) {
      ofFile.remove(file);
      waiting.remove(file);
      if (!draining.contains(file)) {
        written--;
      }
    }
    tell();
    changed();
  }

  private void tell() {
    Measuring.attempt(() -> observer.accept(progress(), getGranted()));
  }

  /** Whoever waits looks again. */
  synchronized void changed() {
    changes++;
    notifyAll();
  }

  /** @return how often something has changed. */
  synchronized long getChanges() {
    return changes;
  }

  /**
   * Waits for a change, or until the time is over.
   *
   * @param known the last one that was seen
   * @param millis how long at the most, in milliseconds
   */
  synchronized void awaitChange(long known, long millis)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; changes == known && left > 0;
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
      wait(left);
    }
  }

  /**
   * @return how many bytes all datanodes have of the block of each open
   *     pipeline, by its number
   */
  private Map<Long, Long> progress() {
    Map<Long, Long> progress = new HashMap<>();
    open.forEach(
        (pipeline, number) -> progress.put(number, pipeline.ackedBytes()));
    return progress;
  }

  /**
   * @param question that needs to know how far each open pipeline is, or not
   * @return its answer; under the monitor, so that it must return at once
   */
  public synchronized int ask(ToIntFunction<Supplier<Map<Long, Long>>> question) {
    return question.applyAsInt(this::progress);
  }

  /**
   * @return how many of the open ones no limit concerns: each file that is being
   *     written may have one, and the limit is for another one and all more
   */
  public synchronized int getGranted() {
    return Math.max(0, written - 1);
  }

  /**
   * The next file may be written while this one, which is sent, drains.
   *
   * @param limit how many may be open, beside those that are granted
   * @return whether it may: there is a place for its pipeline
   */
  public synchronized boolean drains(PipelineSet file, int limit) {
    if (!isBelow(limit)) {
      return false;
    }
    if (draining.add(file) && ofFile.containsKey(file)) {
      written--;
    }
    tell();
    return true;
  }

  /** @param file any that is complete, or has failed. */
  public synchronized void ends(PipelineSet file) {
    if (draining.remove(file) && ofFile.containsKey(file)) {
      written++;
      tell();
    }
    changed();
  }

  /** @return the files that are sent and not complete. */
  synchronized Set<PipelineSet> getDraining() {
    return new HashSet<>(draining);
  }

  /**
   * Takes those of the files that have ended; waits for a change if none has.
   *
   * @param files of those that drained
   * @param millis how long at the most, in milliseconds
   * @return whether any has ended
   */
  synchronized boolean awaitEnd(Set<PipelineSet> files, long millis)
      throws InterruptedException {
    if (draining.containsAll(files)) {
      awaitChange(changes, millis);
    }
    return files.retainAll(draining);
  }

  private synchronized List<Pipeline> copy() {
    return new ArrayList<>(open.keySet());
  }

  /**
   * @param pipeline of the next block
   * @return how far the others have come that occupy datanodes, the oldest
   *     first
   */
  public List<PipelineProgress> beside(Pipeline pipeline) {
    // Without the monitor: each asks for that of its file.
    return copy().stream().filter(other -> other != pipeline)
        .map(other -> other.getProgress(pipeline)).filter(Objects::nonNull)
        .collect(Collectors.toList());
  }

  /**
   * Of two files that choose datanodes at the same time, one sees what the other
   * will get, if that has no choice.
   *
   * @param pipeline that is to occupy what is chosen
   * @param choice of datanodes, by how far the others have come
   */
  public void choose(Pipeline pipeline,
      Function<List<PipelineProgress>, List<DatanodeInfo>> choice) {
    synchronized (turn) {
      pipeline.occupy(
          choice.apply(beside(pipeline)).toArray(new DatanodeInfo[0]));
    }
  }

  /** How far an open pipeline has come. Immutable. */
  public static final class PipelineProgress {
    /** What is left of a block then is soon delivered. */
    private static final double NEARLY_ALL = 0.9;

    private final DatanodeInfo[] nodes;
    private final long bytes;
    private final long nanos;
    private final long length;
    private final boolean own;
    private final boolean takesLinks;

    /**
     * @param nodes the datanodes of the pipeline
     * @param bytes that all of them have
     * @param nanos since the first was sent, in nanoseconds; 0 if the pace says
     *     nothing of the datanodes
     * @param length of the block, in bytes, if the first datanode has all of it,
     *     for some time if it is of another file; else 0
     * @param own whether it is of the file that asks
     * @param takesLinks whether it keeps links busy; a file that waits does not
     */
    PipelineProgress(DatanodeInfo[] nodes, long bytes, long nanos, long length,
        boolean own, boolean takesLinks) {
      this.nodes = nodes;
      this.bytes = bytes;
      this.nanos = nanos;
      this.length = length;
      this.own = own;
      this.takesLinks = takesLinks;
    }

    /** @return the datanodes of the pipeline, in their order. */
    public DatanodeInfo[] getNodes() {
      return nodes;
    }

    /** @return the bytes that all of them have. */
    public long getBytes() {
      return bytes;
    }

    /** @return nanoseconds since the first was sent, or 0. */
    public long getNanos() {
      return nanos;
    }

    /**
     * A pipeline that has delivered nearly all of its block does not count: where
     * no link is slow, pipelines are that far when the next one begins.
     *
     * @return whether the other datanodes lag behind the first one
     */
    public boolean isDraining() {
      return bytes < NEARLY_ALL * length;
    }

    /** @return whether it is of the file that asks. */
    public boolean isOwn() {
      return own;
    }

    boolean takesLinks() {
      return takesLinks;
    }
  }
}
