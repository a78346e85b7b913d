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
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * One of the 22 queries of TPC-H, with the parameters by which the specification validates them.
 *
 * @param number 1 to 22
 */
record TpchQuery(int number) {
  static final int COUNT = 22;
  /** Of query 11, at scale 1. */
  private static final double FRACTION = 0.0001;
  private static final int DIGITS = 12;

  TpchQuery {
    if (number < 1 || number > COUNT) {
      throw new IllegalArgumentException("query = " + number + ": must be 1 to " + COUNT);
    }
  }

  /** As Hive takes it. */
  String hive(double scale) throws IOException {
    return text("", scale);
  }

  /** As the specification has it, where Hive needs other words; else the same. */
  String standard(double scale) throws IOException {
    return TpchQuery.class.getResource(path("-standard")) == null ? hive(scale)
        : text("-standard", scale);
  }

  private String path(String kind) {
    return String.format("tpch/q%02d%s.sql", number, kind);
  }

  private String text(String kind, double scale) throws IOException {
    try (InputStream in = TpchQuery.class.getResourceAsStream(path(kind))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip()
          .replace("${FRACTION}", BigDecimal.valueOf(FRACTION / scale)
              .setScale(DIGITS, RoundingMode.HALF_UP).toPlainString());
    }
  }
}
