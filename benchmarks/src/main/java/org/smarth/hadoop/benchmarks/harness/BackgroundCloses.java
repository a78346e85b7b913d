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
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CompletableFuture;

import org.apache.hadoop.fs.FSDataOutputStream;

/** HDFS's BackgroundClose for programs that run on stock's jars, too, where there is none. */
public final class BackgroundCloses {
  private static final MethodHandle CLOSE = find();

  private BackgroundCloses() {
  }

  private static MethodHandle find() {
    try {
      return MethodHandles.publicLookup().findStatic(
          Class.forName("org.apache.hadoop.hdfs.BackgroundClose"), "close",
          MethodType.methodType(CompletableFuture.class, FSDataOutputStream.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * Closes a file in the background, or now where that is not possible.
   *
   * @return completed when the file is complete
   */
  public static CompletableFuture<?> close(FSDataOutputStream out) throws IOException {
    if (CLOSE == null) {
      out.close();
      return CompletableFuture.completedFuture(null);
    }
    try {
      return (CompletableFuture<?>) CLOSE.invoke(out);
    } catch (Throwable e) {
      // It declares no exception.
      throw new IllegalStateException(e);
    }
  }
}
