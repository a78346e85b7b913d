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

package org.smarth.hadoop.conformance.jvm;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;

/** Runs one test class, or one of its methods: FILE CLASS [METHOD]. FILE gets the results. */
public final class TestMain {
  private TestMain() {
  }

  public static void main(String[] args) throws IOException, ClassNotFoundException {
    Request request = Request.aClass(Class.forName(args[1]));
    if (args.length > 2) {
      request = request.filterWith(only(args[2]));
    }
    try (PrintStream out = new PrintStream(
        Files.newOutputStream(Path.of(args[0])), true, StandardCharsets.UTF_8)) {
      JUnitCore core = new JUnitCore();
      core.addListener(new ResultLog(out));
      core.run(request);
    }
    // Clusters leave threads behind, and what they do at shutdown is of no interest.
    Runtime.getRuntime().halt(0);
  }

  private static Filter only(String method) {
    return new Filter() {
      @Override
      public boolean shouldRun(Description description) {
        return description.isSuite()
            ? description.getChildren().stream().anyMatch(this::shouldRun)
            : method.equals(description.getMethodName());
      }

      @Override
      public String describe() {
        return method;
      }
    };
  }
}
