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

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathExistsException;
import org.apache.hadoop.fs.PathIOException;

/**
 * Commands that copy to and from the local file system, in place of stock's.
 * Without options of ours they do as stock's do.
 */
@InterfaceAudience.Private
public final class SmarthCopyCommands {
  private SmarthCopyCommands() {
  }

  /** @param factory in which stock's commands are registered. */
  public static void registerCommands(CommandFactory factory) {
    factory.addClass(Put.class, "-put");
    factory.addClass(CopyFromLocal.class, "-copyFromLocal");
    factory.addClass(MoveFromLocal.class, "-moveFromLocal");
    factory.addClass(Get.class, "-get");
    factory.addClass(CopyToLocal.class, "-copyToLocal");
    factory.addClass(Cleanup.class, "-cleanup");
  }

  /** Stock's put, which can copy several files at the same time. */
  static class Put extends CopyCommands.Put {
    public static final String NAME = CopyCommands.Put.NAME;
    public static final String USAGE = CopyCommands.Put.USAGE;
    public static final String DESCRIPTION =
        CopyCommands.Put.DESCRIPTION + CopyOptions.DESCRIPTION
            + CopyOptions.UPLOAD_DESCRIPTION;

    private final Copies copies = new Copies(this);
    private final CheckedUploads uploads =
        new CheckedUploads(this, copies.getCounts());

    @Override
    protected void processOptions(LinkedList<String> args) throws IOException {
      CopyOptions options = CopyOptions.take(args, getConf(), true);
      copies.setOptions(options);
      uploads.setOptions(options);
      super.processOptions(args);
    }

    @Override
    protected void processArguments(LinkedList<PathData> args)
        throws IOException {
      copies.run(() -> {
        if (args.size() == 1 && args.getFirst().toString().equals("-")) {
          copies.copyStream(args.getFirst(), () -> super.processArguments(args));
        } else {
          super.processArguments(args);
        }
      });
    }

    /** Where stock takes a name with a colon for a URI, a file is meant. */
    @Override
    protected List<PathData> expandArgument(String arg) throws IOException {
      if (Path.WINDOWS) {
        // No name has a colon there, but for the drive's.
        return super.expandArgument(arg);
      }
      if (arg.equals(Path.CUR_DIR) && hasColons(new File(arg))) {
        return super.expandArgument("./");
      }
      int colon = arg.indexOf(':');
      int slash = arg.indexOf(Path.SEPARATOR_CHAR);
      boolean looksLikeUri = colon >= 0 && (slash < 0 || colon < slash);
      try {
        return super.expandArgument(
            looksLikeUri && new File(arg).exists() ? "./" + arg : arg);
      } catch (IOException e) {
        if (e.getCause() instanceof URISyntaxException) {
          // Stock leaves out which argument it is, as with a blank.
          throw new PathIOException(arg, e.getCause());
        }
        throw e;
      }
    }

    private static boolean hasColons(File directory) {
      String[] names = directory.list();
      return names != null
          && Arrays.stream(names).anyMatch(name -> name.contains(":"));
    }

    @Override
    protected void processPathArgument(PathData src) throws IOException {
      copies.before(src);
      super.processPathArgument(src);
    }

    @Override
    protected void processPath(PathData src) throws IOException {
      boolean within = getDepth() > 0 || dst.exists && dst.stat.isDirectory();
      if (within && src.stat.isFile() && copies.areAtOnce()) {
        // Whoever copies it asks for its target: the walk would ask for all.
        PathData in = dst;
        copies.copy(src, src, () -> {
          PathData target = target(src, () -> in.getPathDataForChild(src));
          checkTarget(target);
          copyNow(src, target);
        });
        return;
      }
      PathData target;
      try {
        target = target(src, () -> getTargetPath(src));
      } catch (PathIOException e) {
        copies.refuse(src);
        throw e;
      }
      processPath(src, target);
    }

    @Override
    protected void processPath(PathData src, PathData target)
        throws IOException {
      checkTarget(target);
      super.processPath(src, target);
    }

    /** @throws IOException if nothing may be copied there. */
    protected void checkTarget(PathData target) throws IOException {
      // A copy is merged into a directory that is there.
    }

    /** Asks for the target of a copy. */
    private interface Lookup {
      PathData target() throws IOException;
    }

    /** HDFS takes no names such as one with a colon; others go on. */
    private static PathData target(PathData src, Lookup lookup)
        throws IOException {
      try {
        return lookup.target();
      } catch (IllegalArgumentException e) {
        throw new PathIOException(src.toString(), e);
      }
    }

    @Override
    protected void copyFileToTarget(PathData src, PathData target)
        throws IOException {
      copies.copy(src, src, () -> copyNow(src, target));
    }

    private void copyNow(PathData src, PathData target) throws IOException {
      if (!uploads.areWanted()) {
        super.copyFileToTarget(src, target);
      } else {
        PathData there = inHdfs(src.path, target);
        copies.write(there,
            file -> uploads.copy(src, there, file));
        preserveAttributes(src, target, false);
      }
      copied(src);
    }

    /** Clear text has no place among raw files of an encryption zone. */
    private PathData inHdfs(Path src, PathData target) throws IOException {
      PathData there = uploads.inHdfs(target);
      checkPathsForReservedRaw(src, there.path);
      return there;
    }

    /** @param src a file or directory whose copy is there. */
    protected void copied(PathData src) throws IOException {
      // A copy leaves its source as it is.
    }

    @Override
    protected void recursePath(PathData src) throws IOException {
      copies.walk(() -> {
        super.recursePath(src);
        copies.afterFiles(() -> copied(src));
      });
    }

    @Override
    protected void copyStreamToTarget(InputStream in, PathData target)
        throws IOException {
      if (!uploads.areWanted()) {
        copies.write(target, file -> super.copyStreamToTarget(
            file.source(copies.counting(in)), target));
      } else {
        PathData there = inHdfs(new Path("-"), target);
        copies.write(there, file -> uploads.copy(in, there, file));
      }
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

  /** Stock's get, which can copy several files at the same time. */
  static class Get extends CopyCommands.Get {
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

  /** Another name of put. */
  static class CopyFromLocal extends Put {
    public static final String NAME = CopyCommands.CopyFromLocal.NAME;
    public static final String USAGE = Put.USAGE;
    public static final String DESCRIPTION =
        CopyCommands.CopyFromLocal.DESCRIPTION;
  }

  /** Another name of get. */
  static class CopyToLocal extends Get {
    public static final String NAME = CopyCommands.CopyToLocal.NAME;
    public static final String USAGE = Get.USAGE;
    public static final String DESCRIPTION =
        CopyCommands.CopyToLocal.DESCRIPTION;
  }

  /** Put that deletes each source once it is copied. */
  static class MoveFromLocal extends Put {
    public static final String NAME = MoveCommands.MoveFromLocal.NAME;
    public static final String USAGE = MoveCommands.MoveFromLocal.USAGE;
    public static final String DESCRIPTION =
        StockOptions.MOVE_DESCRIPTION;

    private final MoveCommands.MoveFromLocal stock =
        new MoveCommands.MoveFromLocal();

    @Override
    protected void checkTarget(PathData target) throws IOException {
      // As in stock, nothing is moved into a directory that is there.
      if (target.exists && target.stat.isDirectory()) {
        throw new PathExistsException(target.toString());
      }
    }

    @Override
    protected void copied(PathData src) throws IOException {
      stock.postProcessPath(src);
    }
  }
}
