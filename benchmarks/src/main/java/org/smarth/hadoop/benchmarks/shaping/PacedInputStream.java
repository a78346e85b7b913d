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

package org.smarth.hadoop.benchmarks.shaping;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Hands out bytes no faster than their path allows; what is not read holds the sender up. */
final class PacedInputStream extends FilterInputStream {
  /** Small enough to share a link fairly: 5 ms at 50 Mbps. */
  static final int MAX_READ = 32 * 1024;

  private final ShapedLinks.Path path;

  PacedInputStream(InputStream in, ShapedLinks.Path path) {
    super(in);
    this.path = path;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    if (b >= 0) {
      path.pass(1);
    }
    return b;
  }

  @Override
  public int read(byte[] b, int off, int len) throws IOException {
    int n = super.read(b, off, Math.min(len, MAX_READ));
    if (n > 0) {
      path.pass(n);
    }
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    // Skipped bytes pass the link too.
    return n <= 0 ? 0 : Math.max(0, read(new byte[(int) Math.min(n, MAX_READ)]));
  }
}
