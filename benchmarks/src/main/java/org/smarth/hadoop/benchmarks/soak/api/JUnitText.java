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

package org.smarth.hadoop.benchmarks.soak.api;

import java.util.ArrayList;
import java.util.List;

/** A program as the source of a test on MiniDFSCluster, to be pasted into a test class. */
final class JUnitText {
  private static final String IN = "    ";

  private final Program program;
  private final List<String> lines = new ArrayList<>();
  private int renames;

  private JUnitText(Program program) {
    this.program = program;
  }

  static List<String> of(Program program, Finding finding) {
    return new JUnitText(program).write(finding);
  }

  private List<String> write(Finding finding) {
    Program.Options options = program.options();
    lines.add("  /** Found: " + finding.kind() + " " + firstLine(finding) + " */");
    lines.add("  @Test(timeout = 120_000)");
    lines.add("  public void seed" + Long.toString(program.seed()).replace("-", "Minus")
        + "() throws Exception {");
    add("Configuration conf = new HdfsConfiguration();");
    add("conf.setInt(\"dfs.client.socket-timeout\", 3000);");
    String policy = "conf.set(\"dfs.client.block.write.replace-datanode-on-failure.";
    switch (options.replacement()) {
    case NEVER, ALWAYS -> add(policy + "policy\", \"" + options.replacement() + "\");");
    case BEST_EFFORT -> add(policy + "best-effort\", \"true\");");
    case MIN_ONE -> add(policy + "min-replication\", \"1\");");
    default -> {
      // As Hadoop ships it.
    }
    }
    if (options.littleMemory()) {
      add("conf.set(\"dfs.client.smarth.retained.memory\", \"1048576\");");
      add("conf.set(\"dfs.client.smarth.spill.max\", \"1048576\");");
    }
    if (options.window() > 0) {
      add("conf.setInt(\"dfs.client.write.max-packets-in-flight\", " + options.window() + ");");
    }
    if (options.packetBytes() > 0) {
      add("conf.setInt(\"dfs.client-write-packet-size\", " + options.packetBytes() + ");");
    }
    add("try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes("
        + program.dataNodes() + ").build()) {");
    body(options);
    if (finding.kind() == Finding.Kind.HELD) {
      inner("assertEquals(0, new SmarthClient(conf).getBudget().getHeld());");
    }
    add("}");
    lines.add("  }");
    return lines;
  }

  private static String firstLine(Finding finding) {
    return finding.lines().isEmpty() ? "" : finding.lines().get(0).lines().findFirst().orElse("")
        .replace("*/", "* /");
  }

  private void body(Program.Options options) {
    inner("cluster.waitActive();");
    inner("DistributedFileSystem fs = cluster.getFileSystem();");
    inner("Path dir = new Path(\"/dir\");");
    inner("Path file = new Path(dir, \"file\");");
    inner("fs.mkdirs(dir);");
    if (options.favored() > 0) {
      inner("// The first " + options.favored() + " DataNodes are favored.");
    }
    inner("FSDataOutputStream " + (options.before() > 0 ? "before" : "out") + " = fs.create(file,"
        + " FsPermission.getFileDefault(), EnumSet.of(CreateFlag.CREATE"
        + (options.overwrite() ? ", CreateFlag.OVERWRITE" : "")
        + (options.syncBlock() ? ", CreateFlag.SYNC_BLOCK" : "") + "), 4096, (short) "
        + options.replication() + ", " + options.blockBytes() + "L, null,"
        + " new ChecksumOpt(DataChecksum.Type.CRC32C, " + options.checksumBytes() + "));");
    if (options.before() > 0) {
      inner("before.write(new byte[" + options.before() + "]);");
      inner("before.close();");
      inner("FSDataOutputStream out = fs.append(file);");
    }
    if (program.threads() == 1) {
      calls(0, "");
    } else {
      threads();
    }
    inner(program.closesInBackground() ? "BackgroundClose.close(out).get();" : "out.close();");
  }

  private void threads() {
    inner("ExecutorService pool = Executors.newCachedThreadPool();");
    inner("List<Callable<Void>> threads = new ArrayList<>();");
    inner("List<Thread> running = new CopyOnWriteArrayList<>();");
    for (int thread = 0; thread < program.threads(); thread++) {
      inner("threads.add(() -> {");
      inner("  running.add(Thread.currentThread());");
      calls(thread, "  ");
      inner("  return null;");
      inner("});");
    }
    inner("for (Future<Void> thread : pool.invokeAll(threads)) {");
    inner("  thread.get();");
    inner("}");
  }

  /** Equal calls one after the other become a loop. */
  private void calls(int thread, String more) {
    List<Call> calls = program.calls().stream().filter(c -> c.thread() == thread).toList();
    for (int i = 0; i < calls.size();) {
      int times = 1;
      while (i + times < calls.size() && calls.get(i).equals(calls.get(i + times))) {
        times++;
      }
      String source = source(calls.get(i));
      inner(more + (times == 1 ? source : "for (int i = 0; i < " + times + "; i++) {"));
      if (times > 1) {
        inner(more + "  " + source);
        inner(more + "}");
      }
      i += times;
    }
  }

  private String source(Call call) {
    int value = call.value();
    String hdfs = "((HdfsDataOutputStream) out).";
    return switch (call.kind()) {
    case WRITE -> "out.write(new byte[" + value + "]);";
    case WRITE_BYTE -> "out.write(0);";
    case HFLUSH -> "out.hflush();";
    case HSYNC -> "out.hsync();";
    case HSYNC_LENGTH -> hdfs + "hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));";
    case HSYNC_BLOCK -> hdfs + "hsync(EnumSet.of(SyncFlag.END_BLOCK));";
    case HSYNC_BOTH ->
        hdfs + "hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH, SyncFlag.END_BLOCK));";
    case POSITION -> "out.getPos();";
    case REPLICAS -> hdfs + "getCurrentBlockReplication();";
    case DROP_BEHIND -> "out.setDropBehind(" + (value != 0) + ");";
    case CLOSE -> "out.close();";
    case ABORT -> "((DFSOutputStream) out.getWrappedStream()).abort();";
    case INTERRUPT -> program.threads() == 1 ? "Thread.currentThread().interrupt();"
        : "running.get(" + Math.min(value, program.threads() - 1) + ").interrupt();";
    case READ -> "DFSTestUtil.readFile(fs, " + file() + ");";
    case NAMESPACE_QUOTA -> "fs.setQuota(dir, " + value + ", HdfsConstants.QUOTA_DONT_SET);";
    case SPACE_QUOTA -> "fs.setQuota(dir, HdfsConstants.QUOTA_DONT_SET, " + space(value);
    case TYPE_QUOTA -> "fs.setQuotaByStorageType(dir, StorageType.DISK, " + space(value);
    case NO_QUOTA -> "fs.setQuota(dir, HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_RESET);";
    case SET_REPLICATION -> "fs.setReplication(" + file() + ", (short) " + value + ");";
    case RENAME -> "fs.rename(" + file() + ", " + renamed(++renames) + ");";
    case DELETE -> "fs.delete(" + file() + ", false);";
    case RECOVER_LEASE -> "while (!fs.recoverLease(" + file() + ")) { Thread.sleep(100); }";
    case PAUSE -> "Thread.sleep(" + value + ");";
    case AWAIT_CALLS -> "// when the stream's call " + value + " has begun";
    case AWAIT_OPERATIONS -> "// when DataNodes have written or opened files " + value + " times";
    case AWAIT_FINALS -> "// when " + value + " replicas more are final";
    case KILL -> "cluster.stopDataNode(" + (value - 1) + "); // its place in the pipeline";
    case RESTART -> "// DataNode " + value + " comes back";
    case REFUSE -> "// DataNode " + value + " takes no more connections";
    case ADMIT -> "// DataNode " + value + " takes connections again";
    case HANG -> "// the disks of DataNode " + value + " hang";
    case STALL -> "// for " + value + " ms nothing passes between DataNodes";
    };
  }

  private String space(int blocks) {
    return (long) blocks * program.options().blockBytes() * program.options().replication() + "L);";
  }

  private String file() {
    return renames == 0 ? "file" : renamed(renames);
  }

  private static String renamed(int times) {
    return "new Path(dir, \"renamed-" + times + "\")";
  }

  private void add(String line) {
    lines.add(IN + line);
  }

  private void inner(String line) {
    lines.add(IN + "  " + line);
  }
}
