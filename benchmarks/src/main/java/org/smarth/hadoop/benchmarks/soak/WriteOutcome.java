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

package org.smarth.hadoop.benchmarks.soak;

/**
 * How a write ended.
 *
 * @param acknowledged bytes that the file must have: those before the last flush that succeeded;
 *     when close did, all of the writes that succeeded
 * @param closed whether close succeeded, after all writes but an interrupted one
 * @param failure why not everything was written, or null
 * @param during what failed: create, write, hflush, hsync or close
 */
record WriteOutcome(FilePlan plan, int acknowledged, boolean closed, Exception failure,
    String during) {
  boolean succeeded() {
    return failure == null;
  }

  /** The failure without what differs between two runs. */
  String cause() {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String outer = plain(failure);
    String inner = root == failure ? "" : " <- " + root.getClass().getSimpleName() + ": "
        + plain(root);
    return during + ": " + failure.getClass().getSimpleName() + ": " + outer + inner;
  }

  private static String plain(Throwable t) {
    String line = String.valueOf(t.getMessage()).lines().findFirst().orElse("");
    return line.replaceAll("DatanodeInfoWithStorage\\[[^\\]]*\\]", "DN")
        .replaceAll("BP-[-0-9.]+:", "").replaceAll("/soak[-0-9]+", "FILE")
        .replaceAll("[-\\w.]*/?\\d+\\.\\d+\\.\\d+\\.\\d+(:\\d+)?", "ADDRESS")
        .replaceAll("(DN|ADDRESS)(, (DN|ADDRESS))+", "$1...").replaceAll("-?\\d+", "N");
  }
}
