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
package org.smarth.hadoop.models.copies;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.apache.commons.io.FileUtils;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
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
  // Where the sources and the targets are, as the tree's root.
  private final File localRoot;
  private final Path hdfsRoot;
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private final Map<String, byte[]> piped = new TreeMap<>();
  private int snapshots;
  private int commands;
  private volatile int status;

  Runner(Program program, MiniDFSCluster cluster, File folder)
      throws IOException {
    this.program = program;
    this.cluster = cluster;
    fs = cluster.getFileSystem();
    here = new File(folder, name);
    String above = program.whole() ? "/tree" : "";
    localRoot = new File(here, program.upload() ? "src/tree" : "dst" + above);
    hdfsRoot = new Path(there,
        program.upload() ? "dst" + above : "src/tree");
  }

  /** @return what did not hold. */
  List<String> run() throws Exception {
    Files.createDirectories(localRoot.toPath());
    fs.mkdirs(hdfsRoot);
    fs.allowSnapshot(there);
    try {
      for (Item item : program.items()) {
        make(item);
      }
      for (Program.Command command : program.commands()) {
        boolean goesOn = run(command) && command.has("-resume");
        if (goesOn && violations.isEmpty()) {
          run(new Program.Command(command.name(), command.options(), -1,
              List.of()));
        }
        if (!violations.isEmpty()) {
          break;
        }
      }
      return violations;
    } finally {
      for (int n = 0; n < snapshots; n++) {
        fs.deleteSnapshot(there, "s" + n);
      }
      fs.disallowSnapshot(there);
      fs.delete(there, true);
      FileUtils.deleteQuietly(here);
    }
  }

  private String path(Item item) {
    return item.path(!program.upload());
  }

  private void make(Item item) throws Exception {
    String path = path(item);
    if (program.upload()) {
      Trees.make(item, new File(localRoot, path),
          new File(here, "beside/" + item.number()));
      makeTarget(item, path);
    } else if (item.kind() == Item.Kind.DIR) {
      fs.mkdirs(hdfs(path));
    } else {
      Trees.write(fs, hdfs(path), item.content(0));
      makeTarget(item, path);
    }
  }

  private Path hdfs(String path) {
    return new Path(hdfsRoot.toUri().getPath() + "/" + path);
  }

  private void makeTarget(Item item, String path) throws IOException {
    if (item.kind() == Item.Kind.DIR || item.kind() == Item.Kind.LINKED_DIR
        || path.contains(":") || item.flavour() >= 6
            && item.there().ordinal() > 3) {
      return;
    }
    byte[] content = item.content(0);
    switch (item.there()) {
    case OTHER:
      target(path, item.content(1), content.length / 2);
      break;
    case EQUAL:
      target(path, content, content.length);
      break;
    case DIR:
      if (program.upload()) {
        fs.mkdirs(hdfs(path));
      } else {
        Files.createDirectories(new File(localRoot, path).toPath());
      }
      break;
    case LEFT_TWICE:
      target(path + Oracle.TEMPORARY + "._REST_", content,
          content.length / 3);
      // fall through
    case LEFT:
      target(path + Oracle.TEMPORARY, content, content.length / 2);
      break;
    case LEFT_OTHER:
      target(path + Oracle.TEMPORARY, item.content(1), content.length);
      break;
    default:
      break;
    }
  }

  private void target(String path, byte[] content, int length)
      throws IOException {
    byte[] part = Arrays.copyOf(content, length);
    if (program.upload()) {
      Trees.write(fs, hdfs(path), part);
    } else {
      Trees.write(new File(localRoot, path), part);
    }
  }

  /** @return whether it was killed. */
  private boolean run(Program.Command command) throws Exception {
    if (command.edited() >= 0) {
      edit(program.items().get(command.edited() % program.items().size()));
    }
    piped.clear();
    List<Thread> pipes = program.upload() ? openPipes() : List.of();
    String host = name + "c" + commands++;
    String[] args = args(command, host);
    String local = localRoot.toString();
    String hdfs = hdfsRoot.toUri().getPath();
    Oracle.Begin begin = new Oracle.Begin(sources(), targets(),
        ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet(),
        ConcurrentHashMap.newKeySet(), piped, program.upload() ? local : hdfs,
        program.upload() ? hdfs : local, args[args.length - 1]);
    Wire wire = new Wire(host, cluster.getNameNode().getNameNodeAddress(),
        command, listener(begin, command));
    String errors = execute(args, conf(host), wire);
    for (Thread pipe : pipes) {
      pipe.join(TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));
    }
    if (violations.isEmpty()) {
      new Oracle(program, command, begin).judge(new Oracle.Result(sources(),
          targets(), wire.isInterrupted() ? Oracle.End.INTERRUPTED
              : wire.isDead() ? Oracle.End.KILLED : Oracle.End.BY_ITSELF,
          wire.hasCleanupFailed(), status, errors)).forEach(violations::add);
    }
    if (!violations.isEmpty()) {
      violations.add("by " + Arrays.toString(args) + "\n  status " + status
          + (wire.isDead() ? " (killed)" : "") + ", errors:\n" + errors);
    }
    return wire.isDead() && !wire.isInterrupted();
  }

  private void edit(Item item) throws IOException {
    byte[] content = item.content(2 + commands);
    File file = new File(localRoot, path(item));
    if (program.upload() && item.kind() == Item.Kind.FILE && file.exists()) {
      Trees.write(file, content);
    } else if (!program.upload() && item.kind() != Item.Kind.DIR) {
      Trees.write(fs, hdfs(path(item)), content);
    }
  }

  private Map<String, byte[]> sources() throws IOException {
    return program.upload() ? Trees.read(localRoot) : Trees.read(fs, hdfsRoot);
  }

  private Map<String, byte[]> targets() throws IOException {
    if (!program.upload()) {
      Map<String, byte[]> files = Trees.read(localRoot);
      files.keySet().removeIf(path -> path.endsWith(".crc"));
      return files;
    }
    return fs.exists(hdfsRoot) ? Trees.read(fs, hdfsRoot) : Map.of();
  }

  private List<Thread> openPipes() throws Exception {
    List<Thread> pipes = new ArrayList<>();
    for (Item item : program.items()) {
      File pipe = new File(localRoot, path(item));
      if (item.kind() != Item.Kind.PIPE || !pipe.exists()) {
        continue;
      }
      // A new one: nobody who waits for the old one gets anything.
      Files.delete(pipe.toPath());
      Trees.make(item, pipe, null);
      piped.put(path(item), item.content(0));
      Thread writer = new Thread(() -> {
        try (OutputStream out = Files.newOutputStream(pipe.toPath())) {
          out.write(item.content(0));
        } catch (IOException e) {
          // The command has closed it.
          piped.remove(path(item));
        }
      }, "pipe");
      writer.setDaemon(true);
      writer.start();
      pipes.add(writer);
    }
    return pipes;
  }

  private void drainPipes() throws IOException {
    for (Item item : program.items()) {
      File pipe = new File(localRoot, path(item));
      if (item.kind() == Item.Kind.PIPE && pipe.exists()) {
        Thread reader = new Thread(() -> {
          try (InputStream in = Files.newInputStream(pipe.toPath())) {
            IOUtils.toByteArray(in);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }, "drain");
        reader.setDaemon(true);
        reader.start();
      }
    }
  }

  private String[] args(Program.Command command, String host)
      throws IOException {
    List<String> args = new ArrayList<>();
    args.add(command.name(program.upload()));
    for (String option : command.options()) {
      args.addAll(Arrays.asList(option.split(" ")));
      if (option.equals("-summary")) {
        args.add(new File(here, "summary").toString());
      }
    }
    if (program.whole()) {
      args.add(program.upload() ? localRoot.toString()
          : hdfsRoot.toUri().getPath());
    } else {
      sources().keySet().stream().filter(path -> !path.contains("/"))
          .map(path -> program.upload()
              ? localRoot + "/" + path.replace("%", "%25")
              : hdfsRoot.toUri().getPath() + "/" + path)
          .forEach(args::add);
    }
    args.add(program.upload() ? there.toUri().getPath() + "/dst"
        : here + "/dst");
    return args.toArray(new String[0]);
  }

  private Configuration conf(String host) {
    Configuration conf = new Configuration(fs.getConf());
    conf.set("fs.defaultFS", "hdfs://" + host);
    conf.set("dfs.client.failover.proxy.provider." + host,
        Wire.Provider.class.getName());
    conf.setInt("dfs.client.failover.sleep.base.millis", 1);
    conf.setInt("dfs.client.failover.sleep.max.millis", 5);
    return conf;
  }

  /** @return what came to standard error. */
  private String execute(String[] args, Configuration conf, Wire wire)
      throws Exception {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream stderr = System.err;
    PrintStream stdout = System.out;
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true,
        StandardCharsets.UTF_8));
    Thread thread = new Thread(() -> {
      try {
        status = ToolRunner.run(conf, new FsShell(), args);
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
          FileSystem.get(conf).close();
          wire.kill();
          drainPipes();
        }
        thread.join(20);
      }
      if (thread.isAlive()) {
        violations.add("hangs: " + Arrays.toString(args) + "\n"
            + stacks(thread));
        thread.interrupt();
      }
    } finally {
      System.setErr(stderr);
      System.setOut(stdout);
      drainPipes();
    }
    FileSystem.get(conf).close();
    return errors.toString(StandardCharsets.UTF_8);
  }

  private static String stacks(Thread thread) {
    return Arrays.toString(thread.getStackTrace());
  }

  private Wire.Listener listener(Oracle.Begin begin,
      Program.Command command) {
    return new Wire.Listener() {
      @Override
      public void called(String method, String path) {
        if (method.equals("create")) {
          begin.created().add(path);
        }
        if (program.upload() && !command.has("-d")
            && List.of("create", "rename", "rename2", "delete", "complete")
                .contains(method)) {
          checkOldOrNew(begin);
        }
      }

      @Override
      public void disturb(Disturbance disturbance) {
        // Of another client, whose calls have other ids.
        CompletableFuture.runAsync(() -> {
          try {
            Runner.this.disturb(disturbance, begin);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }).join();
      }
    };
  }

  /** At each moment the old file or the new one is there. */
  private void checkOldOrNew(Oracle.Begin begin) {
    Map<String, byte[]> old = new HashMap<>(begin.targets());
    old.keySet().removeIf(path -> begin.changed().contains(path)
        || begin.changedSources().contains(path) || Oracle.isTemporary(path));
    old.forEach((path, content) -> {
      try {
        HdfsFileStatus now = cluster.getNameNodeRpc()
            .getFileInfo(hdfs(path).toUri().getPath());
        byte[] source = begin.sources().get(path);
        if (now == null || content != null && now.getLen() != content.length
            && (source == null || now.getLen() != source.length
                && source != Trees.UNREADABLE)) {
          violations.add("neither old nor new at some moment: " + path);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  private void disturb(Disturbance disturbance, Oracle.Begin begin)
      throws IOException {
    Item item =
        program.items().get(disturbance.item() % program.items().size());
    String path = path(item);
    File local = new File(localRoot, path);
    switch (disturbance.kind()) {
    case SNAPSHOT:
      fs.createSnapshot(there, "s" + snapshots++);
      break;
    case OTHER_CREATES:
      if (program.upload() && item.kind() == Item.Kind.FILE
          && !path.contains(":") && fs.exists(hdfs(path).getParent())
          && !fs.exists(hdfs(path))) {
        byte[] others = item.content(-1);
        begin.changed().add(path);
        Trees.write(fs, hdfs(path), others);
      }
      break;
    case OTHER_DELETES:
      if (program.upload() && item.kind() == Item.Kind.FILE
          && !path.contains(":") && fs.exists(hdfs(path))
          && fs.getFileStatus(hdfs(path)).isFile()) {
        begin.changed().add(path);
        fs.delete(hdfs(path), false);
      }
      break;
    case SOURCE_GROWS:
      if (program.upload() && item.kind() == Item.Kind.FILE
          && local.exists()) {
        begin.changedSources().add(path);
        Files.write(local.toPath(), new byte[100],
            java.nio.file.StandardOpenOption.APPEND);
      }
      break;
    default:
      if (program.upload() && item.kind() == Item.Kind.FILE) {
        begin.changedSources().add(path);
        Files.deleteIfExists(local.toPath());
      }
    }
  }
}
