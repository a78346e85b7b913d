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
package org.smarth.hadoop.doctor.finding;

import java.util.Arrays;
import java.util.Locale;

/** What mends a finding. Immutable. */
public final class Mend {
  /** There is nothing to do. */
  public static final Mend NONE = new Mend("", "");

  private final String text;
  private final String script;

  private Mend(String text, String script) {
    this.text = text;
    this.script = script;
  }

  /** What another process made. */
  public static Mend of(String text, String script) {
    return new Mend(text, script);
  }

  /**
   * @param command for a shell, run as root
   * @param values for the gaps of its form
   */
  public static Mend command(Command command, Object... values) {
    String line = command.line(values);
    return line == null
        ? advice("By hand, as a shell would misread a value: "
            + command.name().toLowerCase(Locale.ROOT) + " "
            + Arrays.toString(values))
        : new Mend(line, line);
  }

  /** @param file the name of the site file */
  public static Mend property(String file, String key, Object value) {
    String text = file + ": " + key + " = " + value;
    return new Mend(text, "# Edit " + Command.oneLine(text));
  }

  /** @param text what a person has to do */
  public static Mend advice(String text) {
    return new Mend(text, "# " + Command.oneLine(text));
  }

  /** @return one line for people. */
  public String getText() {
    return text;
  }

  /** @return one line of a shell script; a comment if no command mends it. */
  public String getScript() {
    return script;
  }
}
