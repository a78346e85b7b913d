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
package org.smarth.hadoop.line;

/** What an installation of this Hadoop names, and where it listens. */
public final class HadoopLine {
  public static final String NAME = "Hadoop 2.10";
  public static final int LEAST_JAVA = 8;
  /** The first that it does not run on. */
  public static final int REFUSED_JAVA = 23;
  public static final String JAVAS = "8, 11 or 17";
  /** The file that names all nodes. */
  public static final String NODES_FILE = "slaves";
  public static final String NAMENODE_OPTIONS = "HADOOP_NAMENODE_OPTS";

  private HadoopLine() {
  }

  /** @return where daemons of HDFS listen by default, in ascending order. */
  public static int[] ports() {
    return new int[] {50_010, 50_020, 50_070, 50_075, 50_090};
  }
}
