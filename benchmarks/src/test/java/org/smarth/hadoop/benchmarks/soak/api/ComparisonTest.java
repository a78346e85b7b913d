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

package org.smarth.hadoop.benchmarks.soak.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.soak.api.Call.Kind;

public class ComparisonTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final Program exact = program(0, Kind.WRITE, Kind.HFLUSH);
  private final Program threads = program(1, Kind.WRITE, Kind.HFLUSH);

  private static Program program(int thread, Kind... kinds) {
    return new Program(1, 3, Program.Options.PLAIN,
        List.of(kinds).stream().map(k -> new Call(thread, k, 1)).toList());
  }

  private static Outcome outcome(String write, String flush) {
    return outcome(write, flush, 1, List.of(), List.of());
  }

  private static Outcome outcome(String write, String flush, long length, List<String> broken,
      List<String> held) {
    return new Outcome(List.of(write, flush), List.of(), "ok", "closed", length, 7, "ok", broken,
        held, null, 0);
  }

  private static Optional<Finding.Kind> kind(Program program, Outcome ours, Outcome... stock) {
    return new Comparison(program, List.of(stock)).finding(ours).map(Finding::kind);
  }

  @Test
  public void oneThreadMustEndAsOnStock() {
    Outcome good = outcome("ok", "ok");
    assertThat(kind(exact, good, good)).isEmpty();
    assertThat(kind(exact, outcome("ok", "!IOException"), good)).hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(exact, good, outcome("ok", "!IOException"))).hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(exact, outcome("ok", "ok", 2, List.of(), List.of()), good))
        .hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(exact, good, outcome("ok", "!IOException"), good)).isEmpty();
  }

  @Test
  public void whichReadFailsIsChanceWhereStocksReadsFail() {
    Program reads = program(0, Kind.READ, Kind.READ);
    Outcome first = outcome("!ChecksumException", "ok");
    Outcome second = outcome("ok", "!ChecksumException");
    assertThat(kind(reads, first, second)).isEmpty();
    assertThat(kind(reads, outcome("ok", "ok"), second)).isEmpty();
    assertThat(kind(reads, first, outcome("ok", "ok"))).hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(reads, outcome("!EOFException", "ok"), second))
        .hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(exact, first, second)).hasValue(Finding.Kind.DIFFERENT);
  }

  @Test
  public void severalThreadsMayFailAsInSomeRunOfStockOrLess() {
    Outcome good = outcome("ok", "ok");
    Outcome bad = outcome("ok", "!IOException");
    assertThat(kind(threads, bad, good)).hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(threads, bad, good, bad)).isEmpty();
    assertThat(kind(threads, good, bad)).isEmpty();
    assertThat(kind(threads, outcome("ok", "!EOFException"), good, bad))
        .hasValue(Finding.Kind.DIFFERENT);
  }

  @Test
  public void whichOfTheNamenodesCallsMeetsAFailureIsChance() {
    Outcome block = outcome("ok", "!FileNotFoundException");
    Outcome stamp = outcome("ok", "!RemoteException of FileNotFoundException");
    assertThat(kind(threads, block, stamp)).isEmpty();
    assertThat(kind(threads, stamp, block)).isEmpty();
    assertThat(kind(exact, block, stamp)).hasValue(Finding.Kind.DIFFERENT);
  }

  @Test
  public void anEarlierCallMayMeetWhatFailsACloseOnStock() {
    Outcome close = new Outcome(List.of("ok", "ok"), List.of(), "!IOException", "left open", 1, 7,
        "ok", List.of(), List.of(), null, 0);
    Outcome flush = new Outcome(List.of("ok", "!IOException"), List.of(), "!IOException",
        "left open", 1, 7, "ok", List.of(), List.of(), null, 0);
    assertThat(kind(threads, flush, close)).isEmpty();
    assertThat(kind(threads, close, outcome("ok", "!IOException")))
        .hasValue(Finding.Kind.DIFFERENT);
  }

  @Test
  public void whichCallsComeAfterACloseOrAnAbortIsChance() {
    Outcome good = outcome("ok", "ok");
    Outcome closed = outcome("ok", "!ClosedChannelException");
    Outcome interrupted = outcome("ok", "!InterruptedIOException");
    Program close = program(1, Kind.CLOSE, Kind.HFLUSH);
    Program abort = program(1, Kind.ABORT, Kind.HFLUSH);
    assertThat(kind(close, closed, good)).isEmpty();
    assertThat(kind(abort, interrupted, good)).isEmpty();
    assertThat(kind(abort, closed, good)).hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(threads, closed, good)).hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(close, interrupted, good)).hasValue(Finding.Kind.DIFFERENT);
  }

  @Test
  public void whatIsLostOrHeldIsFoundUnlessStockDoesTheSame() {
    Outcome good = outcome("ok", "ok");
    Outcome lost = outcome("ok", "ok", 1, List.of("lost"), List.of());
    Outcome held = outcome("ok", "ok", 1, List.of(), List.of("thread"));
    assertThat(kind(threads, lost, good)).hasValue(Finding.Kind.BROKEN);
    assertThat(kind(threads, held, good)).hasValue(Finding.Kind.HELD);
    assertThat(kind(threads, held, held)).isEmpty();
  }

  @Test
  public void aCallThatDoesNotReturnIsTheWorst() {
    Outcome hang = new Outcome(List.of("ok", "-"), List.of(), "-", "-", -1, 0, "ok",
        List.of("lost"), List.of("thread"), "call 1", 0);
    assertThat(kind(exact, hang, outcome("ok", "ok"))).hasValue(Finding.Kind.HANG);
  }

  @Test
  public void whereStockHangsOnlyLostBytesAreWorse() {
    Outcome good = outcome("ok", "ok");
    Outcome bad = outcome("ok", "!IOException");
    Outcome lost = outcome("ok", "ok", 1, List.of("lost"), List.of());
    Outcome hang = new Outcome(List.of("ok", "-"), List.of(), "-", "-", -1, 0, "ok", List.of(),
        List.of(), "call 1", 0);
    assertThat(kind(threads, bad, hang)).isEmpty();
    assertThat(kind(threads, bad, good, hang)).isEmpty();
    assertThat(kind(threads, hang, good, hang)).isEmpty();
    assertThat(kind(threads, lost, hang)).hasValue(Finding.Kind.BROKEN);
  }

  @Test
  public void whereNoDataNodeIsLeftAFileMayFail() {
    Outcome good = outcome("ok", "ok");
    Outcome failed = new Outcome(List.of("ok", "!IOException"), List.of(), "!IOException",
        "left open" + Outcome.NO_DATA_NODE, 1, 7, "ok", List.of(), List.of(), null, 0);
    Outcome restarted = new Outcome(List.of("ok", "!IOException"), List.of(), "!IOException",
        "left open" + Outcome.NO_DATA_NODE + Outcome.RESTARTED, 1, 7, "ok", List.of(), List.of(),
        null, 0);
    Outcome lost = new Outcome(List.of("ok", "!IOException"), List.of(), "!IOException",
        "left open" + Outcome.NO_DATA_NODE, 1, 7, "ok", List.of("lost"), List.of(), null, 0);
    assertThat(kind(threads, failed, good)).isEmpty();
    assertThat(kind(threads, restarted, good)).hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(threads, lost, good)).hasValue(Finding.Kind.BROKEN);
  }

  @Test
  public void aBlockThatOnlyARestartRecoversIsWorseThanAnyOther() {
    Outcome left = new Outcome(List.of("ok", "ok"), List.of(), "!IOException", "left open", 1, 7,
        "ok", List.of(), List.of(), null, 0);
    Outcome restarted = new Outcome(List.of("ok", "ok"), List.of(), "!IOException",
        "left open" + Outcome.RESTARTED, 1, 7, "ok", List.of(), List.of(), null, 0);
    assertThat(kind(threads, restarted, left)).hasValue(Finding.Kind.DIFFERENT);
    assertThat(kind(threads, restarted, left, restarted)).isEmpty();
    assertThat(kind(threads, left, restarted)).isEmpty();
  }

  @Test
  public void whichCallMeetsAQuotaFirstIsChance() {
    Program quota = program(0, Kind.SPACE_QUOTA, Kind.WRITE, Kind.HFLUSH);
    Outcome early = new Outcome(List.of("ok", "!Q", "!Q"), List.of(), "!Q", "closed", 5, 1, "ok",
        List.of(), List.of(), null, 0);
    Outcome late = new Outcome(List.of("ok", "ok", "!Q"), List.of(), "!Q", "closed", 5, 1, "ok",
        List.of(), List.of(), null, 0);
    Outcome other = new Outcome(List.of("ok", "ok", "!R"), List.of(), "!Q", "closed", 5, 1, "ok",
        List.of(), List.of(), null, 0);
    assertThat(kind(quota, early, late)).isEmpty();
    assertThat(kind(quota, late, early)).isEmpty();
    assertThat(kind(quota, other, early)).hasValue(Finding.Kind.DIFFERENT);
  }
}
