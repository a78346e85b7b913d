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

/**
 * Whether whoever reads the web UI of this namenode, and so its beans, has
 * proved who he is. Stateless.
 */
final class UiAuthentication {
  /** Stock's keys, as core-default.xml has them. */
  static final String INITIALIZERS_KEY = "hadoop.http.filter.initializers";
  static final String TYPE_KEY = "hadoop.http.authentication.type";

  private static final String TYPE_DEFAULT = "simple";

  /** Without one of these the type has no effect. */
  private static final String[] INITIALIZERS = {
      "org.apache.hadoop.security.AuthenticationFilterInitializer",
      "org.apache.hadoop.security.authentication.server"
          + ".ProxyUserAuthenticationFilterInitializer",
  };

  private UiAuthentication() {
  }

  /** @return false for the type simple, with which anybody may be anybody. */
  static boolean isRequired(Configuration conf) {
    if (TYPE_DEFAULT.equals(conf.getTrimmed(TYPE_KEY, TYPE_DEFAULT))) {
      return false;
    }
    for (String configured : conf.getTrimmedStrings(INITIALIZERS_KEY)) {
      for (String authenticating : INITIALIZERS) {
        if (configured.equals(authenticating)) {
          return true;
        }
      }
    }
    return false;
  }
}
