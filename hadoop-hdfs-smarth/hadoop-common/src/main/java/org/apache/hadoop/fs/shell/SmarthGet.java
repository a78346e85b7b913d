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

package org.apache.hadoop.fs.shell;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedList;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;

/** Stock's get, which can copy several files at the same time. */
class SmarthGet extends CopyCommands.Get {
  public static final String NAME = CopyCommands.Get.NAME;
  public static final String USAGE = CopyCommands.Get.USAGE;
  public static final String DESCRIPTION =
      CopyCommands.Get.DESCRIPTION + CopyOptions.DESCRIPTION;

  private final Copies copies = new Copies(this);

  @Override
  protected void processOptions(LinkedList<String> args) throws IOException {
    copies.setOptions(CopyOptions.take(args, getConf(), false));
    super.processOptions(args);
  }

  /** Stock leaves out which argument is no URI, or a URI without a path. */
  @Override
  protected void getLocalDestination(LinkedList<String> args)
      throws IOException {
    if (Path.WINDOWS) {
      // A drive's name is no scheme there.
      super.getLocalDestination(args);
      return;
    }
    String target = args.size() < 2 ? Path.CUR_DIR : args.getLast();
    try {
      if (new URI(target).isOpaque()) {
        throw new PathIOException(target,
            "A file of that name is written ./" + target);
      }
    } catch (URISyntaxException e) {
      throw new PathIOException(target, e);
    }
    super.getLocalDestination(args);
  }

  @Override
  protected void processArguments(LinkedList<PathData> args)
      throws IOException {
    copies.run(() -> super.processArguments(args));
  }

  @Override
  protected void processPathArgument(PathData src) throws IOException {
    copies.before(src);
    super.processPathArgument(src);
  }

  @Override
  protected void copyFileToTarget(PathData src, PathData target)
      throws IOException {
    copies.copy(src, target, () -> super.copyFileToTarget(src, target));
  }

  @Override
  protected void recursePath(PathData src) throws IOException {
    copies.walk(() -> super.recursePath(src));
  }

  @Override
  protected void copyStreamToTarget(InputStream in, PathData target)
      throws IOException {
    copies.write(target, file -> super.copyStreamToTarget(
        file.source(copies.counting(in)), target));
  }

  @Override
  protected void preserveAttributes(PathData src, PathData target,
      boolean preserveRawXAttrs) throws IOException {
    if (src.stat.isDirectory()) {
      copies.afterFiles(
          () -> super.preserveAttributes(src, target, preserveRawXAttrs));
    } else {
      super.preserveAttributes(src, target, preserveRawXAttrs);
    }
  }

  @Override
  public synchronized void displayError(Exception e) {
    if (!copies.areCancelled()) {
      copies.failed(e);
      super.displayError(e);
    }
  }

  @Override
  public void displayWarning(String message) {
    copies.print(() -> super.displayWarning(message));
  }
}
