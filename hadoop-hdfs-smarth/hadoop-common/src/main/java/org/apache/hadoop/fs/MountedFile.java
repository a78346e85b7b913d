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

package org.apache.hadoop.fs;

import java.io.Closeable;
import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.io.IOUtils;

/**
 * A file where it really is, behind a mount table. Without a cache its file
 * system is a new one, of which nobody else knows: it is closed with this.
 */
@InterfaceAudience.Private
public final class MountedFile implements Closeable {
  private final FileSystem fs;
  private final Path path;
  private final boolean own;

  /** @throws IOException if the mount table does not know the file */
  public MountedFile(FileSystem view, Path file) throws IOException {
    path = view.resolvePath(file);
    fs = path.getFileSystem(view.getConf());
    own = view.getConf().getBoolean("fs." + fs.getUri().getScheme()
        + ".impl.disable.cache", false);
  }

  public FileSystem getFs() {
    return fs;
  }

  public Path getPath() {
    return path;
  }

  @Override
  public void close() {
    if (own) {
      // Nothing is written through it, so nothing is lost if that fails.
      IOUtils.closeStream(fs);
    }
  }
}
