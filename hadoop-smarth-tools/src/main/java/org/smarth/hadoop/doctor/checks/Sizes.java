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
package org.smarth.hadoop.doctor.checks;

import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Bytes as text. */
final class Sizes {
  static final long MIB = 1L << 20;
  static final long GIB = 1L << 30;

  private Sizes() {
  }

  /** @return such as "1.5 GB". */
  static String format(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }
}
