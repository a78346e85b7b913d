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

package org.smarth.hadoop.benchmarks.shaping;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.smarth.hadoop.benchmarks.model.Links;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.model.Rate;

/** The links of an embedded cluster, each direction of each of them a bucket. */
public final class ShapedLinks {
  private final Racks racks;
  private final Clock clock;
  private final TokenBucket[] nicOut;
  private final TokenBucket[] nicIn;
  private final TokenBucket[] crossOut;
  private final TokenBucket[] crossIn;

  public ShapedLinks(Links links, Clock clock) {
    this.racks = links.racks();
    this.clock = clock;
    nicOut = buckets(links::nic);
    nicIn = buckets(links::nic);
    crossOut = buckets(node -> links.cross());
    crossIn = buckets(node -> links.cross());
  }

  private TokenBucket[] buckets(IntFunction<Rate> rateOf) {
    TokenBucket[] buckets = new TokenBucket[racks.dataNodes() + 1];
    for (int node = 0; node < buckets.length; node++) {
      Rate rate = rateOf.apply(node);
      buckets[node] = rate.isLimited() ? new TokenBucket(rate, clock.nanoTime()) : null;
    }
    return buckets;
  }

  /** What bytes from one node to another have to pass. */
  public Path path(int from, int to) {
    List<TokenBucket> hops = new ArrayList<>();
    add(hops, nicOut[from]);
    add(hops, nicIn[to]);
    if (racks.crosses(from, to)) {
      add(hops, crossOut[from]);
      add(hops, crossIn[to]);
    }
    return new Path(hops.toArray(new TokenBucket[0]), clock);
  }

  private static void add(List<TokenBucket> hops, TokenBucket bucket) {
    if (bucket != null) {
      hops.add(bucket);
    }
  }

  /** The buckets between two nodes. Thread-safe. */
  public static final class Path {
    private final TokenBucket[] hops;
    private final Clock clock;

    private Path(TokenBucket[] hops, Clock clock) {
      this.hops = hops;
      this.clock = clock;
    }

    boolean isLimited() {
      return hops.length > 0;
    }

    /** Returns when so many bytes have passed every hop. */
    void pass(int bytes) throws InterruptedIOException {
      clock.waitUntil(book(bytes, clock.nanoTime()));
    }

    /** Books so many bytes and returns the time at which the last has passed the last hop. */
    long book(int bytes, long now) {
      long passed = now;
      for (TokenBucket hop : hops) {
        passed = Math.max(passed, hop.book(bytes, now));
      }
      return passed;
    }
  }
}
