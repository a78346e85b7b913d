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
package org.smarth.hadoop.models.copies;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;

/** One program, in a directory of its own here and in HDFS. */
final class Runner {
  private static final long DEADLINE_SECONDS = 60;
  private static int runs;

  private final Program program;
  private final MiniDFSCluster cluster;
  private final DistributedFileSystem fs;
  private final String name = "m" + runs++;
  private final File here;
  private final Path there = new Path("/" + name);
  private final Place place;
  private final Pipes pipes;
  private final UserGroupInformation user;
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private int commands;
  private volatile int status;

  Runner(Program program, MiniDFSCluster cluster, File folder)
      throws IOException {
    this.program = program;
    this.cluster = cluster;
    fs = cluster.getFileSystem();
    here = new File(folder, name);
    place = new Place(program, fs, here, there);
    pipes = new Pipes(program, place);
    user = program.limit() == Program.Limit.STICKY
        ? UserGroupInformation.createUserForTesting(Place.USER, new String[0])
        : UserGroupInformation.getCurrentUser();
  }

  /** @return what did not hold. */
  List<String> run() throws Exception {
    fs.mkdirs(there);
    Others.Snapshots snapshots = new Others.Snapshots(fs, there);
    try {
      place.make();
      for (Program.Command command : program.commands()) {
        boolean goesOn = run(command, snapshots) && command.has("-resume");
        if (goesOn && violations.isEmpty()) {
          run(new Program.Command(command.name(), command.options(), -1,
              List.of()), snapshots);
        }
        if (!violations.isEmpty()) {
          break;
        }
      }
      return violations;
    } finally {
      snapshots.delete();
      fs.delete(there, true);
      FileUtils.deleteQuietly(here);
    }
  }

  /** @return whether it was killed. */
  private boolean run(Program.Command command, Others.Snapshots snapshots)
      throws Exception {
    if (command.edited() >= 0) {
      place.edit(program.items().get(command.edited()
          % program.items().size()), 2 + commands);
    }
    pipes.open();
    String host = name + "c" + commands++;
    String[] args = args(command);
    Oracle.Begin begin = new Oracle.Begin(place.sources(), place.targets(),
        ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet(),
        ConcurrentHashMap.newKeySet(), place.ofOthers(), pipes.told(),
        place.sourceRoot(), place.targetRoot(), args[args.length - 1]);
    Wire wire = new Wire(host, cluster.getNameNode().getNameNodeAddress(),
        command, new Others(program, command, cluster, place, snapshots, begin,
            violations));
    String errors = execute(args, host, wire);
    pipes.join(DEADLINE_SECONDS);
    if (violations.isEmpty()) {
      new Oracle(program, command, begin).judge(new Oracle.Result(
          place.sources(), place.targets(),
          wire.isKilled() ? Oracle.End.KILLED : wire.isInterrupted()
              ? Oracle.End.INTERRUPTED : Oracle.End.BY_ITSELF,
          wire.hasCleanupFailed(), status, errors)).forEach(violations::add);
    }
    if (!violations.isEmpty()) {
      violations.add("by " + Arrays.toString(args) + "\n  status " + status
          + (wire.isDead() ? " (killed)" : "") + ", errors:\n" + errors);
    }
    return wire.isKilled();
  }

  private String[] args(Program.Command command) throws IOException {
    List<String> args = new ArrayList<>();
    args.add(command.name(program.upload()));
    for (String option : command.options()) {
      if (option.equals("-l") && program.target() == Program.Target.MOUNTED) {
        // Stock asks the mount table for a size of blocks that it cannot tell.
        continue;
      }
      args.addAll(Arrays.asList(option.split(" ")));
      if (option.equals("-summary")) {
        args.add(new File(here, "summary").toString());
      }
    }
    if (program.whole()) {
      args.add(place.sourceRoot());
    } else {
      place.sources().keySet().stream().filter(path -> !path.contains("/"))
          .map(path -> place.sourceRoot() + "/"
              + (program.upload() ? path.replace("%", "%25") : path))
          .forEach(args::add);
    }
    args.add(target());
    return args.toArray(new String[0]);
  }

  private String target() {
    if (program.isToFile()) {
      String path = place.path(program.items().get(0));
      return place.targetRoot() + "/"
          + (program.upload() ? path : path.replace("%", "%25"));
    }
    return program.upload() ? there.toUri().getPath() + "/dst" : here + "/dst";
  }

  private Configuration conf(String host) {
    Configuration conf = new Configuration(fs.getConf());
    URI hdfs = hdfs(host);
    conf.set("fs.defaultFS", hdfs.toString());
    if (program.target() == Program.Target.MOUNTED) {
      conf.set("fs.defaultFS", "viewfs://" + host);
      conf.set("fs.viewfs.mounttable." + host + ".link." + there.toUri()
          .getPath(), hdfs + there.toUri().getPath());
    }
    conf.set("dfs.client.failover.proxy.provider." + host,
        Wire.Provider.class.getName());
    Disk.set(conf, host);
    conf.setInt("dfs.client.failover.sleep.base.millis", 1);
    conf.setInt("dfs.client.failover.sleep.max.millis", 5);
    return conf;
  }

  /** @return what came to standard error. */
  private String execute(String[] args, String host, Wire wire)
      throws Exception {
    Configuration conf = conf(host);
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream stderr = System.err;
    PrintStream stdout = System.out;
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true,
        StandardCharsets.UTF_8));
    Thread thread = new Thread(() -> {
      try {
        status = user.doAs((PrivilegedExceptionAction<Integer>)
            () -> ToolRunner.run(conf, new FsShell(), args));
      } catch (Exception | Error e) {
        violations.add("threw " + e);
      }
    }, "command");
    thread.setDaemon(true);
    try {
      thread.start();
      long deadline = System.nanoTime()
          + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
      while (thread.isAlive() && System.nanoTime() < deadline) {
        if (wire.isInterrupted()
            && wire.getCancelled().await(0, TimeUnit.SECONDS)) {
          close(conf, host);
          wire.kill();
          pipes.drain();
        }
        thread.join(20);
      }
      if (thread.isAlive()) {
        violations.add("hangs: " + Arrays.toString(args) + "\n"
            + stacks(thread));
        thread.interrupt();
      }
      if (wire.isInterrupted() && !wire.getCancelled().await(DEADLINE_SECONDS,
          TimeUnit.SECONDS)) {
        violations.add("does not end: " + Arrays.toString(args));
      }
    } finally {
      System.setErr(stderr);
      System.setOut(stdout);
      pipes.drain();
    }
    close(conf, host);
    return errors.toString(StandardCharsets.UTF_8);
  }

  private static URI hdfs(String host) {
    return URI.create("hdfs://" + host);
  }

  /** What is behind a mount table may have been asked for itself. */
  private void close(Configuration conf, String host) throws Exception {
    user.doAs((PrivilegedExceptionAction<Void>) () -> {
      FileSystem.get(conf).close();
      FileSystem.get(hdfs(host), conf).close();
      return null;
    });
  }

  private static String stacks(Thread thread) {
    return Arrays.toString(thread.getStackTrace());
  }
}
