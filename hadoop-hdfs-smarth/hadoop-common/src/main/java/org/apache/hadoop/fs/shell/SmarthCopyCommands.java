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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.PathExistsException;

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
    factory.addClass(SmarthPut.class, "-put");
    factory.addClass(CopyFromLocal.class, "-copyFromLocal");
    factory.addClass(MoveFromLocal.class, "-moveFromLocal");
    factory.addClass(SmarthGet.class, "-get");
    factory.addClass(CopyToLocal.class, "-copyToLocal");
    factory.addClass(Cleanup.class, "-cleanup");
  }

  /** Another name of put. */
  static class CopyFromLocal extends SmarthPut {
    public static final String NAME = CopyCommands.CopyFromLocal.NAME;
    public static final String USAGE = SmarthPut.USAGE;
    public static final String DESCRIPTION =
        CopyCommands.CopyFromLocal.DESCRIPTION;
  }

  /** Another name of get. */
  static class CopyToLocal extends SmarthGet {
    public static final String NAME = CopyCommands.CopyToLocal.NAME;
    public static final String USAGE = SmarthGet.USAGE;
    public static final String DESCRIPTION =
        CopyCommands.CopyToLocal.DESCRIPTION;
  }

  /** Put that deletes each source once it is copied. */
  static class MoveFromLocal extends SmarthPut {
    public static final String NAME = MoveCommands.MoveFromLocal.NAME;
    public static final String USAGE = MoveCommands.MoveFromLocal.USAGE;
    public static final String DESCRIPTION =
        MoveCommands.MoveFromLocal.DESCRIPTION;

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
