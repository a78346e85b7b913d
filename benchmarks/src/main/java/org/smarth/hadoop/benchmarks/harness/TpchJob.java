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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Runs queries of TPC-H on Hive over MapReduce, and compares each result with DuckDB's.
 *
 * @param scale 1 is a gigabyte
 * @param queries by number
 */
public record TpchJob(double scale, List<Integer> queries) implements ClientJob {
  /** Names the directory with Hive's jars, in "hive", and those for data, in "data". */
  public static final String JARS_KEY = "smarth.benchmarks.hive";
  private static final String TABLES = "/tpch";
  private static final String PACKAGE = "org.smarth.hadoop.benchmarks.harness.";

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    Configuration conf = new YarnConfiguration(new JobConf(context.conf()));
    Path jars = Path.of(conf.get(JARS_KEY));
    Path dir = Files.createDirectories(context.spec().dir().resolve("tpch"));
    Metrics result = new Metrics();
    try (YarnJobs yarn = new YarnJobs(conf); ForeignJars hiveJars =
        new ForeignJars(jars.resolve("hive")); ForeignJars dataJars =
        new ForeignJars(jars.resolve("data"))) {
      context.awaitDataNodes(fs);
      int nodes = context.spec().racks().dataNodes();
      yarn.awaitNodes(nodes);
      context.events().stage("preparing tables");
      generate(dataJars, dir);
      for (String table : TpchTables.COLUMNS.keySet()) {
        fs.copyFromLocalFile(new org.apache.hadoop.fs.Path(dir.resolve(table).toUri()),
            new org.apache.hadoop.fs.Path(TABLES, table));
      }
      Map<Integer, List<List<String>>> expected = expected(dataJars, dir);
      Function<String, List<List<String>>> hive = hive(hiveJars, conf, dir);
      // The first job of a cluster loads and caches what all others use.
      JobKind.SLEEP.run(conf, new JobKind.Size(nodes, 0), 0, context.spec().dir());
      yarn.ended();
      context.pauseAt(ClientJob.READY);
      double sum = 0;
      Map<Integer, List<List<String>>> results = new LinkedHashMap<>();
      for (int number : queries) {
        context.events().stage("query " + number);
        long start = System.nanoTime();
        results.put(number, hive.apply(new TpchQuery(number).hive(scale)));
        double seconds = (System.nanoTime() - start) / 1e9;
        result.put("q" + number + ".seconds", seconds);
        sum += seconds;
      }
      context.pauseAt(ClientJob.DONE);
      result.put("all.seconds", sum);
      for (int number : queries) {
        String difference = SecondEngine.difference(results.get(number), expected.get(number));
        if (!difference.isEmpty()) {
          throw new Failure("query " + number + " on Hive: " + difference);
        }
      }
      result.put("equalResults", queries.size());
    }
    return result;
  }

  private void generate(ForeignJars jars, Path dir) throws Exception {
    @SuppressWarnings("unchecked")
    BiConsumer<Path, Double> generator = jars.make(PACKAGE + "TpchGenerator", BiConsumer.class);
    generator.accept(dir, scale);
  }

  private Map<Integer, List<List<String>>> expected(ForeignJars jars, Path dir) throws Exception {
    Map<Integer, List<List<String>>> expected = new LinkedHashMap<>();
    try (SecondEngine engine = new SecondEngine(jars, dir)) {
      for (int number : queries) {
        expected.put(number, engine.run(new TpchQuery(number).standard(scale)));
      }
    }
    return expected;
  }

  private static Function<String, List<List<String>>> hive(ForeignJars jars, Configuration conf,
      Path dir) throws Exception {
    // Else Derby writes it to the working directory.
    System.setProperty("derby.stream.error.file", dir.resolve("derby.log").toString());
    @SuppressWarnings("unchecked")
    Function<String, List<List<String>>> engine = jars.make(PACKAGE + "HiveEngine", Function.class);
    Function<String, List<List<String>>> hive = text -> {
      // Hive and its Hadoop ask the thread for classes, and so does ours.
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(jars.loader());
      try {
        return engine.apply(text);
      } finally {
        thread.setContextClassLoader(before);
      }
    };
    List<String> settings = new ArrayList<>();
    for (Map.Entry<String, String> entry : conf) {
      String[] sources = conf.getPropertySources(entry.getKey());
      if (sources != null && !sources[0].endsWith("-default.xml")) {
        settings.add(entry.getKey() + "=" + conf.get(entry.getKey()));
      }
    }
    settings.addAll(List.of("javax.jdo.option.ConnectionURL=jdbc:derby:memory:tpch;create=true",
        "datanucleus.schema.autoCreateAll=true", "hive.metastore.schema.verification=false",
        // Pools look for another Guava than Hive's in the system's class path.
        "datanucleus.connectionPoolingType=NONE",
        "hive.metastore.warehouse.dir=" + TABLES + "-warehouse",
        "hive.exec.scratchdir=" + TABLES + "-scratch", "hive.stats.autogather=false",
        "hive.exec.local.scratchdir=" + dir.resolve("scratch"),
        "hive.downloaded.resources.dir=" + dir.resolve("resources"),
        "hive.querylog.location=" + dir.resolve("log"),
        "hive.execution.engine=mr", "hive.mapred.mode=nonstrict",
        "hive.strict.checks.cartesian.product=false",
        // Small tables are read in this JVM, not in one more for each join.
        "hive.exec.submit.local.task.via.child=false"));
    hive.apply(String.join("\n", settings));
    TpchTables.COLUMNS.forEach((table, columns) -> hive.apply("create external table " + table
        + " (" + columns + ") row format delimited fields terminated by '|' stored as textfile"
        + " location '" + TABLES + "/" + table + "'"));
    return hive;
  }
}
