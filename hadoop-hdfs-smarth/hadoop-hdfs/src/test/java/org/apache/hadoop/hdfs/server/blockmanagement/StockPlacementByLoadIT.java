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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Collections;

import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** As StockPlacementIT, of the load that the policy considers. */
@RunWith(Parameterized.class)
public class StockPlacementByLoadIT extends TestReplicationPolicyConsiderLoad {
  public StockPlacementByLoadIT(String policy) {
    super(policy);
  }

  @Parameterized.Parameters
  public static Iterable<Object[]> data() {
    return Collections.singletonList(
        new Object[] {BlockPlacementPolicySmarth.class.getName()});
  }
}
