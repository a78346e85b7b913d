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

package org.smarth.hadoop.benchmarks.upload;

import java.nio.file.Path;

import org.smarth.hadoop.benchmarks.model.Links;
import org.smarth.hadoop.benchmarks.model.Racks;

/**
 * What is measured.
 *
 * @param file what to upload, null to generate {@code size} bytes
 * @param pairs how often each contender runs
 * @param sameCluster whether each contender keeps its cluster for all its uploads
 */
record Settings(Path file, long size, long blockBytes, int replication, Links links, int port,
    int pairs, boolean sameCluster, boolean real) {

  Racks racks() {
    return links.racks();
  }
}
