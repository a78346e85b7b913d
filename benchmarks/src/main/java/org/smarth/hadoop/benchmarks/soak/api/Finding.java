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

import java.util.List;

/**
 * What is wrong with a program's outcome.
 *
 * @param lines for the person who reads it
 */
record Finding(Kind kind, List<String> lines) {
  /** How bad it is, the worst first; a shrunken program has the same kind of finding. */
  enum Kind {
    /** A call does not return, or the JVM ended. */
    HANG,
    /** Bytes are missing that were acknowledged, or there that nobody wrote. */
    BROKEN,
    /** Something is not given back. */
    HELD,
    /** It ends in another way than on stock's jars. */
    DIFFERENT,
    /** The same, in one of five runs; it may be as rare on stock. */
    ONCE
  }
}
