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

import java.util.Random;

/**
 * Something in the tree that is copied.
 *
 * @param number makes its name the only one
 * @param dir in which directory it is, by number
 * @param flavour what is odd in its name
 * @param there what has the name of its copy before
 */
record Item(int number, int dir, int flavour, Kind kind, int size,
    There there) {
  /** What the source is. */
  enum Kind {
    FILE, LINK, LINKED_DIR, DANGLING, PIPE, SOCKET, UNREADABLE, DIR;

    /** @return whether it can be read, and again. */
    boolean isFile() {
      return this == FILE || this == LINK;
    }
  }

  /** What is at the target. LEFT: by an upload that was killed. */
  enum There {
    NOTHING, OTHER, EQUAL, DIR, LEFT, LEFT_TWICE, LEFT_OTHER
  }

  private static final String[] DIRS =
      {"", "d1/", "d1/d 2/", "d1/d 2/-\u00fc:3/"};
  private static final String[] HDFS_DIRS =
      {"", "d1/", "d1/d 2/", "d1/d 2/-\u00fc3/"};
  private static final int FLAVOURS = 8;

  static int dirs() {
    return DIRS.length;
  }

  static int flavours() {
    return FLAVOURS;
  }

  boolean isAtRoot() {
    return dir == 0;
  }

  /** @return whether it is one, or its copy's name is one's. */
  boolean isDirectory() {
    return kind == Kind.DIR || kind == Kind.LINKED_DIR || there == There.DIR;
  }

  /** @return its path below the tree; HDFS takes no colons. */
  String path(boolean inHdfs) {
    return (inHdfs ? HDFS_DIRS : DIRS)[dir] + name(inHdfs);
  }

  private String name(boolean inHdfs) {
    String id = "i" + number;
    switch (flavour) {
    case 1:
      return id + " b";
    case 2:
      return inHdfs ? id : id + ":c";
    case 3:
      return id + "\nd";
    case 4:
      return "-f" + id;
    case 5:
      return id + "%41\u00e9\u6f22";
    case 6:
      return id + "x".repeat(242 - id.length());
    case 7:
      return id + "y".repeat(250 - id.length());
    default:
      return id;
    }
  }

  /** @return what is in it, of that version. */
  byte[] content(int version) {
    byte[] bytes = new byte[size];
    new Random(31L * number + version).nextBytes(bytes);
    return bytes;
  }
}
