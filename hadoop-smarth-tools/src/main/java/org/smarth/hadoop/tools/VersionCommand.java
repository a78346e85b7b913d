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
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.hdfs.smarth.conf.SmarthBuild;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Which build of SMARTH the jars on the class path are of. */
@Command(name = "version", usageHelpWidth = 100,
    description = "Prints the build of this jar, and of SMARTH's other jars in the Hadoop"
        + " installation that runs it. Ends with status 1 if those builds differ.%n")
final class VersionCommand implements Callable<Integer> {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String STOCK = "stock";
  private static final Pattern JAR = Pattern.compile("jar:file:(.*\\.jar)!/" + MANIFEST);
  private static final Pattern DROP_IN = Pattern.compile(".*/hadoop-(common|hdfs|hdfs-client"
      + "|client-api|yarn-common|yarn-server-resourcemanager|mapreduce-client-core"
      + "|mapreduce-client-app)"
      + "-[0-9.]+\\.jar");

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Map<String, String> builds = new TreeMap<>();
    for (URL manifest : Collections.list(
        VersionCommand.class.getClassLoader().getResources(MANIFEST))) {
      Matcher jar = JAR.matcher(manifest.toString());
      String build = build(manifest);
      if (jar.matches() && (build != null || DROP_IN.matcher(jar.group(1)).matches())) {
        builds.put(jar.group(1), build == null ? STOCK : "build " + build);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    builds.forEach((jar, build) -> out.println(jar + ": " + build));
    if (builds.isEmpty()) {
      out.println("No jar of SMARTH is on the class path");
    }
    out.flush();
    // Of a role some jars are enough.
    return builds.values().stream().filter(b -> !b.equals(STOCK)).distinct().count() > 1 ? 1 : 0;
  }

  private static String build(URL manifest) throws IOException {
    try (InputStream in = manifest.openStream()) {
      return new Manifest(in).getMainAttributes().getValue(SmarthBuild.ENTRY);
    }
  }
}
