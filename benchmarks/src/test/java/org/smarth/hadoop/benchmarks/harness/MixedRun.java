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

package org.smarth.hadoop.benchmarks.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

import org.apache.hadoop.fs.FsShell;

/**
 * A cluster of one contender and clients of any, in separate JVMs; all of them and their data are
 * gone when the cleanup is closed.
 */
final class MixedRun {
  static final int BLOCKS = 13;
  static final int REPLICATION = 3;
  /** The names of the JVMs. */
  static final String CLUSTER = "cluster";
  static final String CLIENT = "client";

  private static final String TARGET = "/upload";
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int LAST_BLOCK_BYTES = 4321;
  private static final Racks RACKS = new Racks(6, 1);
  /** Slow enough that a block is still on its way between the racks when the next one begins. */
  private static final Rate CROSS = new Rate(40);
  private static final String HEAP = "512m";
  private static final Duration GET_LIMIT = Duration.ofSeconds(60);

  private final Cleanup cleanup;
  private final UploadSpec spec;
  private final Path site;

  MixedRun(Path base, Cleanup cleanup) throws IOException {
    this.cleanup = cleanup;
    Path dir = cleanup.make(() -> Workspace.create(base, false)).dir();
    site = dir.resolve("conf");
    spec = new UploadSpec(dir.resolve("input"), BLOCK_BYTES, REPLICATION,
        Links.uniform(RACKS, Rate.NONE, CROSS), 0, dir, Protection.NONE);
    InputFile.generate(spec.file(), (BLOCKS - 1) * BLOCK_BYTES + LAST_BLOCK_BYTES);
  }

  void startCluster(Installation installation) throws Exception {
    String uri = start(installation, CLUSTER, List.of(HarnessMain.CLUSTER), null).untilReady();
    SiteFiles.write(site, new HdfsSettings(spec, LoopbackHosts.CLIENT, LoopbackHosts::ip)
        .client(URI.create(uri).getPort()));
  }

  /** `hdfs dfs -put`, after which the client has read back all bytes and looked at all replicas. */
  UploadResult put(Installation installation) throws Exception {
    return UploadResult.of(start(installation, CLIENT, new UploadJob(TARGET, false).role(), site)
        .withoutPauses(Listener.NONE));
  }

  private Conversation start(Installation installation, String jvm, List<String> role,
      Path siteOrNull) throws IOException {
    JvmPlan plan = new JvmPlan(installation, spec, RACKS.dataNodes(), LoopbackHosts::ip);
    return new Conversation(
        cleanup.make(() -> plan.start(jvm, role, HEAP, withOptions(jvm), siteOrNull)), spec,   jvm);
  }

  /** `hdfs dfs -get`; the file that it made, if it did. */
  Path get(Installation installation) throws IOException {
    Path to = spec.dir().resolve("read-by-" + installation.name());
    String jvm = getter(installation);
    ChildJvm.Command command = new ChildJvm.Command(withOptions(jvm), HEAP,
        site + ":" + installation.classPath(),
        JvmPlan.properties(spec.dir(), jvm),
        List.of(FsShell.class.getName(), "-get", TARGET, to.toString()));
    ChildJvm shell = cleanup.make(() -> ChildJvm.start(command, JvmPlan.errors(spec, jvm)));
    await().atMost(GET_LIMIT)
        .until(() -> shell.nextLine(Duration.ZERO) == null && shell.hasEnded());
    return to;
  }

  /** The name of the JVM of {@link #get}. */
  static String getter(Installation installation) {
    return "get-by-" + installation.name();
  }

  Path input() {
    return spec.file();
  }

  /** What a JVM said on its standard error. */
  String errors(String jvm) throws IOException {
    return Files.readString(JvmPlan.errors(spec, jvm));
  }

  /** What the log of the client that put says; empty when SMARTH did not write the file. */
  OptionalInt mostPipelinesAtOnce() throws IOException {
    return new ClusterLogs(List.of(JvmPlan.log(spec, CLIENT))).pipelines();
  }

  /** The jar, or directory, that a JVM loaded a class from; empty when it did not load it. */
  String sourceOf(String className, String jvm) throws IOException {
    String marker = " " + className + " source: file:";
    try (Stream<String> lines = Files.lines(classLog(jvm))) {
      return lines.filter(l -> l.contains(marker)).findFirst()
          .map(l -> l.substring(l.indexOf(marker) + marker.length())).orElse("");
    }
  }

  private List<String> withOptions(String jvm) {
    // Of these short-lived JVMs the better compiler would take more time than it gives back.
    return List.of("env", "JDK_JAVA_OPTIONS=-XX:TieredStopAtLevel=1 -Xlog:class+load=info:file="
        + classLog(jvm));
  }

  private Path classLog(String jvm) {
    return spec.dir().resolve(jvm + ".classes");
  }
}
