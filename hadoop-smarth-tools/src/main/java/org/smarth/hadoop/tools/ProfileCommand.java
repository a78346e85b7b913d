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
package org.smarth.hadoop.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.smarth.hadoop.heartbeat.profile.Profile;
import org.smarth.hadoop.heartbeat.profile.SiteFile;
import org.smarth.hadoop.heartbeat.profile.SiteMerge;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Named sets of settings, to paste or merged into site files. */
@Command(name = "profile", usageHelpWidth = 100, sortOptions = false,
    description = "Prints the settings of a profile as XML to paste, or merges them into site"
        + " files.%n")
final class ProfileCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "One of: ${COMPLETION-CANDIDATES}.")
  private String name;

  @Parameters(index = "1..*", paramLabel = "FILE",
      description = "Site files to merge it into, known by their names: hdfs-site.xml,"
          + " yarn-site.xml, mapred-site.xml. Prints what would change.")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--write",
      description = "After printing what changes, write it.")
  private boolean write;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Profile profile = profile();
    PrintWriter out = spec.commandLine().getOut();
    if (files.isEmpty()) {
      out.println("<!-- " + profile.getName() + ": " + profile.getAbout()
          + " -->");
      out.print(profile.toXml());
    } else {
      merge(profile, out);
    }
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private Profile profile() {
    for (Profile profile : Profile.values()) {
      if (profile.getName().equals(name)) {
        return profile;
      }
    }
    throw new ParameterException(spec.commandLine(), "'" + name
        + "' is no profile; there are: " + String.join(", ", new Names()));
  }

  /** All are read and checked before the first is written. */
  private void merge(Profile profile, PrintWriter out) throws IOException {
    Map<Path, SiteMerge> merges = new LinkedHashMap<>();
    for (Path file : files) {
      try {
        merges.put(file, new SiteMerge(Files.readAllBytes(file),
            profile.getSettings(siteFile(file))));
      } catch (IllegalArgumentException e) {
        throw new IOException(file + ": " + e.getMessage(), e);
      }
    }
    boolean changes = false;
    for (Map.Entry<Path, SiteMerge> merge : merges.entrySet()) {
      changes |= merge.getValue().isChanged();
      out.print(merge.getValue().isChanged()
          ? merge.getValue().diff(merge.getKey().toString())
          : merge.getKey() + ": has these settings\n");
    }
    if (write) {
      for (Map.Entry<Path, SiteMerge> merge : merges.entrySet()) {
        replace(merge.getKey().toRealPath(), merge.getValue().getBytes());
      }
      out.println("Written.");
    } else if (changes) {
      out.println("Nothing was written: --write writes it.");
    }
  }

  /** As a whole or not at all, and with the permissions that it had. */
  private static void replace(Path file, byte[] content) throws IOException {
    Path made = Files.createTempFile(
        Objects.requireNonNull(file.getParent()), "site-", ".new");
    try {
      Files.copy(file, made, StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES);
      Files.write(made, content);
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made);
    }
  }

  private SiteFile siteFile(Path file) {
    for (SiteFile known : SiteFile.values()) {
      Path last = file.getFileName();
      if (last != null && last.toString().equals(known.getFileName())) {
        return known;
      }
    }
    throw new ParameterException(spec.commandLine(), file
        + ": its name must be hdfs-site.xml, yarn-site.xml or mapred-site.xml");
  }

  /** The names of all profiles. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Profile.values().stream().map(Profile::getName).iterator();
    }
  }
}
