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

import java.io.File;
import java.util.Iterator;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.smarth.copy.ProgressDisplay;

/**
 * What a command that copies was told beside stock's options. Does not change
 * once it is there.
 */
final class CopyOptions {
  /** Threads of commands that are given no -t; 1 copies as stock does. */
  static final String THREADS_KEY = "fs.shell.smarth.copy.threads";
  static final int THREADS_MAX = 1024;
  static final int QUEUE_DEFAULT = 1024;
  static final int QUEUE_MAX = 1_000_000;
  /** Of put alone. */
  static final String UPLOAD_DESCRIPTION =
      "  -resume : Goes on with what an interrupted put left, and keeps what it"
      + " leaves itself. What is there already is compared, and not sent.\n"
      + "  -verify : Compares what HDFS has with what was read, by checksums."
      + "\n";
  /** Apart from stock's, whose lines stay as they are. */
  static final String DESCRIPTION = "Options of SMARTH:\n"
      + StockOptions.DESCRIPTION
      + "  -progress=plain|tty|json|none : How to show the progress. In a"
      + " terminal tty is the default, else none.\n"
      + "  -v : Says in the end what was copied.\n"
      + "  -summary <file> : Writes that to a local file, as JSON.\n";
  private static final String PROGRESS = "-progress=";

  private int threads;
  private int queue = QUEUE_DEFAULT;
  private ProgressDisplay.Mode progress;
  private boolean verbose;
  // Null for none.
  private File summary;
  private boolean direct;
  private boolean overwrite;
  private boolean lazyPersist;
  private boolean resume;
  private boolean verify;

  private CopyOptions() {
  }

  /**
   * Takes what is not stock's out of a command's arguments.
   *
   * @param args of the command; what comes before the first path, "-" or "--"
   *     are options
   * @param conf of the command
   * @param upload whether it copies to HDFS
   * @return what was found, else what the configuration or the default is
   * @throws IllegalArgumentException if a value is missing or out of its
   *     range, or options contradict each other
   */
  static CopyOptions take(List<String> args, Configuration conf,
      boolean upload) {
    CopyOptions options = new CopyOptions();
    options.threads = number(THREADS_KEY, conf.getTrimmed(THREADS_KEY, "1"),
        THREADS_MAX);
    Iterator<String> rest = args.iterator();
    while (rest.hasNext()) {
      String arg = rest.next();
      if (!arg.startsWith("-") || arg.equals("-") || arg.equals("--")) {
        break;
      }
      options.take(arg, rest, upload);
    }
    options.checkTogether();
    if (options.progress == null) {
      options.progress = ProgressDisplay.Mode.byDefault();
    }
    return options;
  }

  private void take(String option, Iterator<String> rest, boolean upload) {
    if (option.startsWith(PROGRESS)) {
      rest.remove();
      progress = ProgressDisplay.Mode.of(option.substring(PROGRESS.length()));
      return;
    }
    switch (option) {
    case "-t":
      threads = StockOptions.threads(option, value(rest));
      break;
    case "-q":
      queue = StockOptions.queue(option, value(rest));
      break;
    case "-v":
      rest.remove();
      verbose = true;
      break;
    case "-summary":
      summary = file(option, value(rest));
      break;
    case "-resume":
      if (upload) {
        rest.remove();
        resume = true;
      }
      break;
    case "-verify":
      if (upload) {
        rest.remove();
        verify = true;
      }
      break;
    case "-d":
      direct = true;
      break;
    case "-f":
      overwrite = true;
      break;
    case "-l":
      lazyPersist = true;
      break;
    default:
      // Stock's.
      break;
    }
  }

  private void checkTogether() {
    if (resume && direct) {
      throw new IllegalArgumentException(
          "-resume needs a temporary file: leave out -d");
    }
    if (verify && direct && overwrite) {
      // The old file would be gone before the new one is verified.
      throw new IllegalArgumentException(
          "-verify with -f needs a temporary file: leave out -d");
    }
    if ((resume || verify) && lazyPersist) {
      throw new IllegalArgumentException((resume ? "-resume" : "-verify")
          + " cannot be used with -l");
    }
  }

  private static File file(String option, String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a file");
    }
    return new File(name);
  }

  /** Removes an option and its value. */
  private static String value(Iterator<String> rest) {
    rest.remove();
    if (!rest.hasNext()) {
      return "";
    }
    String value = rest.next();
    rest.remove();
    return value;
  }

  /** @return a number from 1 to max. */
  static int number(String name, String value, int max) {
    int number;
    try {
      number = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      number = 0;
    }
    if (number < 1 || number > max) {
      throw new IllegalArgumentException(
          name + " " + value + ": must be a number from 1 to " + max);
    }
    return number;
  }

  /** @return how many files are sent at the same time. */
  int getThreads() {
    return threads;
  }

  /** @return how many files may wait. */
  int getQueue() {
    return queue;
  }

  /** @return how to show how far copies have come. */
  ProgressDisplay.Mode getProgress() {
    return progress;
  }

  /** @return whether to say in the end what was copied. */
  boolean isVerbose() {
    return verbose;
  }

  /** @return where to write what was copied; null for nowhere. */
  File getSummary() {
    return summary;
  }

  /** @return whether a file gets its own name at once; stock's option. */
  boolean isDirect() {
    return direct;
  }

  /** @return whether a file that is there may be replaced; stock's option. */
  boolean isOverwrite() {
    return overwrite;
  }

  /** @return whether to go on with what an earlier command left. */
  boolean isResume() {
    return resume;
  }

  /** @return whether to compare what HDFS has. */
  boolean isVerify() {
    return verify;
  }
}
