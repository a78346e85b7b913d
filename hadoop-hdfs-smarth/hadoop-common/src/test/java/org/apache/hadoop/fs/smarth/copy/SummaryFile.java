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

package org.apache.hadoop.fs.smarth.copy;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a command has written as its summary. */
public final class SummaryFile {
  private final Map<?, ?> json;

  public SummaryFile(File file) throws IOException {
    json = JsonFile.read(file);
  }

  /** @return one of its numbers. */
  public Number number(String name) {
    return (Number) json.get(name);
  }

  public boolean isEndedEarly() {
    return (Boolean) json.get("endedEarly");
  }

  public List<Object> errors() {
    return new ArrayList<>((List<?>) json.get("errors"));
  }
}
