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

package org.smarth.hadoop.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The names of a cluster's nodes, for the JDK's own resolver: Hadoop asks for the names of all
 * addresses, and no name server is to be asked, or waited for, about these.
 */
public final class HostsFile {
  private static final Path KERNEL_HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private HostsFile() {
  }

  public static void write(Path file, int nodes, IntFunction<String> ipOf) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("127.0.0.1 localhost");
    lines.add("127.0.0.1 " + Files.readString(KERNEL_HOST_NAME).trim());
    for (int node = 1; node <= nodes; node++) {
      lines.add(ipOf.apply(node) + " node" + node);
    }
    Files.write(file, lines);
  }
}
