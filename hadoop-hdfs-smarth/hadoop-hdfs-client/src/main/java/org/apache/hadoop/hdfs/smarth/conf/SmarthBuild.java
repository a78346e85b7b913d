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
package org.apache.hadoop.hdfs.smarth.conf;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.CodeSource;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

import org.apache.hadoop.classification.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which build of SMARTH a jar is of. Stateless. */
@InterfaceAudience.Private
public final class SmarthBuild {
  /** Of classes that are in no jar of ours. */
  public static final String UNKNOWN = "unknown";
  /** Of a manifest. */
  public static final String ENTRY = "Smarth-Build";
  private static final Logger LOG = LoggerFactory.getLogger(SmarthBuild.class);

  private SmarthBuild() {
  }

  /** @return what the manifest of the class's jar says. */
  public static String of(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      File jar = new File(source.getLocation().toURI());
      return jar.isFile() ? of(jar) : UNKNOWN;
    } catch (IOException | URISyntaxException | RuntimeException e) {
      // Who loads classes from elsewhere has no file.
      LOG.debug("The build of {} is not known", type, e);
      return UNKNOWN;
    }
  }

  private static String of(File file) throws IOException {
    try (JarFile jar = new JarFile(file)) {
      Manifest manifest = jar.getManifest();
      String build = manifest == null ? null
          : manifest.getMainAttributes().getValue(ENTRY);
      return build == null ? UNKNOWN : build;
    }
  }
}
