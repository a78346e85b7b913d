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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.arbitraries.ListArbitrary;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * put, get and their kin, of random trees with random options, while they are
 * killed, interrupted and disturbed: nothing is lost, and all is told.
 */
class CopiesTest {
  private static final int BLOCK = 64 << 10;
  private static final int ITEMS = 6;
  // Places where an upload is ended: the calls of its file, and in its bytes.
  private static final int CALLS = 5;
  private static final int BYTES = 3;
  private static final int ENDS = CALLS + BYTES + 1;
  private static final String RANDOM = "random";
  private static MiniDFSCluster cluster;
  private static File folder;
  private static int trees;

  /** As many trees as are wanted. */
  static final class Tries implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(
        PropertyLifecycleContext context, PropertyExecutor property) {
      context.attributes().setTries(Integer.getInteger("models.trees", 60));
      String seed = System.getProperty("models.seed", RANDOM);
      if (!seed.equals(RANDOM)) {
        context.attributes().setSeed(seed);
      }
      return property.execute();
    }
  }

  @BeforeContainer
  static void start() throws IOException {
    folder = Files.createTempDirectory("copies").toFile();
    Configuration conf = new HdfsConfiguration();
    conf.set("hadoop.tmp.dir", folder + "/tmp");
    conf.setInt("dfs.blocksize", BLOCK);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 0);
    conf.setInt("dfs.replication", 1);
    FileSystem.getLocal(conf);
    cluster = new MiniDFSCluster.Builder(conf, new File(folder, "cluster"))
        .numDataNodes(2).build();
    cluster.waitActive();
  }

  @AfterContainer
  static void stop() {
    if (cluster != null) {
      cluster.shutdown();
    }
    FileUtils.deleteQuietly(folder);
    System.out.println("Copies: " + trees + " trees");
  }

  /**
   * @param files how many are files, of those and 7 others
   * @param old at how many targets something is; nothing is at 10
   */
  private static Arbitrary<Item> items(int files, int old) {
    Arbitrary<Item.Kind> kinds = Arbitraries.frequency(
        Tuple.of(files, Item.Kind.FILE), Tuple.of(1, Item.Kind.LINK),
        Tuple.of(1, Item.Kind.LINKED_DIR), Tuple.of(1, Item.Kind.DANGLING),
        Tuple.of(1, Item.Kind.PIPE), Tuple.of(1, Item.Kind.SOCKET),
        Tuple.of(1, Item.Kind.UNREADABLE), Tuple.of(1, Item.Kind.DIR));
    Arbitrary<Item.There> there = Arbitraries.frequency(
        Tuple.of(10, Item.There.NOTHING),
        Tuple.of(old - 5, Item.There.OTHER),
        Tuple.of(1, Item.There.EQUAL), Tuple.of(1, Item.There.DIR),
        Tuple.of(1, Item.There.LEFT), Tuple.of(1, Item.There.LEFT_TWICE),
        Tuple.of(1, Item.There.LEFT_OTHER));
    Arbitrary<Integer> sizes = Arbitraries.frequencyOf(
        Tuple.of(2, Arbitraries.integers().between(0, 2_000)),
        Tuple.of(1, Arbitraries.of(0, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK)),
        Tuple.of(1, Arbitraries.integers().between(0, 3 * BLOCK)));
    // HDFS takes nothing below the last one.
    Arbitrary<Integer> dirs = Arbitraries.frequencyOf(
        Tuple.of(9, Arbitraries.integers().between(0, Item.dirs() - 2)),
        Tuple.of(1, Arbitraries.just(Item.dirs() - 1)));
    Arbitrary<Integer> flavours = Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.just(0)),
        Tuple.of(1, Arbitraries.integers().between(0, Item.flavours() - 1)));
    return Combinators.combine(
        dirs, flavours, kinds,
        sizes, there).as((dir, flavour, kind, size, target) ->
            new Item(0, dir, flavour, kind, size, target));
  }

  private static Arbitrary<Disturbance> disturbances() {
    Arbitrary<Disturbance.Kind> kinds =
        Arbitraries.of(Disturbance.Kind.class);
    return Arbitraries.frequencyOf(
        Tuple.of(3, disturbances(kinds, Disturbance.At.CALL, 20)),
        Tuple.of(1, disturbances(kinds, Disturbance.At.CALL, 60)),
        Tuple.of(2, disturbances(kinds, Disturbance.At.FILE_CALL, CALLS)),
        Tuple.of(2, disturbances(kinds.filter(kind -> !kind.isOfCalls()),
            Disturbance.At.BYTE, 100)));
  }

  private static Arbitrary<Disturbance> disturbances(
      Arbitrary<Disturbance.Kind> kinds, Disturbance.At at, int last) {
    return Combinators.combine(kinds, Arbitraries.just(at),
        Arbitraries.integers().between(0, last),
        Arbitraries.integers().between(0, ITEMS - 1)).as(Disturbance::new)
        .withoutEdgeCases();
  }

  /** What ends a copy at each of some places, one after the other. */
  private static Arbitrary<List<Disturbance>> ends() {
    Arbitrary<Disturbance.Kind> kinds = Arbitraries.frequency(
        Tuple.of(9, Disturbance.Kind.INTERRUPT),
        Tuple.of(1, Disturbance.Kind.INTERRUPT_AFTER),
        Tuple.of(1, Disturbance.Kind.INTERRUPT_LATE),
        Tuple.of(1, Disturbance.Kind.KILL),
        Tuple.of(1, Disturbance.Kind.KILL_AFTER));
    Arbitrary<Integer> places = Arbitraries.integers()
        .between(0, CALLS + BYTES);
    return Combinators.combine(Arbitraries.integers().between(0, ITEMS - 1),
        kinds.list().ofSize(ENDS), places.set().ofMinSize(ENDS - 2).ofMaxSize(ENDS))
        .as((item, some, at) -> {
          Iterator<Disturbance.Kind> kind = some.iterator();
          return at.stream().sorted().map(n -> n <= CALLS
              ? new Disturbance(kind.next(), Disturbance.At.FILE_CALL, n, item)
              : new Disturbance(kind.next(), Disturbance.At.BYTE,
                  (n - CALLS) * 100 / BYTES, item)).toList();
        });
  }

  /** The same command, again and again. */
  private static Arbitrary<List<Program.Command>> ended(boolean upload) {
    Arbitrary<String> more = Arbitraries.frequency(Tuple.of(6, ""),
        Tuple.of(2, "-resume"), Tuple.of(2, "-verify"), Tuple.of(2, "-t 3"),
        Tuple.of(1, "-p"));
    Arbitrary<List<String>> options = Combinators.combine(
        Arbitraries.frequency(Tuple.of(8, "-f"), Tuple.of(1, "")),
        Arbitraries.of("-d", "-d", "-d", ""), more.filter(option -> upload
            || !option.equals("-resume") && !option.equals("-verify")))
        .as((force, direct, other) -> Stream.of(force, upload ? direct : "",
            other).filter(option -> !option.isEmpty()).toList());
    return Combinators.combine(Arbitraries.integers().between(0, 1), options,
        ends()).as((name, some, ends) -> ends.stream()
            .map(end -> new Program.Command(name, some, -1, List.of(end)))
            .toList());
  }

  private static Arbitrary<Program.Command> commands(boolean upload) {
    List<String> options = new ArrayList<>(List.of("-f", "-p", "-t 3", "-t 2",
        "-q 1", "-v", "-progress=plain", "-progress=json", "-summary"));
    options.addAll(upload ? List.of("-f", "-f", "-f", "-d", "-d", "-l",
        "-resume", "-resume", "-verify") : List.of("-f", "-f", "-crc", "-ignoreCrc"));
    Arbitrary<List<String>> some = Arbitraries.frequencyOf(
        Tuple.of(20, Arbitraries.of(options).list().ofMaxSize(4)
            .map(list -> list.stream().distinct().toList())),
        Tuple.of(1, Arbitraries.of(List.of("-t 0"), List.of("-nope"),
            List.of("-q x", "-f"))));
    return Combinators.combine(Arbitraries.integers().between(0, 2), some,
        Arbitraries.integers().between(-6, 5),
        disturbances().list().ofMaxSize(2)).as(Program.Command::new)
        .withoutEdgeCases();
  }

  @Provide
  Arbitrary<Program> programs() {
    return Arbitraries.of(true, true, true, true, false).flatMap(upload ->
        Arbitraries.frequencyOf(
            Tuple.of(1, programs(upload, items(12, 12).list().ofMaxSize(ITEMS),
                commands(upload).list().ofMinSize(1).ofMaxSize(3))),
            Tuple.of(3, programs(upload, items(60, 90).list().ofMaxSize(3),
                ended(upload))))).withoutEdgeCases();
  }

  private static Arbitrary<Program> programs(boolean upload,
      ListArbitrary<Item> items,
      Arbitrary<List<Program.Command>> commands) {
    Arbitrary<Program.Target> targets = Arbitraries.frequency(
        Tuple.of(6, Program.Target.DIRECTORY),
        Tuple.of(2, Program.Target.MOUNTED), Tuple.of(2, Program.Target.FILE));
    Arbitrary<Program.Limit> limits = upload ? Arbitraries.frequency(
        Tuple.of(6, Program.Limit.NONE), Tuple.of(1, Program.Limit.NAMES),
        Tuple.of(1, Program.Limit.SPACE), Tuple.of(3, Program.Limit.STICKY))
        : Arbitraries.just(Program.Limit.NONE);
    return Combinators.combine(Arbitraries.of(true, false), targets, limits,
        items.ofMinSize(1), commands).as((whole, target, limit, some,
            ofThem) -> new Program(upload, whole, target, limit,
                numbered(some), ofThem.stream()
                    .map(command -> command.of(some.size())).toList()));
  }

  private static List<Item> numbered(List<Item> items) {
    List<Item> numbered = new ArrayList<>();
    for (Item item : items) {
      numbered.add(new Item(numbered.size(), item.dir(), item.flavour(),
          item.kind(), item.size(), item.there()));
    }
    return numbered;
  }

  @Property
  @AddLifecycleHook(Tries.class)
  void loseNothingAndTellAll(@ForAll("programs") Program program)
      throws Exception {
    trees++;
    assertThat(new Runner(program, cluster, folder).run()).isEmpty();
  }
}
