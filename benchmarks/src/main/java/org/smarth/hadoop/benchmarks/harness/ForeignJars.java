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
package org.smarth.hadoop.benchmarks.harness;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Classes that need other versions of libraries than Hadoop has. They see the jars of a directory
 * before this JVM's own class path, which they may share.
 */
final class ForeignJars implements AutoCloseable {
  private final URLClassLoader loader;

  /**
   * @param jars directory of jars
   * @throws Failure if it has none
   */
  ForeignJars(Path jars) throws IOException {
    List<URL> urls = new ArrayList<>();
    if (Files.isDirectory(jars)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(jars, "*.jar")) {
        for (Path file : files) {
          urls.add(file.toUri().toURL());
        }
      }
    }
    if (urls.isEmpty()) {
      throw new Failure("no jars in " + jars + "; dev-support/hive.sh gets them");
    }
    urls.sort((a, b) -> a.getPath().compareTo(b.getPath()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(url(entry));
    }
    loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String entry) throws MalformedURLException {
    return new File(entry).toURI().toURL();
  }

  /**
   * Makes an object of a class that these jars see, by its constructor without arguments.
   *
   * @param as a type of Java's own, which both sides share
   */
  <T> T make(String className, Class<T> as) throws ReflectiveOperationException {
    return as.cast(loader.loadClass(className).getDeclaredConstructor().newInstance());
  }

  /** The loader, for code that asks its thread for one. */
  ClassLoader loader() {
    return loader;
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
