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
package org.apache.hadoop.hdfs.smarth.client;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The disk space that the files of a process may use for packets that are
 * kept for recovery. Thread-safe; the monitor guards the numbers.
 */
@InterfaceAudience.Private
public final class SpillSpace {
  private static final Logger LOG = LoggerFactory.getLogger(SpillSpace.class);
  private static final ConcurrentMap<String, SpillSpace> SHARED =
      new ConcurrentHashMap<>();

  private final String name;
  private final SpillStore.Maker maker;
  private final long limit;
  private final AtomicBoolean warned = new AtomicBoolean();
  private long used;
  private long peak;

  /**
   * @param name of the place, for the log
   * @param maker of what holds the packets of one file
   * @param limit in bytes; 0: none is used
   */
  public SpillSpace(String name, SpillStore.Maker maker, long limit) {
    this.name = name;
    this.maker = maker;
    this.limit = limit;
  }

  /**
   * @param directory where it is
   * @param limit in bytes; 0: none is used
   * @return the one of this process with that place and limit
   */
  public static SpillSpace shared(String directory, long limit) {
    return SHARED.computeIfAbsent(limit + " " + directory, key -> {
      File place = new File(directory);
      AtomicBoolean cleaned = new AtomicBoolean();
      return new SpillSpace(directory, () -> {
        if (cleaned.compareAndSet(false, true)) {
          UnlinkedFile.deleteLeftovers(place);
        }
        return UnlinkedFile.create(place);
      }, limit);
    });
  }

  /** @return whether there may ever be some. */
  boolean isOn() {
    return limit > 0;
  }

  /** @return a store for one file. */
  SpillStore makeStore() throws IOException {
    return maker.make();
  }

  /** @return false if so much is not left. */
  synchronized boolean take(long bytes) {
    if (used + bytes > limit) {
      return false;
    }
    used += bytes;
    peak = Math.max(peak, used);
    return true;
  }

  synchronized void give(long bytes) {
    used -= bytes;
  }

  /** @return bytes used now. */
  public synchronized long getUsed() {
    return used;
  }

  /** @return the most bytes ever used. */
  public synchronized long getPeak() {
    return peak;
  }

  /** Says, once for all files, that packets cannot be kept here. */
  void failed(Exception cause) {
    if (warned.compareAndSet(false, true)) {
      LOG.warn("Packets cannot be spilled to {}. Files that need more memory"
          + " for unacknowledged packets than there is are written at the pace"
          + " of their datanodes. This is said once", name, cause);
    } else {
      LOG.debug("Packets cannot be spilled to {}", name, cause);
    }
  }
}
