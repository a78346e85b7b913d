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

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a run, which everything outside its process carries: its directory and its network
 * namespaces. It names the process, so that a later run recognises what a dead one left behind.
 *
 * @param start of the process in seconds since 1970: tells it from a later one with the same id
 */
public record RunName(long pid, long start, int unique) {
  private static final Pattern FORM = Pattern.compile("smarth-try-(\\d+)-(\\d+)-(\\d+)(?:-.*)?");
  /** A process's start is derived from the time of boot, which moves when clocks are set. */
  private static final long TOLERANCE_SECONDS = 5;

  public static RunName create() {
    ProcessHandle self = ProcessHandle.current();
    return new RunName(self.pid(), startOf(self), ThreadLocalRandom.current().nextInt(10_000));
  }

  /** The run that something of this name belongs to; empty when it belongs to none. */
  public static Optional<RunName> of(String name) {
    Matcher form = FORM.matcher(name);
    if (!form.matches()) {
      return Optional.empty();
    }
    return Optional.of(new RunName(Long.parseLong(form.group(1)), Long.parseLong(form.group(2)),
        Integer.parseInt(form.group(3))));
  }

  public boolean isAlive() {
    return ProcessHandle.of(pid)
        .filter(p -> Math.abs(startOf(p) - start) <= TOLERANCE_SECONDS).isPresent();
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::getEpochSecond).orElse(0L);
  }

  @Override
  public String toString() {
    return "smarth-try-" + pid + "-" + start + "-" + unique;
  }
}
