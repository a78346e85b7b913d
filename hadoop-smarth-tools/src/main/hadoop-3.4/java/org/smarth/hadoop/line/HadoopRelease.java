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

/** What differs within Hadoop 3. */
final class HadoopRelease {
  static final String NAME = "Hadoop 3.4";
  static final int LEAST_JAVA = 8;
  static final int REFUSED_JAVA = 23;
  static final String JAVAS = "8, 11 or 17";

  private HadoopRelease() {
  }
}
