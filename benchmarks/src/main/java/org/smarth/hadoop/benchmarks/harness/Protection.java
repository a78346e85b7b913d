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

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How data are protected on their way between clients and DataNodes. AES is missing: after Java 8
 * stock's thread that streams dies when it closes such a connection, and its writer waits forever.
 */
public enum Protection {
  NONE("none", null, null),
  AUTHENTICATION("authentication", "authentication", null),
  INTEGRITY("integrity", "integrity", null),
  PRIVACY("privacy", "privacy", null),
  TRIPLE_DES("3des", "authentication", "3des"),
  RC4("rc4", "authentication", "rc4");

  private final String title;
  /** Null without Kerberos. */
  private final String quality;
  /** Of dfs.encrypt.data.transfer; null without it. */
  private final String algorithm;

  Protection(String title, String quality, String algorithm) {
    this.title = title;
    this.quality = quality;
    this.algorithm = algorithm;
  }

  /** Whether everybody has to log in. */
  public boolean hasKerberos() {
    return quality != null;
  }

  /** What daemons and clients are told beside {@link Kerberos#settings}. */
  Map<String, String> settings() {
    Map<String, String> s = new LinkedHashMap<>();
    if (quality != null) {
      s.put("dfs.data.transfer.protection", quality);
    }
    if (algorithm != null) {
      s.put("dfs.encrypt.data.transfer", "true");
      s.put("dfs.encrypt.data.transfer.algorithm", algorithm);
    }
    return s;
  }

  @Override
  public String toString() {
    return title;
  }
}
