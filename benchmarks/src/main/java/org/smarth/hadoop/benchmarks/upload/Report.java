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

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

import org.apache.commons.math3.stat.StatUtils;
import org.smarth.hadoop.benchmarks.model.ByteSize;
import org.smarth.hadoop.benchmarks.model.FirstNodeShare;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.model.Rate;
import org.smarth.hadoop.benchmarks.model.UploadBound;
import org.smarth.hadoop.benchmarks.process.Contender;

/** The table that a comparison ends with. */
final class Report {
  private static final String ROW = "  %-12s %9s %9s %7s %10s %9s%n";

  private final Settings settings;
  private final UploadBound bound;

  Report(Settings settings) {
    this.settings = settings;
    this.bound = new UploadBound(settings.links(), settings.replication());
  }

  String of(List<Run> runs, Contender first, Contender second) {
    StringBuilder out = new StringBuilder(heading());
    out.append(String.format(ROW, "", "seconds", "MB/s", "ratio", "pipelines", "bound s"));
    double[] stock = seconds(runs, first);
    double[] other = seconds(runs, second);
    double[] ratios = new double[stock.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = stock[i] / other[i];
    }
    out.append(row(runs, first, stock, 1));
    out.append(row(runs, second, other, median(ratios)));
    if (ratios.length > 1) {
      out.append(spread(first.name(), stock)).append(spread(second.name(), other));
      out.append(String.format(Locale.ROOT,
          "  medians of %d alternating pairs; ratio of each pair %.2f to %.2f%n", ratios.length,
          StatUtils.min(ratios), StatUtils.max(ratios)));
    }
    return out.append(bounds()).append(firstNodes(runs, first, second)).append(checks(runs))
        .toString();
  }

  private String heading() {
    Racks racks = settings.racks();
    long blocks = (settings.size() + settings.blockBytes() - 1) / settings.blockBytes();
    return String.format(Locale.ROOT,
        "%nUpload of %s (%d blocks of %s), replication %d, %d DataNodes on 2 racks, client %s%n"
            + "%s; %s%n%n",
        ByteSize.format(settings.size()), blocks, ByteSize.format(settings.blockBytes()),
        settings.replication(), racks.dataNodes(),
        racks.clientRack() == Racks.OUTSIDE ? "outside them" : "on rack " + racks.clientRack(),
        settings.real() ? "Separate JVMs in network namespaces, shaped by tc"
            : "Embedded cluster, shaped in the JVM",
        settings.links().isLimited() ? "for each node and direction: NIC "
            + rate(settings.links().clientNic()) + slowNics() + ", between racks "
            + rate(settings.links().cross()) : "no limits");
  }

  private String slowNics() {
    List<Integer> slow = settings.links().slowNodes();
    return slow.isEmpty() ? "" : " (of " + slow.size() + " slow DataNodes "
        + rate(settings.links().nic(slow.get(0))) + ")";
  }

  private static String rate(Rate rate) {
    return rate.isLimited() ? rate + " Mbps" : "not limited";
  }

  private String row(List<Run> runs, Contender contender, double[] seconds, double ratio) {
    double median = median(seconds);
    OptionalInt most = runs.stream().filter(r -> r.contender().equals(contender))
        .map(Run::pipelines).filter(OptionalInt::isPresent).mapToInt(OptionalInt::getAsInt).max();
    return String.format(Locale.ROOT, ROW, contender.name(), number(median),
        number(settings.size() / median / 1e6), number(ratio),
        most.isPresent() ? Integer.toString(most.getAsInt()) : "?",
        most.isPresent() ? boundOf(most.getAsInt()) : "-");
  }

  private String boundOf(int pipelines) {
    return settings.links().isLimited()
        ? number(bound.seconds(settings.size(), settings.blockBytes(), pipelines)) : "none";
  }

  private static String spread(String name, double[] seconds) {
    List<String> each = new ArrayList<>();
    for (double s : seconds) {
      each.add(number(s));
    }
    return "  " + name + " seconds: " + String.join(" ", each) + System.lineSeparator();
  }

  private String bounds() {
    if (!settings.links().isLimited()) {
      return "";
    }
    return String.format(Locale.ROOT,
        "%n  bound: the least seconds that these links allow with so many pipelines at once.%n"
            + "  With %d (DataNodes / replication, as in the paper): %s; with any number: %s.%n",
        bound.paperPipelines(), boundOf(bound.paperPipelines()),
        number(bound.leastSeconds(settings.size(), settings.blockBytes())));
  }

  private String firstNodes(List<Run> runs, Contender first, Contender second) {
    if (settings.links().slowNodes().isEmpty()) {
      return "";
    }
    return String.format(Locale.ROOT,
        "%n  Blocks whose first datanode was one of the %d slow ones (of %d); speeds are first "
            + "reported after %.0f s:%n", settings.links().slowNodes().size(),
        settings.racks().dataNodes(), FirstNodeShare.FIRST_REPORT_SECONDS)
        + firstNodes(runs, first) + firstNodes(runs, second);
  }

  private String firstNodes(List<Run> runs, Contender contender) {
    List<FirstNodeShare> each = runs.stream().filter(r -> r.contender().equals(contender))
        .map(r -> FirstNodeShare.of(r.starts(), settings.links()::isSlow)).toList();
    FirstNodeShare sum = each.stream().reduce(FirstNodeShare.NONE, FirstNodeShare::plus);
    return String.format(Locale.ROOT, "  %-12s %s; before %s, after %s%s%n", contender.name(),
        sum.all(), sum.before(), sum.after(), each.size() == 1 ? "" : "; by upload "
            + each.stream().map(s -> s.all().percent()).collect(Collectors.joining(" ")));
  }

  private String checks(List<Run> runs) {
    int replicas = runs.stream().mapToInt(r -> r.result().replicas()).sum();
    return String.format(Locale.ROOT,
        "%n  Read back in each of the %d runs: bytes equal. Replicas on disk when put returned: "
            + "%d of %d,%n  all finalized, with right length, bytes and checksums.%n",
        runs.size(), replicas, replicas);
  }

  private static double[] seconds(List<Run> runs, Contender contender) {
    return runs.stream().filter(r -> r.contender().equals(contender))
        .mapToDouble(r -> r.result().seconds()).toArray();
  }

  private static double median(double[] values) {
    return StatUtils.percentile(values, 50);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
