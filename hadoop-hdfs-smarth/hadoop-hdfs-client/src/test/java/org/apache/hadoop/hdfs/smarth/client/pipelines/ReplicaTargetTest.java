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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.util.Arrays;
import java.util.List;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class ReplicaTargetTest {
  @Test(timeout = 60_000)
  public void whatGoesToTheNamenodeIsInTheOrderOfThePipeline() {
    List<ReplicaTarget> targets = Arrays.asList(
        new ReplicaTarget(Datanodes.node("a", 2), StorageType.SSD, "two"),
        new ReplicaTarget(Datanodes.node("a", 1), StorageType.DISK, "one"));
    assertThat(ReplicaTarget.nodes(targets))
        .containsExactly(Datanodes.node("a", 2), Datanodes.node("a", 1));
    assertThat(ReplicaTarget.storageTypes(targets))
        .containsExactly(StorageType.SSD, StorageType.DISK);
    assertThat(ReplicaTarget.storageIds(targets))
        .containsExactly("two", "one");
    assertThat(targets.get(0)).hasToString(
        Datanodes.node("a", 2).toString());
  }
}
