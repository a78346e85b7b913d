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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Writes many files by one thread, as a job's output committer or a store that flushes does: first
 * each is closed before the next is written, then all are closed in the background. An example of
 * a program that does so where it finds SMARTH's jars, and runs on stock's, too.
 *
 * @param files of each kind
 * @param bytesEach of a file
 */
public record FilesJob(int files, int bytesEach) implements ClientJob {
  private static final Path DIR = new Path("/files");
  private static final int WARM_UPS = 20;

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    context.awaitDataNodes(fs);
    byte[] content = context.input(bytesEach);
    write(fs, "warm-up", WARM_UPS, content, false);
    write(fs, "warm-up", WARM_UPS, content, true);
    context.pauseAt(ClientJob.READY);
    context.events().stage("closing each before the next");
    double oneByOne = write(fs, "each", files, content, false);
    context.events().stage("closing in the background");
    double background = write(fs, "background", files, content, true);
    context.pauseAt(ClientJob.DONE);
    check(fs, "each", content);
    check(fs, "background", content);
    return new Metrics().put("closeSeconds", oneByOne).put("backgroundSeconds", background);
  }

  /** Returns the seconds until all are complete. */
  private static double write(FileSystem fs, String name, int files, byte[] content,
      boolean background) throws IOException, InterruptedException, ExecutionException {
    List<CompletableFuture<?>> closes = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < files; i++) {
      FSDataOutputStream out = fs.create(file(name, i));
      out.write(content);
      if (background) {
        closes.add(BackgroundCloses.close(out));
      } else {
        out.close();
      }
    }
    for (CompletableFuture<?> close : closes) {
      // Now the file is complete, or this tells why not.
      close.get();
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static Path file(String name, int number) {
    return new Path(DIR, name + "-" + number);
  }

  private void check(FileSystem fs, String name, byte[] content) throws IOException {
    for (int i = 0; i < files; i++) {
      ClientContext.check(fs, file(name, i), content);
    }
  }
}
