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

/**
 * What one upload gave, after everything about it was found right.
 *
 * @param startMillis when put began, in milliseconds since 1970
 * @param seconds from the start of put to its return
 * @param replicas finalized on the DataNodes' disks when put returned, each with the length, bytes
 *     and checksums of its part of the file
 */
public record UploadResult(long startMillis, double seconds, long bytes, int blocks, int replicas) {
  String toText() {
    return startMillis + " " + seconds + " " + bytes + " " + blocks + " " + replicas;
  }

  public static UploadResult parse(String text) {
    String[] parts = text.split(" ");
    return new UploadResult(Long.parseLong(parts[0]), Double.parseDouble(parts[1]),
        Long.parseLong(parts[2]), Integer.parseInt(parts[3]), Integer.parseInt(parts[4]));
  }

  /** In 10^6 bytes a second. */
  public double megabytesPerSecond() {
    return bytes / seconds / 1e6;
  }
}
