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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;

/**
 * The open pipelines of all files of a DFSClient: what keeps the links of one
 * file busy is busy for another. And those of its files that others follow
 * before they are complete. Thread-safe; the monitor guards the fields, and
 * nothing is taken under it but what the observer takes.
 */
@InterfaceAudience.Private
public final class OpenPipelines {
  private final Consumer<Map<Long, Long>> observer;
  /** Held by who chooses; before any monitor. */
  private final Object turn = new Object();
  /** In the order in which they were opened, with their numbers. */
  private final Map<Pipeline, Long> open = new LinkedHashMap<>();
  private long opened;
  /** Whose writers have more to send. */
  private final Set<Object> followed = new HashSet<>();
  /** Of these, those that are sent and not complete. */
  private final Set<Object> draining = new HashSet<>();

  /**
   * @param observer told of the {@link #progress}, while there are files that
   *     others follow, whenever a pipeline is opened or ends, under monitors:
   *     it must return at once
   */
  public OpenPipelines(Consumer<Map<Long, Long>> observer) {
    this.observer = observer;
  }

  synchronized void opened(Pipeline pipeline) {
    open.put(pipeline, opened++);
    tell();
  }

  synchronized void ended(Pipeline pipeline) {
    open.remove(pipeline);
    tell();
  }

  private void tell() {
    if (!followed.isEmpty()) {
      Measuring.attempt(() -> observer.accept(progress()));
    }
  }

  /**
   * @return how many bytes all datanodes have of the block of each open
   *     pipeline, by its number
   */
  public synchronized Map<Long, Long> progress() {
    Map<Long, Long> progress = new HashMap<>();
    open.forEach(
        (pipeline, number) -> progress.put(number, pipeline.ackedBytes()));
    return progress;
  }

  /** @param file whose writer has more to send than it; another follows. */
  public synchronized void follows(Object file) {
    followed.add(file);
    tell();
  }

  /** @param file such a one that is sent, and has yet to be delivered. */
  public synchronized void drains(Object file) {
    draining.add(file);
  }

  /** @param file any that is complete, or has failed. */
  public synchronized void ends(Object file) {
    followed.remove(file);
    draining.remove(file);
    notifyAll();
  }

  /** @return the files that are sent and not complete. */
  synchronized Set<Object> getDraining() {
    return draining.isEmpty() ? new HashSet<>() : new HashSet<>(draining);
  }

  /**
   * Waits a while until one of the files has ended, and takes those that have.
   *
   * @param files of those that drained
   * @param millis how long at the most, in milliseconds
   * @return whether any has ended
   */
  synchronized boolean awaitEnd(Set<Object> files, long millis)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; draining.containsAll(files) && left > 0;
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
      wait(left);
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
}
