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
package org.smarth.hadoop.models.replicas;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Hadoop's classes, loaded twice: stock's, and with ours in their place. */
final class Jars {
  private static final String HERE = Jars.class.getPackageName() + ".";
  private static final String NAMENODE =
      "org.apache.hadoop.hdfs.server.blockmanagement.ModelNamenode";
  static final Jars STOCK = new Jars(true);
  static final Jars OURS = new Jars(false);

  private final boolean stock;
  private final Class<?> namenode;

  private Jars(boolean isStock) {
    stock = isStock;
    try {
      namenode = new URLClassLoader(urls(isStock), new ClassLoader(
          ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name)
                throws ClassNotFoundException {
              if (name.startsWith(HERE)) {
                return Jars.class.getClassLoader().loadClass(name);
              }
              throw new ClassNotFoundException(name);
            }
          }).loadClass(NAMENODE);
    } catch (ReflectiveOperationException | MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL[] urls(boolean isStock) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    if (isStock) {
      File modules = new File(System.getProperty("drop-in.modules"));
      for (String module : List.of("hadoop-hdfs-client", "hadoop-hdfs")) {
        File classes = new File(modules, module + "/"
            + System.getProperty("drop-in.target") + "/stock/classes");
        if (!classes.isDirectory()) {
          throw new IllegalStateException(classes + " is not there; build "
              + modules + " first (mvn -pl models -am)");
        }
        urls.add(classes.toURI().toURL());
      }
    }
    // Last in front: the class that takes the place of Hadoop's Time.
    for (String path : System.getProperty("java.class.path")
        .split(File.pathSeparator)) {
      urls.add(new File(path).toURI().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  Namenode newNamenode(long seed) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(namenode.getClassLoader());
    try {
      return (Namenode) namenode.getConstructor(boolean.class, long.class)
          .newInstance(stock, seed);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }
}
