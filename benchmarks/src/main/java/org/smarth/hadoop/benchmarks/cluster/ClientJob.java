/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client's JVM is to do, as words on its command line. At the stages {@link #READY} and
 * {@link #DONE} it waits for the driver.
 */
public record ClientJob(List<String> words) {
  /** The cluster is complete; what is timed begins at the driver's word. */
  public static final String READY = "ready";
  /** What is timed is over; checks begin at the driver's word. */
  public static final String DONE = "done";
  private static final String PUT = "put";
  private static final String SMALL_FILES = "small-files";
  private static final String FLUSH = "flush";
  private static final String JOBS = "jobs";
  private static final String BEATS = "beats";
  private static final String REPAIR = "repair";
  private static final String WRITERS = "writers";
  private static final String LOG = "log";
  private static final String OPEN_FILES = "open-files";

  public ClientJob {
    words = List.copyOf(words);
  }

  /**
   * Uploads the file of the spec.
   *
   * @param target a path of HDFS, or the URI of such a path in a file system that writes there
   */
  public static ClientJob put(String target) {
    return new ClientJob(List.of(PUT, target));
  }

  /**
   * Uploads the file of the spec, then raises its replication to that of the spec and waits for all
   * replicas.
   */
  public static ClientJob putAndSetReplication(String target) {
    return new ClientJob(List.of(PUT, target, "setrep"));
  }

  /** Writes so many files of each of these sizes in bytes, one after the other. */
  public static ClientJob smallFiles(int count, List<Long> sizes) {
    List<String> words = new ArrayList<>(List.of(SMALL_FILES, Integer.toString(count)));
    sizes.forEach(s -> words.add(Long.toString(s)));
    return new ClientJob(words);
  }

  /** Writes parts of so many bytes to one file, each flushed and then read by another client. */
  public static ClientJob flush(int count, long partBytes) {
    return new ClientJob(List.of(FLUSH, Integer.toString(count), Long.toString(partBytes)));
  }

  /** Runs so many jobs of MapReduce, one after the other, after one more that is not timed. */
  public static ClientJob jobs(JobKind kind, int count, JobKind.Size size) {
    return new ClientJob(List.of(JOBS, kind.name(), Integer.toString(count),
        Integer.toString(size.parts()), Long.toString(size.bytes())));
  }

  /**
   * Sends heartbeats of so many scripted senders. Waits for the driver when ready, and at {@link
   * #step} 0 to the number of periods, after each part of the work.
   *
   * @param seconds for each part
   */
  public static ClientJob beats(SenderKind kind, int count, double seconds,
      List<Integer> periodsMs) {
    List<String> words = new ArrayList<>(List.of(BEATS, kind.name(), Integer.toString(count),
        Double.toString(seconds)));
    periodsMs.forEach(p -> words.add(Integer.toString(p)));
    return new ClientJob(words);
  }

  /**
   * Writes the file of the spec while DataNodes may die, then waits so long for all replicas of
   * every block.
   */
  public static ClientJob repair(String target, Duration limit) {
    return new ClientJob(List.of(REPAIR, target, Long.toString(limit.toMillis())));
  }

  /**
   * Writes files by several writers of one process at once.
   *
   * @param files of each writer, one after the other
   * @param bytes of each file
   * @param warmUps files of each writer that are not timed, of 1 MB at the most
   */
  public static ClientJob writers(int writers, int files, long bytes, int warmUps) {
    return new ClientJob(List.of(WRITERS, Integer.toString(writers), Integer.toString(files),
        Long.toString(bytes), Integer.toString(warmUps)));
  }

  /**
   * Writes records of 1 KB to one file, each flushed or synced before the next.
   *
   * @param records of each kind that are timed
   * @param warmUps of each kind that are not
   */
  public static ClientJob log(int records, int warmUps) {
    return new ClientJob(List.of(LOG, Integer.toString(records), Integer.toString(warmUps)));
  }

  /**
   * Opens files, of which each has so many bytes flushed, and looks at what they keep when they
   * have been left alone for so long.
   */
  public static ClientJob openFiles(int files, int bytes, Duration idle) {
    return new ClientJob(List.of(OPEN_FILES, Integer.toString(files), Integer.toString(bytes),
        Long.toString(idle.toMillis())));
  }

  /** The stage after a part of {@link #beats}, 0 being as fast as senders are answered. */
  public static String step(int number) {
    return "step-" + number;
  }

  void run(ClientContext context) throws Exception {
    String first = words.get(1);
    switch (words.get(0)) {
    case PUT -> new UploadJob(context, first, words.size() > 2).run();
    case SMALL_FILES -> new SmallFilesJob(context, Integer.parseInt(first),
        words.subList(2, words.size()).stream().map(Long::valueOf).toList()).run();
    case FLUSH -> new FlushJob(context, Integer.parseInt(first), Long.parseLong(words.get(2)))
        .run();
    case JOBS -> new JobSeries(context, JobKind.valueOf(first), Integer.parseInt(words.get(2)),
        new JobKind.Size(Integer.parseInt(words.get(3)), Long.parseLong(words.get(4)))).run();
    case BEATS -> new BeatJob(context, SenderKind.valueOf(first),
        Integer.parseInt(words.get(2)), Double.parseDouble(words.get(3)),
        words.subList(4, words.size()).stream().map(Integer::valueOf).toList()).run();
    case REPAIR -> new RepairJob(context, first, Duration.ofMillis(Long.parseLong(words.get(2))))
        .run();
    case WRITERS -> new WritersJob(context, new WritersJob.Size(Integer.parseInt(first),
        Integer.parseInt(words.get(2)), Long.parseLong(words.get(3)),
        Integer.parseInt(words.get(4)))).run();
    case LOG -> new LogJob(context, Integer.parseInt(first), Integer.parseInt(words.get(2))).run();
    case OPEN_FILES -> new OpenFilesJob(context, Integer.parseInt(first),
        Integer.parseInt(words.get(2)), Duration.ofMillis(Long.parseLong(words.get(3)))).run();
    default -> throw new IllegalArgumentException("no such job: " + words);
    }
  }
}
