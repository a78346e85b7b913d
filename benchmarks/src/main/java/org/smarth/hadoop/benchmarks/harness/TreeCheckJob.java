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
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.apache.commons.io.IOUtils;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Compares a local directory with what is in HDFS: every length, and some contents. */
public record TreeCheckJob(String source, String target) implements ClientJob {
  private static final int CONTENTS_OF_ONE_IN = 100;

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    context.pauseAt(ClientJob.READY);
    context.events().stage("comparing " + target);
    Map<String, Long> local = local();
    Map<String, Long> stored = stored(fs);
    if (!local.equals(stored)) {
      throw new Failure(target + " differs from " + source + ": " + stored.size() + " files of "
          + sum(stored) + " bytes instead of " + local.size() + " of " + sum(local));
    }
    int i = 0;
    for (String file : local.keySet()) {
      if (i++ % CONTENTS_OF_ONE_IN == 0) {
        compare(fs, file);
      }
    }
    context.pauseAt(ClientJob.DONE);
    return new Metrics();
  }

  private static long sum(Map<String, Long> lengths) {
    return lengths.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The length of each file, by its path below the directory. */
  private Map<String, Long> local() throws IOException {
    Map<String, Long> lengths = new TreeMap<>();
    java.nio.file.Path top = Paths.get(source);
    try (Stream<java.nio.file.Path> files = Files.walk(top)) {
      for (java.nio.file.Path file : files.filter(Files::isRegularFile).toList()) {
        lengths.put(top.relativize(file).toString(), Files.size(file));
      }
    }
    return lengths;
  }

  private Map<String, Long> stored(DistributedFileSystem fs) throws IOException {
    Map<String, Long> lengths = new TreeMap<>();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path(target), true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      String path = file.getPath().toUri().getPath();
      lengths.put(path.substring(target.length() + 1), file.getLen());
    }
    return lengths;
  }

  private void compare(DistributedFileSystem fs, String file) throws IOException {
    try (InputStream local = Files.newInputStream(Paths.get(source, file));
        InputStream stored = fs.open(new Path(target, file))) {
      if (!IOUtils.contentEquals(local, stored)) {
        throw new Failure(target + "/" + file + " has other contents than its source");
      }
    }
  }
}
