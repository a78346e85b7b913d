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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Stock's list of this host's addresses. */
final class LocalAddresses {
  private LocalAddresses() {
  }

  static boolean contain(InetSocketAddress address) {
    try {
      return DFSUtilClient.isLocalAddress(address);
    } catch (IOException e) {
      DFSClient.LOG.debug("Not known to be local", e);
      return false;
    }
  }
}
