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

package org.apache.hadoop.fs.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.smarth.copy.ClientStatus;
import org.apache.hadoop.fs.smarth.copy.CopyCounts;
import org.apache.hadoop.fs.smarth.copy.CopyQueue;
import org.apache.hadoop.fs.smarth.copy.CopySummary;
import org.apache.hadoop.fs.smarth.copy.ProgressDisplay;
import org.apache.hadoop.fs.smarth.copy.Upload;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * The copies of one command. The command's own thread walks the sources and
 * adds each file; the threads of a {@link CopyQueue} copy them. What has to
 * come after the files of a directory is done by whoever copies the last one.
 * With one thread there is no queue, and everything happens at once, as in
 * stock.
 *
 * <p>If the process is told to end meanwhile, or the command's own thread is
 * interrupted, copies are interrupted, and what is unfinished is deleted.
 */
final class Copies {
  /** Before Hadoop closes its file systems. */
  private static final int HOOK_PRIORITY =
      FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;
  /** How long interrupted copies may clean up by themselves. */
  private static final long CANCEL_MILLIS = 1000;
  /** How often a file is looked for whose creation was not heard, and when. */
  private static final int LATE_LOOKS = 5;
  private static final long LATE_MILLIS = 100;

  private final Command command;
  private final CopyCounts counts = new CopyCounts();
  private final Set<Unfinished> unfinished = ConcurrentHashMap.newKeySet();
  private final ClientStatus client = new ClientStatus();
  private final CopySummary summary = new CopySummary(counts, client);
  private CopyOptions options;
  // Null with one thread.
  private CopyQueue queue;
  // Null if nothing is shown.
  private volatile ProgressDisplay display;
  // Of the walking thread, as the next one. Null outside of directories, and
  // with one thread.
  private OpenDirectory directory;
  // Of the arguments of the command.
  private final Set<String> names = new HashSet<>();
  // What is no failure of a file: a bug, or want of memory. The first one has
  // the others; guarded by this.
  private Throwable defect;
  private volatile boolean cancelled;
  private final CountDownLatch walked = new CountDownLatch(1);

  /** What a command does with a path. */
  interface Action {
    void run() throws IOException;
  }

  /** What writes a file. */
  interface Writing {
    void to(Unfinished file) throws IOException;
  }

  /** Asks or does something for a file, and tells whether it is so now. */
  private interface Check {
    boolean of(Unfinished file) throws IOException;
  }

  Copies(Command command) {
    this.command = command;
  }

  /** @param given what the command was told; before anything else. */
  void setOptions(CopyOptions given) {
    options = given;
  }

  /** Walks the sources, waits for their copies, and ends the directories. */
  void run(Action walk) throws IOException {
    Thread walker = Thread.currentThread();
    Runnable hook = () -> cancel(walker);
    try {
      begin(hook);
      // Told now, what fails is in the summary.
      tell(walk);
      finish();
    } finally {
      end(hook);
    }
  }

  private void begin(Runnable hook) throws IOException {
    if (options.getSummary() != null) {
      summary.begin(options.getSummary());
    }
    if (options.getThreads() > 1) {
      queue = new CopyQueue(options.getThreads(), options.getQueue());
    }
    if (options.getProgress() != ProgressDisplay.Mode.NONE) {
      showProgress();
    }
    try {
      ShutdownHookManager.get().addShutdownHook(hook, HOOK_PRIORITY);
    } catch (IllegalStateException e) {
      // The process ends already, and waits for this copy itself.
      return;
    }
  }

  /** Without a thread for it files are copied all the same. */
  private void showProgress() {
    try {
      display = new ProgressDisplay(options.getProgress(), counts, client,
          command.err);
    } catch (OutOfMemoryError e) {
      command.displayWarning("no progress is shown: " + e.getMessage());
    }
  }

  private void end(Runnable hook) {
    walked.countDown();
    try {
      ShutdownHookManager.get().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends: the hook does its work, or finds nothing to do.
      return;
    } finally {
      closeDisplay();
      if (!cancelled) {
        // If it could not begin.
        tell(() -> summary.write(true));
      }
    }
  }

  private void closeDisplay() {
    if (display != null) {
      display.close();
    }
  }

  private void finish() {
    counts.foundAll();
    if (queue != null) {
      try {
        queue.finish();
      } catch (InterruptedIOException e) {
        endEarly(e);
      }
    }
    closeDisplay();
    if (cancelled) {
      return;
    }
    if (options.isVerbose()) {
      command.out.println(command.getName() + ": " + summary.toText());
    }
    tell(() -> summary.write(Interrupts.endedWalk(defect())));
    synchronized (this) {
      if (defect instanceof Error) {
        throw (Error) defect;
      } else if (defect instanceof RuntimeException) {
        throw (RuntimeException) defect;
      }
    }
  }

  /** @param e why something could not be copied. */
  void failed(Exception e) {
    summary.addError(e.getLocalizedMessage());
  }

  /**
   * Two sources of one name have one target: the first must be there before
   * the second is looked at.
   *
   * @param src an argument of the command
   */
  void before(PathData src) throws IOException {
    if (queue != null && !names.add(src.path.getName())) {
      queue.drain();
    }
  }

  /** @return whether copies are made by threads of their own. */
  boolean areAtOnce() {
    return queue != null;
  }

  /**
   * Copies a file, now or soon.
   *
   * @param local the source or the target, whichever is no file of HDFS
   */
  void copy(PathData src, PathData local, Action copy) throws IOException {
    counts.found(src.stat.getLen());
    if (queue == null) {
      copyNow(src, local, copy);
    } else {
      OpenDirectory in = directory;
      if (in != null) {
        in.begun();
      }
      queue.add(src.stat.getLen(), () -> {
        tellOfCopy(() -> copyNow(src, local, copy));
        ended(in);
      });
    }
  }

  private void ended(OpenDirectory in) {
    if (in != null) {
      in.ended(action -> {
        if (!cancelled) {
          tellOfCopy(action);
        }
      });
    }
  }

  /** Copies a source that has no size now, in this thread. */
  void copyStream(PathData src, Action copy) throws IOException {
    counts.found(0);
    try {
      copyNow(src, src, copy);
    } finally {
      counts.foundWhatWasTaken();
    }
  }

  /** A file that was found cannot be copied, and was not begun. */
  void refuse(PathData src) {
    if (src.stat.isFile()) {
      counts.found(src.stat.getLen());
      counts.failed();
    }
  }

  private void copyNow(PathData src, PathData local, Action copy)
      throws IOException {
    if (cancelled) {
      return;
    }
    boolean done = false;
    try {
      copy.run();
      done = true;
    } catch (FSError e) {
      // A local disk is full or broken, which ends stock's process.
      throw new PathIOException(local.toString(), e.getCause());
    } catch (RuntimeException | Error e) {
      // It is thrown on, and does not tell the file.
      command.displayError(
          new PathIOException(src.toString(), e.toString()));
      throw e;
    } finally {
      if (done) {
        counts.copied();
      } else {
        counts.failed();
      }
    }
  }

  /**
   * Writes a file. If the process is told to end, what was created is deleted,
   * or kept if it can be gone on with.
   */
  void write(PathData target, Writing write) throws IOException {
    client.add(target.fs);
    Unfinished file = new Unfinished(target, options.isDirect() ? target.path
        : target.path.suffix(Upload.TEMPORARY),
        queue == null ? null : queue::sent);
    unfinished.add(file);
    if (cancelled) {
      // Whoever cancels may have seen it, or not: nothing is created for it.
      file.end();
      unfinished.remove(file);
      throw new InterruptedIOException(target + " is not begun");
    }
    boolean done = false;
    try {
      write.to(file);
      if (!file.end()) {
        // It is complete, and deleted now: its source must stay.
        throw new InterruptedIOException(target + " was not complete in time");
      }
      done = true;
    } finally {
      // Whoever cancels deletes what stock's own clean-up does not.
      if (done || !cancelled) {
        unfinished.remove(file);
      }
    }
  }

  /** Walks a directory. */
  void walk(Action walk) throws IOException {
    OpenDirectory outer = directory;
    OpenDirectory inner = queue == null ? null : new OpenDirectory(outer);
    directory = inner;
    try {
      walk.run();
    } finally {
      directory = outer;
      ended(inner);
    }
  }

  /** Does what comes after all files of the directory that is walked. */
  void afterFiles(Action action) throws IOException {
    if (directory == null) {
      action.run();
    } else {
      directory.add(action);
    }
  }

  private void tell(Action action) {
    tell(action, command::displayError);
  }

  /** The same, of what is copied beside others. */
  private void tellOfCopy(Action action) {
    tell(action, e -> Interrupts.display(command, e));
  }

  private void tell(Action action, Consumer<IOException> failed) {
    try {
      run(action, failed);
    } catch (RuntimeException | Error e) {
      addDefect(e);
    }
  }

  private static void run(Action action, Consumer<IOException> failed) {
    try {
      action.run();
    } catch (IOException e) {
      failed.accept(e);
    }
  }

  private synchronized Throwable defect() {
    return defect;
  }

  private synchronized void addDefect(Throwable e) {
    if (defect == null) {
      defect = e;
    } else if (defect != e) {
      defect.addSuppressed(e);
    }
  }

  /** @return the same stream; what is read from it is progress. */
  InputStream counting(InputStream in) {
    return counts.counting(in);
  }

  /** @return what counts bytes. */
  CopyCounts getCounts() {
    return counts;
  }

  /** Prints to standard error, beside the progress. */
  void print(Runnable printing) {
    ProgressDisplay shown = display;
    if (shown == null) {
      printing.run();
    } else {
      shown.print(printing);
    }
  }

  /** @return whether copies end early, so that failures mean nothing. */
  boolean areCancelled() {
    return cancelled;
  }

  /** The process ends. */
  private void cancel(Thread walker) {
    cancelled = true;
    walker.interrupt();
    int waiting = queue == null ? 0 : queue.cancel(CANCEL_MILLIS);
    await(walked, CANCEL_MILLIS);
    endUnfinished(waiting, true);
  }

  /** Who runs the command is interrupted: nothing goes on after it. */
  private void endEarly(InterruptedIOException e) {
    if (cancelled) {
      return;
    }
    try {
      command.displayError(e);
    } finally {
      cancelled = true;
      int waiting = queue.cancelAll();
      // Else nobody is asked what is there.
      Thread.interrupted();
      try {
        endUnfinished(waiting, false);
      } finally {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void endUnfinished(int waiting, boolean exits) {
    closeDisplay();
    // Interrupted, a copy may not have heard that its file has its name.
    long ended = count(unfinished,
        file -> file.isThere() && unfinished.remove(file));
    if (exits && options.isResume()) {
      // Else Hadoop closes them, and waits until all is sent.
      unfinished.stream().map(file -> file.getTarget().fs).distinct()
          .forEach(Upload::abortAll);
    }
    command.displayWarning("ended early; files copied: "
        + (counts.getFilesCopied() + ended) + ", unfinished and "
        + (options.isResume() ? "kept for -resume: " + unfinished.size()
            : "deleted: " + deleteUnfinished())
        + ", found and not begun: " + waiting);
    try {
      summary.write(true);
    } catch (IOException e) {
      command.displayWarning(e.getMessage());
    }
  }

  private long deleteUnfinished() {
    long deleted = count(unfinished, Unfinished::delete);
    for (int n = 0; n < LATE_LOOKS
        && unfinished.stream().anyMatch(Unfinished::maybeLate); n++) {
      await(new CountDownLatch(1), LATE_MILLIS);
      deleted += count(unfinished.stream().filter(Unfinished::maybeLate)
          .collect(Collectors.toList()), Unfinished::deleteLate);
    }
    return deleted;
  }

  /**
   * All at a time: a process has little time to end. Whatever interrupts
   * this thread, nothing goes on after it.
   *
   * @return for how many it was so
   */
  private long count(Collection<Unfinished> files, Check check) {
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.max(1, files.size()));
    try {
      return files.stream()
          .map(file -> begin(threads, () -> isSo(file, check)))
          .collect(Collectors.toList()).stream()
          .filter(Copies::isSo).count();
    } finally {
      threads.shutdown();
    }
  }

  /** Never throws: what the check throws is its answer. */
  static CompletableFuture<Boolean> begin(Executor threads,
      Supplier<Boolean> check) {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    Runnable task = () -> {
      try {
        answer.complete(check.get());
      } catch (RuntimeException | Error e) {
        // The other files get theirs.
        answer.completeExceptionally(e);
      }
    };
    try {
      threads.execute(task);
    } catch (OutOfMemoryError e) {
      // There is no thread for it.
      task.run();
    }
    return answer;
  }

  private static boolean isSo(CompletableFuture<Boolean> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof Error) {
        throw (Error) cause;
      }
      throw e;
    }
  }

  /** Whoever interrupts this thread meanwhile. */
  private static void await(CountDownLatch latch, long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    for (long left = end - System.nanoTime(); left > 0;
        left = end - System.nanoTime()) {
      try {
        if (latch.await(left, TimeUnit.NANOSECONDS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isSo(Unfinished file, Check check) {
    try {
      return check.of(file);
    } catch (IOException e) {
      command.displayWarning("cannot delete " + file.getWritten() + ": "
          + e.getMessage());
      return false;
    }
  }

  /**
   * A directory some of whose files are yet to be copied. It is kept until those
   * and its directories are done, and no longer: there may be very many. The
   * thread that walks adds to it; any may end it.
   */
  private static final class OpenDirectory {
    // Null for a source.
    private final OpenDirectory parent;
    // Its files and directories that are not done, and its walk.
    private final AtomicInteger open = new AtomicInteger(1);
    private final List<Action> afterwards = new ArrayList<>(2);

    /** @param parent to be ended later; null for none. */
    OpenDirectory(OpenDirectory parent) {
      this.parent = parent;
      if (parent != null) {
        parent.begun();
      }
    }

    /** One more of its files is to be copied. */
    void begun() {
      open.incrementAndGet();
    }

    /** @param action what is to be done when all is there; before its walk ends. */
    void add(Action action) {
      afterwards.add(action);
    }

    /**
     * A file is done, or the walk.
     *
     * @param run what does what is to be done now
     */
    void ended(Consumer<Action> run) {
      OpenDirectory last = this;
      while (last != null && last.open.decrementAndGet() == 0) {
        last.afterwards.forEach(run);
        last = last.parent;
      }
    }
  }
}
