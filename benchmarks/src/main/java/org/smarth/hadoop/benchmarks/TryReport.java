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

package org.smarth.hadoop.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.apache.commons.math3.stat.StatUtils;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.FirstNodeShare;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

/**
 * The table that a comparison of stock with SMARTH ends with.
 *
 * @param real whether clusters were processes of their own
 */
record TryReport(Point point, Results results, Map<Contender, Installation> installations,
    boolean real) {
  private static final String ROW = "  %-12s %9s %9s %7s %10s %9s%n";

  private Setup setup() {
    return point.setup();
  }

  private Links links() {
    return setup().links();
  }

  @Override
  public String toString() {
    double[] stock = results.values(point, Contender.STOCK);
    double[] other = results.values(point, Contender.SMARTH_AUTO);
    double[] ratios =
        IntStream.range(0, stock.length).mapToDouble(i -> stock[i] / other[i]).toArray();
    return heading() + String.format(ROW, "", "seconds", "MB/s", "ratio", "pipelines", "bound s")
        + row(Contender.STOCK, stock, 1)
        + row(Contender.SMARTH_AUTO, other, StatUtils.percentile(ratios, 50))
        + (ratios.length == 1 ? "" : spread(Contender.STOCK, stock)
            + spread(Contender.SMARTH_AUTO, other) + String.format(Locale.ROOT,
            "  medians of %d alternating pairs; ratio of each pair %.2f to %.2f%n", ratios.length,
            StatUtils.min(ratios), StatUtils.max(ratios)))
        + bounds() + firstNodes() + checks();
  }

  private String heading() {
    Racks racks = links().racks();
    long blocks = (setup().bytes() + setup().blockBytes() - 1) / setup().blockBytes();
    return String.format(Locale.ROOT,
        "%nUpload of %s (%d blocks of %s), replication %d, %d DataNodes on 2 racks, client %s%n"
            + "%s; %s%n%n",
        ByteSize.format(setup().bytes()), blocks, ByteSize.format(setup().blockBytes()),
        setup().replication(), racks.dataNodes(),
        racks.clientRack() == Racks.OUTSIDE ? "outside them" : "on rack " + racks.clientRack(),
        real ? "Separate JVMs in network namespaces, shaped by tc"
            : "Embedded cluster, shaped in the JVM",
        links().isLimited() ? "for each node and direction: NIC " + rate(links().clientNic())
            + slowNics() + ", between racks " + rate(links().cross()) : "no limits");
  }

  private String slowNics() {
    List<Integer> slow = links().slowNodes();
    return slow.isEmpty() ? "" : " (of " + slow.size() + " slow DataNodes "
        + rate(links().nic(slow.get(0))) + ")";
  }

  private static String rate(Rate rate) {
    return rate.isLimited() ? rate + " Mbps" : "not limited";
  }

  private String row(Contender contender, double[] seconds, double ratio) {
    double median = StatUtils.percentile(seconds, 50);
    OptionalDouble most = results.of(setup(), contender).stream()
        .flatMapToDouble(o -> o.metrics().find("pipelines").stream()).max();
    return String.format(Locale.ROOT, ROW, name(contender), number(median),
        number(setup().bytes() / median / 1e6), number(ratio),
        most.isPresent() ? Integer.toString((int) most.getAsDouble()) : "?",
        most.isPresent() ? boundOf((int) most.getAsDouble()) : "-");
  }

  private String name(Contender contender) {
    return installations.get(contender).name();
  }

  private String boundOf(int pipelines) {
    return links().isLimited() ? number(setup().bound(pipelines)) : "none";
  }

  private String spread(Contender contender, double[] seconds) {
    return "  " + name(contender) + " seconds: " + DoubleStream.of(seconds)
        .mapToObj(TryReport::number).collect(Collectors.joining(" ")) + System.lineSeparator();
  }

  private String bounds() {
    return !links().isLimited() ? "" : String.format(Locale.ROOT,
        "%n  bound: the least seconds that these links allow, by the number of pipelines.%n"
            + "  With %d (DataNodes / replication, as in the paper): %s; with any number: %s.%n",
        setup().paperPipelines(), boundOf(setup().paperPipelines()), number(setup().bound()));
  }

  private String firstNodes() {
    return links().slowNodes().isEmpty() ? "" : String.format(Locale.ROOT,
        "%n  Blocks whose first datanode was one of the %d slow ones (of %d); speeds are first "
            + "reported after %.0f s:%n", links().slowNodes().size(), links().racks().dataNodes(),
        FirstNodeShare.FIRST_REPORT_SECONDS)
        + firstNodes(Contender.STOCK) + firstNodes(Contender.SMARTH_AUTO);
  }

  private String firstNodes(Contender contender) {
    List<FirstNodeShare> each = results.of(setup(), contender).stream()
        .map(o -> FirstNodeShare.of(o.starts(), links()::isSlow)).toList();
    FirstNodeShare sum = each.stream().reduce(FirstNodeShare.NONE, FirstNodeShare::plus);
    return String.format(Locale.ROOT, "  %-12s %s; before %s, after %s%s%n", name(contender),
        sum.all(), sum.before(), sum.after(), each.size() == 1 ? "" : "; by upload "
            + each.stream().map(s -> s.all().percent()).collect(Collectors.joining(" ")));
  }

  private String checks() {
    int replicas = results.all().stream().mapToInt(o -> (int) o.metrics().get("replicas")).sum();
    return String.format(Locale.ROOT,
        "%n  Read back in each of the %d runs: bytes equal. Replicas on disk when put returned: "
            + "%d of %d,%n  all finalized, with right length, bytes and checksums.%n",
        results.all().size(), replicas, replicas);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
