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

package org.smarth.hadoop.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.apache.commons.codec.digest.DigestUtils;

/**
 * Which run a result is of: whoever asks for a run of an equal key may take that result.
 *
 * @param software the versions that are compared, and what else changes numbers
 * @param pair which repetition, from 1: runs of one pair were made next to each other
 */
public record RunKey(Setup setup, Contender contender, String software, int pair) {
  private static final int HASH_DIGITS = 10;

  /** In words that tell it from any other key. */
  public String text() {
    return setup + " " + contender.id() + " pair " + pair + " of " + software;
  }

  /** A name for files, such as "upload-smarth-2-0a1b2c3d4e". */
  public String id() {
    byte[] text = text().getBytes(StandardCharsets.UTF_8);
    return setup.work().getClass().getSimpleName().toLowerCase(Locale.ROOT) + "-" + contender.id()
        + "-" + pair + "-" + DigestUtils.sha256Hex(text).substring(0, HASH_DIGITS);
  }
}
