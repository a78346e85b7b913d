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
package org.smarth.hadoop.models.copies;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A tree, and commands that copy it one after the other.
 *
 * @param upload whether to HDFS
 * @param whole whether the tree is one argument, else each of its children
 * @param target what the last argument is
 * @param limit what holds where the copies go to, in HDFS
 */
record Program(boolean upload, boolean whole, Target target, Limit limit,
    List<Item> items, List<Command> commands) {
  /** MOUNTED: HDFS is behind a mount table; FILE: of what is a single one. */
  enum Target {
    DIRECTORY, MOUNTED, FILE
  }

  /**
   * NAMES, SPACE: a quota with a little room; STICKY: the directories have a
   * sticky bit, and files of others beside those of the user, no superuser.
   */
  enum Limit {
    NONE, NAMES, SPACE, STICKY
  }

  /**
   * A command.
   *
   * @param edited the item that gets another content before; none if negative
   */
  record Command(int name, List<String> options, int edited,
      List<Disturbance> disturbances) {
    String name(boolean upload) {
      return upload ? new String[] {"-put", "-copyFromLocal", "-moveFromLocal"}
          [name] : new String[] {"-get", "-copyToLocal", "-get"}[name];
    }

    /** @return the same, of so many items. */
    Command of(int items) {
      return new Command(name, options, edited, disturbances.stream()
          .map(d -> new Disturbance(d.kind(), d.at(), d.position(),
              d.item() % items)).toList());
    }

    boolean has(String option) {
      return options.contains(option);
    }
  }

  /**
   * @return whether the last argument is the copy's own name; a directory that
   *     an earlier command has made would get the copy
   */
  boolean isToFile() {
    return target == Target.FILE && !whole && items.size() == 1
        && items.get(0).isAtRoot() && !items.get(0).isDirectory();
  }

  @Override
  public String toString() {
    return "\n  " + (whole ? "a tree of" : "files") + " to " + target
        + ", limit " + limit
        + items.stream().map(item -> "\n    " + item)
            .collect(Collectors.joining())
        + commands.stream().map(command -> "\n  " + command.name(upload) + " "
            + command.options + (command.edited < 0 ? ""
                : " after an edit of " + command.edited) + " "
            + command.disturbances).collect(Collectors.joining())
        + "\n";
  }
}
