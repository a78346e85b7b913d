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
package org.apache.hadoop.yarn.server.resourcemanager;

import java.util.Collection;

import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;

/**
 * What an application may ask for with a heartbeat: here also for places that
 * fulfil constraints.
 */
final class Demand {
  private Demand() {
  }

  /** @return whether it asks for containers, or takes back what it asked for. */
  static boolean isIn(AllocateRequest request) {
    return isAny(request.getAskList())
        || isAny(request.getSchedulingRequests());
  }

  private static boolean isAny(Collection<?> requests) {
    return requests != null && !requests.isEmpty();
  }
}
