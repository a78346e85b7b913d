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
package org.smarth.hadoop.doctor.machine;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks the machine that this runs on. */
public final class LiveProbes implements Probes {
  private static final int SECONDS = 5;
  private static final Path HOST_NAME =
      Paths.get("/proc/sys/kernel/hostname");

  @Override
  public Space space(Path path) throws IOException {
    FileStore store = Files.getFileStore(path);
    return new Space(store.getUsableSpace(), store.getTotalSpace());
  }

  @Override
  public String hostName() throws IOException {
    // Java's own way fails if the name has no address.
    return new String(Files.readAllBytes(HOST_NAME), StandardCharsets.UTF_8)
        .trim();
  }

  @Override
  public String address(String name) throws IOException {
    return InetAddress.getByName(name).getHostAddress();
  }

  @Override
  public String nameOf(String address) throws IOException {
    return InetAddress.getByName(address).getCanonicalHostName();
  }

  @Override
  public String output(List<String> command) throws IOException {
    // A file, as a pipe that a grandchild holds would block the reader.
    File output = File.createTempFile("smarth-doctor", ".out");
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true)
          .redirectOutput(output).redirectInput(new File("/dev/null")).start();
      try {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
          throw new IOException(command.get(0) + ": no answer in " + SECONDS
              + " s");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(command.get(0) + ": interrupted", e);
      } finally {
        process.destroyForcibly();
      }
      String text = new String(Files.readAllBytes(output.toPath()),
          StandardCharsets.UTF_8).trim();
      if (process.exitValue() != 0) {
        throw new IOException(command.get(0) + ": status "
            + process.exitValue() + ": " + text);
      }
      return text;
    } finally {
      Files.deleteIfExists(output.toPath());
    }
  }
}
