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
import java.io.PrintStream;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a contender's JVM tells the driver: one line each on its standard output, which nothing
 * else in that JVM writes to.
 */
public record Events(PrintStream out) {
  private static final String PREFIX = "@try ";

  /** What an event is about. */
  public enum Kind {
    /** What is done from now on, for the progress line. */
    STAGE,
    /** How many bytes of the current stage are done. */
    BYTES,
    /** The {@link ClientMemory} of a client while it uploads. */
    MEMORY,
    /** The {@link Metrics} that a client's job gave. */
    RESULT,
    /** Why the contender failed, in one line. */
    ERROR,
    /** A line for the person who waits. */
    LINE,
    /** What the driver asked for. */
    ANSWER
  }

  /** One event as the driver reads it. */
  public record Event(Kind kind, JsonNode value) {
    /** Null for a line that is no event. */
    public static Event parse(String line) throws IOException {
      return line == null || !line.startsWith(PREFIX) ? null
          : Json.read(line.substring(PREFIX.length()), Event.class);
    }

    public String text() {
      return value.asText();
    }

    public <T> T as(Class<T> type) {
      return Json.convert(value, type);
    }
  }

  public void stage(String name) {
    send(Kind.STAGE, name);
  }

  public void bytes(long done) {
    send(Kind.BYTES, done);
  }

  public void line(String text) {
    send(Kind.LINE, text.replaceAll("\\s*\\R\\s*", " "));
  }

  public void error(String why) {
    send(Kind.ERROR, why.replaceAll("\\s+", " ").trim());
  }

  public synchronized void send(Kind kind, Object value) {
    out.println(PREFIX + Json.write(new Event(kind, Json.convert(value, JsonNode.class))));
    out.flush();
  }
}
