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

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import org.smarth.hadoop.benchmarks.process.RunName;

/** The whole command with --real on a small file; needs root, and says so without. */
public class RealUploadIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(300);

  private static final Path NAMESPACES = Path.of("/run/netns");

  private final UploadRun run = new UploadRun(FOLDER);

  @BeforeClass
  public static void rootOnly() {
    boolean root = "root".equals(System.getProperty("user.name"));
    if (!root) {
      System.out.println("RealUploadIT skipped: network namespaces need root");
    }
    assumeTrue("network namespaces need root", root);
  }

  @Test
  public void separateJvmsInNamespacesUploadAtTheRateBetweenTheRacks() throws Exception {
    run.of("--real", "--size", "4M", "--block-size", "1M", "--datanodes", "3", "--cross", "16",
            "--nic", "160")
        .succeeds()
        // 2 MB/s, headers included, and bursts; a loaded machine may be much slower.
        .stockRateIsBetween(0.1, 2.2)
        .says("Separate JVMs in network namespaces", "24 of 24")
        .leavesNothing();
    assertThat(ownNamespaces()).isZero();
  }

  private static long ownNamespaces() throws Exception {
    if (!Files.isDirectory(NAMESPACES)) {
      return 0;
    }
    try (Stream<Path> names = Files.list(NAMESPACES)) {
      return names.map(n -> RunName.of(n.getFileName().toString()))
          .filter(n -> n.isPresent() && n.get().pid() == ProcessHandle.current().pid()).count();
    }
  }
}
