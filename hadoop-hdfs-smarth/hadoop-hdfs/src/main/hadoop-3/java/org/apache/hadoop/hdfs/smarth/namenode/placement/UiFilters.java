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
package org.apache.hadoop.hdfs.smarth.namenode.placement;

import org.apache.hadoop.conf.Configuration;

/** The filters of a NameNode's web UI. Stateless. */
final class UiFilters {
  private UiFilters() {
  }

  /**
   * @return whether the type of authentication has an effect: always, as
   *     stock's NameNode adds an AuthFilterInitializer to what the site has
   */
  static boolean areAuthenticating(Configuration conf) {
    return true;
  }
}
