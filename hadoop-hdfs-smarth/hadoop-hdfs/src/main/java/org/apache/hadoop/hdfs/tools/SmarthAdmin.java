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
package org.apache.hadoop.hdfs.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows an operator what the NameNode knows of speeds and whether it uses it,
 * and what the DataNodes do; turns SMARTH on and off. Messages and exit codes
 * as of DFSAdmin: 0, or -1 for a wrong usage and for what failed. Of the
 * NameNodes of a nameservice the active one is shown, else one that answers;
 * all of them are switched.
 */
@InterfaceAudience.Private
public class SmarthAdmin extends Configured implements Tool {
  private static final Logger LOG = LoggerFactory.getLogger(SmarthAdmin.class);

  private static final String USAGE =
      "Usage: hdfs " + SmarthAdmin.class.getName() + " [generic options]\n"
          + "\t[-report [-json | -racks | -slow]]\n"
          + "\t[-top [-interval SECONDS] [-count N]]\n"
          + "\t[-off | -on | -status]\n"
          + "\t[-help]";
  private static final String HELP = "-report [-json]: Shows for each client"
      + " host how fast it reaches which datanode,\n"
      + "\tand for each datanode how fast it forwards to which, the fastest"
      + " first;\n"
      + "\twhether these speeds are used to place new blocks, and why not.\n"
      + "\tMB are 10^6 bytes. -json: for programs. Needs superuser"
      + " privilege.\n"
      + "-report -racks: Shows the median speed from each rack of clients to"
      + " each rack of\n"
      + "\tfirst datanodes, the slowest first. The rack of a client is known"
      + " if it\n"
      + "\truns on the host of a datanode.\n"
      + "-report -slow: Shows the median speed of each first datanode over all"
      + " of its\n"
      + "\tclients, the slowest first, and for how many of them it limps.\n"
      + "-top: Shows every 2 s, until it is ended, what NameNode and DataNodes"
      + " do: blocks\n"
      + "\tthat DataNodes have and still forward, their data, the age of the"
      + " oldest,\n"
      + "\tand blocks per second; those with most data first, at most "
      + TopSampler.DATANODES_MAX + ".\n"
      + "\tCounts may be 10 s old. They come over HTTP from the daemons' JMX."
      + "\n"
      + "\t-interval SECONDS: 1 to 3600. -count N: ends after N views, 1 to"
      + " 1000000.\n"
      + "-off: Turns SMARTH off at all NameNodes of the nameservice, until"
      + " -on or until\n"
      + "\ta NameNode starts again. New blocks are placed and written as by"
      + " stock as\n"
      + "\tsoon as DataNodes have heard it, within two heartbeats. What is on"
      + " its way\n"
      + "\tgoes on. Fails if a NameNode cannot be reached, which is named."
      + " Needs\n"
      + "\tsuperuser privilege, as -on and -status do.\n"
      + "-on: Turns SMARTH on.\n"
      + "-status: Shows whether it is on at each NameNode, whether it will be"
      + " when that\n"
      + "\tstarts, and how many DataNodes have heard it.\n"
      + "-help: Shows this.";

  static {
    HdfsConfiguration.init();
  }

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;

  public SmarthAdmin() {
    this(System.out, System.err, System.console() != null);
  }

  /** @param terminal whether the output takes escape codes. */
  SmarthAdmin(PrintStream out, PrintStream err, boolean terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new HdfsConfiguration(), new SmarthAdmin(),
        args));
  }

  @Override
  public int run(String[] args) {
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      err.print(e.getMessage().isEmpty() ? ""
          : e.getMessage() + System.lineSeparator());
      err.println(USAGE);
      return -1;
    }
    try {
      return show(options) ? 0 : -1;
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("Nothing to show", e);
      err.println(args[0].substring(1) + ": " + firstLine(e));
      return -1;
    }
  }

  /** A remote exception's message has the server's stack trace. */
  static String firstLine(Exception e) {
    return String.valueOf(e.getLocalizedMessage()).split("\n")[0];
  }

  /** @return whether all went well. */
  private boolean show(Options options) throws IOException {
    switch (options.getView()) {
    case HELP:
      out.println(USAGE);
      out.println(HELP);
      return true;
    case TOP:
      top(options);
      return true;
    case OFF:
      return new SwitchCommand(getConf(), out, err).turn("off", false);
    case ON:
      return new SwitchCommand(getConf(), out, err).turn("on", true);
    case STATUS:
      return new SwitchCommand(getConf(), out, err).status("status");
    default:
      out.println(report(options.getView()));
      return true;
    }
  }

  private String report(Options.View view) throws IOException {
    SpeedQuery.Answer answer =
        new SpeedQuery(getConf(), DatanodeReportType.ALL).ask();
    switch (view) {
    case JSON:
      return new SpeedReport(answer).toJson();
    case RACKS:
      return slowest(answer).byRacks();
    case SLOW:
      return slowest(answer).byDatanodes();
    default:
      return new SpeedReport(answer).toText();
    }
  }

  private SlowestReport slowest(SpeedQuery.Answer answer) {
    return new SlowestReport(answer,
        new PlacementConf(getConf()).getLimpingFraction());
  }

  private void top(Options options) throws IOException {
    TopScreen screen = new TopScreen(out, terminal);
    try (TopSampler sampler = new TopSampler(getConf(),
        new SpeedQuery(getConf(), DatanodeReportType.LIVE),
        new JmxReader(getConf()))) {
      long next = System.nanoTime();
      boolean seen = true;
      for (long views = 0; seen && !options.isEnough(views); views++) {
        long early = Math.max(0, next - System.nanoTime());
        TimeUnit.NANOSECONDS.sleep(early);
        next = System.nanoTime() + options.getIntervalNanos();
        seen = screen.draw(sampler.take().lines(screen.getRows()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What it is asked for. Immutable. */
  static final class Options {
    /** What is shown, or done. */
    enum View {
      HELP, REPORT, JSON, RACKS, SLOW, TOP, OFF, ON, STATUS
    }

    private static final String INTERVAL = "-interval";
    private static final int INTERVAL_DEFAULT = 2;
    private static final int INTERVAL_MAX = 3600;
    private static final String COUNT = "-count";
    private static final int COUNT_MAX = 1_000_000;

    private final View view;
    private final int intervalSeconds;
    private final int count;

    private Options(View view) {
      this(view, INTERVAL_DEFAULT, 0);
    }

    /** @param count how many views; 0: no end. */
    private Options(View view, int intervalSeconds, int count) {
      this.view = view;
      this.intervalSeconds = intervalSeconds;
      this.count = count;
    }

    /**
     * @return what the words ask for
     * @throws IllegalArgumentException if they are wrong; its message says which
     *     and why, or is empty if there is none
     */
    static Options parse(String... words) {
      if (words.length == 0) {
        throw new IllegalArgumentException("");
      }
      List<String> more = Arrays.asList(words).subList(1, words.length);
      switch (words[0]) {
      case "-help":
        return alone(View.HELP, words);
      case "-off":
        return alone(View.OFF, words);
      case "-on":
        return alone(View.ON, words);
      case "-status":
        return alone(View.STATUS, words);
      case "-report":
        return new Options(reportView(more));
      case "-top":
        return top(more);
      default:
        throw new IllegalArgumentException(words[0] + ": Unknown command");
      }
    }

    private static Options alone(View view, String... words) {
      if (words.length > 1) {
        throw new IllegalArgumentException(words[0] + " = "
            + String.join(" ", Arrays.asList(words).subList(1, words.length))
            + ": takes nothing");
      }
      return new Options(view);
    }

    private static View reportView(List<String> more) {
      if (more.isEmpty()) {
        return View.REPORT;
      }
      if (more.equals(Collections.singletonList("-json"))) {
        return View.JSON;
      }
      if (more.equals(Collections.singletonList("-racks"))) {
        return View.RACKS;
      }
      if (more.equals(Collections.singletonList("-slow"))) {
        return View.SLOW;
      }
      throw new IllegalArgumentException("-report = " + String.join(" ", more)
          + ": must be nothing or one of -json, -racks, -slow");
    }

    private static Options top(List<String> more) {
      int interval = INTERVAL_DEFAULT;
      int count = 0;
      for (Iterator<String> words = more.iterator(); words.hasNext();) {
        String word = words.next();
        String value = words.hasNext() ? words.next() : "";
        switch (word) {
        case INTERVAL:
          interval = number(word, value, INTERVAL_MAX);
          break;
        case COUNT:
          count = number(word, value, COUNT_MAX);
          break;
        default:
          throw new IllegalArgumentException(
              "-top = " + word + ": must be -interval SECONDS or -count N");
        }
      }
      return new Options(View.TOP, interval, count);
    }

    private static int number(String option, String value, int max) {
      int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : 0;
      if (number >= 1 && number <= max) {
        return number;
      }
      throw new IllegalArgumentException(option + " = " + value
          + ": must be a whole number from 1 to " + max);
    }

    View getView() {
      return view;
    }

    /** @return the time from one view to the next. */
    long getIntervalNanos() {
      return TimeUnit.SECONDS.toNanos(intervalSeconds);
    }

    /** @return whether that many views are enough. */
    boolean isEnough(long views) {
      return count > 0 && views >= count;
    }
  }
}
