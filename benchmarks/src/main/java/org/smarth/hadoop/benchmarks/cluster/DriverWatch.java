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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Ends this JVM when its driver ends, which closes its standard input. */
public final class DriverWatch {
  private DriverWatch() {
  }

  public static void exitWithDriver() {
    exitWithDriver(line -> { });
  }

  /** @param lines gets each line that the driver says, in a thread of its own */
  public static void exitWithDriver(Consumer<String> lines) {
    Thread watch = new Thread(() -> {
      try (BufferedReader in = new BufferedReader(
          new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          lines.accept(line);
        }
      } catch (IOException e) {
        // Same meaning as the end of the stream.
      }
      Runtime.getRuntime().halt(1);
    }, "driver-watch");
    watch.setDaemon(true);
    watch.start();
  }
}
