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

package org.smarth.hadoop.benchmarks.cluster;

import java.io.PrintStream;

/**
 * What a contender's JVM tells the driver: one line each on its standard output, which nothing
 * else in that JVM writes to.
 */
public final class Events {
  public static final String STAGE = "stage";
  public static final String BYTES = "bytes";
  public static final String MEMORY = "memory";
  public static final String RESULT = "result";
  public static final String ERROR = "error";
  public static final String LINE = "line";
  public static final String USAGE = "usage";
  public static final String PORT = "port";
  public static final String RATE = "rate";
  public static final String CALLS = "calls";
  private static final String PREFIX = "@try ";

  private final PrintStream out;

  public Events(PrintStream out) {
    this.out = out;
  }

  /** One event as the driver reads it. */
  public record Event(String kind, String text) {
    /** Null for a line that is no event. */
    public static Event parse(String line) {
      if (!line.startsWith(PREFIX)) {
        return null;
      }
      String[] parts = line.substring(PREFIX.length()).split(" ", 2);
      return new Event(parts[0], parts.length > 1 ? parts[1] : "");
    }
  }

  /** What is done from now on, for the progress line. */
  public void stage(String name) {
    send(STAGE, name);
  }

  /** How many bytes of the current stage are done. */
  public void bytes(long done) {
    send(BYTES, Long.toString(done));
  }

  /** What a client has in use while it uploads. */
  public void memory(ClientMemory now) {
    send(MEMORY, now.toMetrics().toString());
  }

  public void result(Metrics result) {
    send(RESULT, result.toString());
  }

  /** What this JVM has used, when the driver asks. */
  public void usage(ProcessUsage usage) {
    send(USAGE, usage.toMetrics().toString());
  }

  /** Where a transfer is received that the driver asked for. */
  public void port(int number) {
    send(PORT, Integer.toString(number));
  }

  /** How fast it was. */
  public void rate(double bytesPerSecond) {
    send(RATE, Double.toString(bytesPerSecond));
  }

  /** How often methods were called, when the driver asks. */
  public void calls(Metrics counts) {
    send(CALLS, counts.toString());
  }

  /** A line for the person who waits. */
  public void line(String text) {
    send(LINE, text.replaceAll("\\s*\\R\\s*", " "));
  }

  /** Why the contender failed, in one line. */
  public void error(String why) {
    send(ERROR, why.replaceAll("\\s+", " ").trim());
  }

  private synchronized void send(String kind, String text) {
    out.println(PREFIX + kind + " " + text);
    out.flush();
  }
}
