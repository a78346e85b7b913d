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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.SplittableRandom;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.QuasiMonteCarlo;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.TestDFSIO;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.SleepJob;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Jobs of MapReduce, each run by Hadoop's own command or as its main method does. */
public enum JobKind {
  /** As many maps as parts, and a reduce, that do nothing; with Kerberos no reduce, see TeraGen. */
  SLEEP("sleep", (conf, size, number, dir) -> call(conf, new SleepJob(), "-m",
      Integer.toString(size.parts()), "-r",
      UserGroupInformation.isSecurityEnabled() ? "0" : "1", "-mt", "1", "-rt", "1")),
  /** As many maps as parts. */
  WORDCOUNT("wordcount", (conf, size, number, dir) -> countWords(conf, number)) {
    @Override
    void prepare(Configuration conf, Size size) throws Exception {
      byte[] text = words(size.bytes() / size.parts()).getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < size.parts(); i++) {
        try (FSDataOutputStream out = FileSystem.get(conf).create(new Path("/wordcount/in/" + i))) {
          out.write(text);
        }
      }
    }
  },
  /** As many maps as parts, each of a few samples. */
  PI("pi", (conf, size, number, dir) -> call(conf, new QuasiMonteCarlo(),
      Integer.toString(size.parts()), Long.toString(size.bytes()))),
  /**
   * TeraGen writes as many files as parts. It has no reduces, whose input NodeManagers serve with
   * Kerberos only if they have Hadoop's native library.
   */
  TERAGEN("teragen", (conf, size, number, dir) -> {
    Configuration generate = new Configuration(conf);
    generate.setInt("mapreduce.job.maps", size.parts());
    generate(generate, size, "/teragen/" + number);
  }),
  /** TestDFSIO writes as many files as parts. */
  DFSIO_WRITE("write", (conf, size, number, dir) -> testDfsIo("-write", conf, size, dir)),
  /** TestDFSIO reads what was written. */
  DFSIO_READ("read", (conf, size, number, dir) -> testDfsIo("-read", conf, size, dir)),
  /** TeraValidate reads what TeraSort wrote. */
  TERAVALIDATE("validate", (conf, size, number, dir) -> call(conf, new TeraValidate(),
      JobKind.SORT_OUT, "/teravalidate/" + number)),
  /** TeraSort with as many reduces as parts, which begin after the maps. */
  TERASORT("sort", (conf, size, number, dir) -> sort(conf, size.parts())) {
    @Override
    void prepare(Configuration conf, Size size) throws Exception {
      generate(conf, size, SORT_IN);
    }

    @Override
    void check(Configuration conf) throws Exception {
      call(conf, new TeraValidate(), SORT_OUT, SORT_REPORT);
      checkReport(FileSystem.get(conf), new Path(SORT_REPORT));
    }
  };

  /** Bytes of a row of TeraGen's. */
  private static final long ROW = 100;
  private static final String DFSIO_RESULT = "dfsio.txt";
  private static final String SORT_IN = "/terasort/in";
  private static final String SORT_OUT = "/terasort/out";
  private static final String SORT_REPORT = "/terasort/report";
  private static final int WORDS = 1000;
  private static final long SEED = 20_102;

  private final String prefix;
  private final Run run;

  JobKind(String prefix, Run run) {
    this.prefix = prefix;
    this.run = run;
  }

  private interface Run {
    void job(Configuration conf, Size size, int number, java.nio.file.Path dir) throws Exception;
  }

  /**
   * How large a job is.
   *
   * @param parts maps or files, as the kind has it
   * @param bytes all data; samples of each map of {@link #PI}
   */
  public record Size(int parts, long bytes) {
  }

  /** Begins the names of its metrics. */
  public String prefix() {
    return prefix;
  }

  /** Makes what jobs read. */
  void prepare(Configuration conf, Size size) throws Exception {
    // Most read nothing, or what is there.
  }

  /**
   * Runs a job to its end.
   *
   * @param number another for each job
   * @param dir for local files
   * @throws Failure if the job failed
   */
  void run(Configuration conf, Size size, int number, java.nio.file.Path dir) throws Exception {
    run.job(conf, size, number, dir);
  }

  /**
   * What a job says of itself beside its time.
   *
   * @param dir for local files, as in {@link #run}
   */
  Metrics results(java.nio.file.Path dir) throws IOException {
    return this == DFSIO_WRITE || this == DFSIO_READ ? dfsIoRates(dir) : new Metrics();
  }

  /** Whether what jobs wrote is right; throws a {@link Failure} if not. */
  void check(Configuration conf) throws Exception {
    // Most jobs know by themselves.
  }

  static void call(Configuration conf, Tool tool, String... args) throws Exception {
    int status = ToolRunner.run(new Configuration(conf), tool, args);
    if (status != 0) {
      throw new Failure(tool.getClass().getSimpleName() + " ended with status " + status
          + "; the NodeManagers' logs say why");
    }
  }

  /** Throws a {@link Failure} if TeraValidate found rows that are not sorted. */
  static void checkReport(FileSystem fs, Path directory) throws IOException {
    for (FileStatus file : fs.listStatus(directory)) {
      byte[] report = new byte[(int) file.getLen()];
      try (FSDataInputStream in = fs.open(file.getPath())) {
        in.readFully(report);
      }
      if (new String(report, StandardCharsets.UTF_8).contains("error")) {
        throw new Failure("TeraValidate finds that TeraSort's output is not sorted");
      }
    }
  }

  private static void countWords(Configuration conf, int number) throws Exception {
    Job job = Job.getInstance(conf, "word count");
    job.setJarByClass(WordCount.class);
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new Path("/wordcount/in"));
    FileOutputFormat.setOutputPath(job, new Path("/wordcount/out-" + number));
    if (!job.waitForCompletion(true)) {
      throw new Failure("a job of wordcount failed; the NodeManagers' logs say why");
    }
  }

  private static void generate(Configuration conf, Size size, String to) throws Exception {
    call(conf, new TeraGen(), Long.toString(size.bytes() / ROW), to);
  }

  private static void sort(Configuration conf, int reduces) throws Exception {
    Configuration sort = new Configuration(conf);
    sort.setInt("mapreduce.job.reduces", reduces);
    sort.setFloat("mapreduce.job.reduce.slowstart.completedmaps", 1);
    sort.setBoolean("mapreduce.map.output.compress", true);
    call(sort, new TeraSort(), SORT_IN, SORT_OUT);
  }

  private static void testDfsIo(String what, Configuration conf, Size size,
      java.nio.file.Path dir) throws Exception {
    call(conf, new TestDFSIO(), what, "-nrFiles", Integer.toString(size.parts()), "-size",
        size.bytes() / size.parts() + "B", "-resFile", dir.resolve(DFSIO_RESULT).toString());
  }

  /** The last rates that TestDFSIO wrote: all bytes by all seconds, and the mean of the files'. */
  static Metrics dfsIoRates(java.nio.file.Path dir) throws IOException {
    Metrics rates = new Metrics();
    for (String line : Files.readAllLines(dir.resolve(DFSIO_RESULT))) {
      String[] words = line.split(":");
      if (words[0].strip().equals("Throughput mb/sec")) {
        rates.put("throughput", Double.parseDouble(words[1]));
      } else if (words[0].strip().equals("Average IO rate mb/sec")) {
        rates.put("ioRate", Double.parseDouble(words[1]));
      }
    }
    if (rates.find("throughput").isEmpty() || rates.find("ioRate").isEmpty()) {
      throw new Failure("TestDFSIO wrote no rates to " + dir.resolve(DFSIO_RESULT));
    }
    return rates;
  }

  private static String words(long length) {
    SplittableRandom random = new SplittableRandom(SEED);
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append("word").append(random.nextInt(WORDS)).append(text.length() % 80 < 8 ? '\n' : ' ');
    }
    return text.toString();
  }
}
