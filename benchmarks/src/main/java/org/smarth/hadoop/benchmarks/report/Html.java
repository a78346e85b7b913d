/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.report;

import java.util.Locale;

import org.apache.commons.lang3.StringEscapeUtils;

/** The pieces that pages are made of. */
final class Html {
  private Html() {
  }

  /** @param tag may have attributes; an empty one is left out, but in a table */
  static void element(StringBuilder out, String tag, String text) {
    if (!text.isEmpty() || tag.startsWith("t")) {
      out.append('<').append(tag).append('>').append(escape(text)).append("</")
          .append(tag.split(" ")[0]).append(">\n");
    }
  }

  static String escape(String text) {
    return StringEscapeUtils.escapeHtml4(text);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
  }
}
