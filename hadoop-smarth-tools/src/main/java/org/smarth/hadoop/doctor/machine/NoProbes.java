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

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** For files below a directory, whose machine cannot be asked. */
public final class NoProbes implements Probes {
  @Override
  public Space space(Path path) throws IOException {
    throw cannot("free space");
  }

  @Override
  public String hostName() throws IOException {
    throw cannot("the host's name");
  }

  @Override
  public String address(String name) throws IOException {
    throw cannot("addresses");
  }

  @Override
  public String nameOf(String address) throws IOException {
    throw cannot("names");
  }

  @Override
  public String output(List<String> command) throws IOException {
    throw cannot("commands");
  }

  private static IOException cannot(String what) {
    return new IOException(what + ": not asked for with --root");
  }
}
