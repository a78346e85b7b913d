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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What must hold after a command. Trees are maps of paths to contents. */
final class Oracle {
  static final String TEMPORARY = "._COPYING_";
  private static final Pattern QUOTA =
      Pattern.compile(" quota .*of .* is exceeded: ");

  /** Whether the command ended by itself, and how. */
  enum End {
    BY_ITSELF, INTERRUPTED, KILLED
  }

  /**
   * What a command finds.
   *
   * @param changedSources what others change meanwhile
   * @param changed the same, of targets
   * @param created what was created in HDFS, by its path there
   * @param ofOthers files that only their owners may replace
   * @param pipes what pipes are told, if they are read
   * @param argument the last one of the command
   */
  record Begin(Map<String, byte[]> sources, Map<String, byte[]> targets,
      Set<String> changedSources, Set<String> changed, Set<String> created,
      Set<String> ofOthers, Map<String, byte[]> pipes, String sourceRoot,
      String targetRoot, String argument) {
  }

  /**
   * What is there afterwards.
   *
   * @param unclean whether to delete something was made to fail
   */
  record Result(Map<String, byte[]> sources, Map<String, byte[]> targets,
      End end, boolean unclean, int status, String errors) {
  }

  private final Program.Command command;
  private final boolean move;
  private final boolean mustSucceed;
  private final Begin begin;
  private final Map<String, byte[]> sources;
  private final Map<String, byte[]> before;
  private final Set<String> changedSources;
  private final Set<String> changed;
  private Map<String, byte[]> after;
  private End end;
  private Result result;
  // Without those of a quota: they name no file, and there must be enough.
  private String errors;
  private int quotaErrors;
  private final List<String> violations = new ArrayList<>();

  Oracle(Program program, Program.Command command, Begin begin) {
    this.command = command;
    this.begin = begin;
    move = command.name(program.upload()).equals("-moveFromLocal");
    // What is there already is no failure with this option alone.
    mustSucceed = command.has("-resume") && !move
        && command.disturbances().isEmpty()
        // Only a superuser can keep an owner.
        && !(program.limit() == Program.Limit.STICKY && command.has("-p"))
        && program.items().stream().allMatch(item -> item.kind().isFile());
    sources = begin.sources;
    before = begin.targets;
    changedSources = begin.changedSources;
    changed = begin.changed;
  }

  static boolean isTemporary(String path) {
    return path.contains(TEMPORARY);
  }

  private boolean replaces() {
    return command.has("-f");
  }

  void violated(String what, String path) {
    violations.add(what + ": " + path);
  }

  List<String> judge(Result found) {
    result = found;
    after = found.targets;
    end = found.end;
    Map<Boolean, List<String>> lines = found.errors.lines()
        .collect(Collectors.partitioningBy(QUOTA.asPredicate()));
    quotaErrors = lines.get(true).size();
    errors = String.join("\n", lines.get(false));
    before.forEach(this::checkOld);
    after.forEach(this::checkNew);
    sources.forEach(this::checkSource);
    if (end == End.BY_ITSELF) {
      checkTold();
    }
    return violations;
  }

  private boolean isCopied(String path) {
    return after.containsKey(path) && sources.containsKey(path)
        && Arrays.equals(after.get(path), wanted(path));
  }

  private byte[] wanted(String path) {
    byte[] piped = begin.pipes.get(path);
    return piped == null ? sources.get(path) : piped;
  }

  /** Nothing is gone that was there, and not replaced as a whole. */
  private void checkOld(String path, byte[] old) {
    boolean isThere = after.containsKey(path)
        && Arrays.equals(after.get(path), old);
    boolean replaced = replaces() && isCopied(path);
    boolean givenUp = replaces() && command.has("-d")
        && begin.created.contains(begin.targetRoot + "/" + path)
        && (end != End.BY_ITSELF || isNamed(path) || quotaErrors > 0);
    if (!isThere && !replaced && !givenUp && !changed.contains(path)
        && !isTemporary(path) && !changedSources.contains(path)) {
      violated("was there before", path);
    }
    // With -d HDFS itself replaces it, if it may be written.
    if (!isThere && !command.has("-d") && begin.ofOthers.contains(path)
        && !changed.contains(path) && !isTemporary(path)) {
      violated("is another's", path);
    }
  }

  /** What is new has all that its source has. */
  private void checkNew(String path, byte[] content) {
    if (before.containsKey(path) || changed.contains(path)) {
      return;
    }
    if (isTemporary(path)) {
      // Of a file that another deletes as it is replaced, the copy stays.
      boolean mayStay = command.has("-verify") || replaces()
          && changed.contains(path.substring(0, path.length()
              - TEMPORARY.length()));
      if (end != End.KILLED && !command.has("-resume") && !result.unclean
          && !(mayStay && isTold(begin.targetRoot + "/" + path))) {
        violated("left", path);
      }
      return;
    }
    if (!isCopied(path) && !changedSources.contains(path)
        && !(command.has("-d") && (end != End.BY_ITSELF || isNamed(path)
            || quotaErrors > 0))) {
      violated("is new, and not its source", path);
    }
  }

  private void checkSource(String path, byte[] content) {
    boolean same = result.sources.containsKey(path)
        && Arrays.equals(result.sources.get(path), content);
    boolean moved = move && !result.sources.containsKey(path)
        && (isCopied(path) || after.containsKey(path) && content == null);
    if (!same && !moved && !changedSources.contains(path)
        && !(move && changed.contains(path))) {
      violated("source is changed or gone", path);
    }
  }

  private void checkTold() {
    boolean all = true;
    Set<String> unnamed = new TreeSet<>();
    for (String path : sources.keySet()) {
      if (changedSources.contains(path) || changed.contains(path)) {
        continue;
      }
      boolean copied = isCopied(path)
          && (sources.get(path) != Trees.UNREADABLE
              || begin.pipes.containsKey(path));
      all &= copied;
      if (!copied && !isNamed(path)) {
        unnamed.add(firstMissing(path));
      }
    }
    if (unnamed.size() > quotaErrors) {
      violated("neither copied nor named", unnamed + ", " + quotaErrors
          + " of a quota");
    }
    if (result.status == 1 && all && mustSucceed) {
      violated("exit status 1", "all are copied");
    }
    if (result.status == 0 && !all) {
      violated("exit status 0", "not all are copied");
    }
    if (result.status != 0 && result.errors.isEmpty()) {
      violated("exit status " + result.status, "and no error");
    }
    // Stock ends so if it asks for the owner of a source that is gone.
    boolean isGone = command.has("-p") && !changedSources.isEmpty();
    if (result.status != 0 && result.status != 1 && !isGone
        && !after.keySet().equals(before.keySet())) {
      violated("exit status " + result.status, "and something was done");
    }
  }

  /** @return the directory that is not there, so that it cannot be. */
  private String firstMissing(String path) {
    String above = parent(path);
    return above == null || after.containsKey(above) ? path
        : firstMissing(above);
  }

  /**
   * @return whether an error has its name, or that of a directory above. As in
   *     stock, those of a quota name the directory that has it.
   */
  private boolean isNamed(String path) {
    if (errors.contains("Usage: hadoop fs") || result.status == -1) {
      return true;
    }
    for (String name = path; name != null; name = parent(name)) {
      String target = begin.targetRoot + "/" + name;
      if (isTold(begin.sourceRoot + "/" + name) || isTold(target)
          || isTold(target + TEMPORARY)
          || isTold(target + TEMPORARY + "._REST_")
          || isTold(checksums(target + TEMPORARY))) {
        return true;
      }
    }
    return isTold(begin.sourceRoot) || isTold(begin.targetRoot)
        || isTold(begin.argument);
  }

  /** @return where a local disk keeps those of a file. */
  private static String checksums(String file) {
    int name = file.lastIndexOf('/') + 1;
    return file.substring(0, name) + "." + file.substring(name) + ".crc";
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? null : path.substring(0, slash);
  }

  /** Messages have one line. */
  private boolean isTold(String name) {
    int line = name.indexOf('\n');
    String told = line < 0 ? name : name.substring(0, line);
    for (int at = errors.indexOf(told); at >= 0;
        at = errors.indexOf(told, at + 1)) {
      int end1 = at + told.length();
      char next = end1 < errors.length() ? errors.charAt(end1) : '\n';
      if (line >= 0 || next != '/' && !errors.startsWith(TEMPORARY, end1)
          && !Character.isLetterOrDigit(next)) {
        return true;
      }
    }
    return false;
  }
}
