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

import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/**
 * Hadoop's own tests of its placement policy, which name the policy that they
 * test, with ours.
 */
@RunWith(Parameterized.class)
public class StockPlacementIT extends TestReplicationPolicy {
  private static Level level;

  public StockPlacementIT(String policy) {
    super(policy);
  }

  /**
   * One of them reads the last line of all logs, where threads of the NameNode
   * that has just been started write lines of their own.
   */
  @BeforeClass
  public static void quietOthers() {
    level = LogManager.getRootLogger().getLevel();
    LogManager.getRootLogger().setLevel(Level.WARN);
  }

  @AfterClass
  public static void letOthersSpeak() {
    LogManager.getRootLogger().setLevel(level);
  }

  /** Of them the conformance run has the one that needs an old Mockito. */
  @Override
  @Ignore("Needs a Mockito older than this build's")
  public void testConvertLastBlockToUnderConstructionDoesNotCauseSkippedReplication() {
  }

  @Parameterized.Parameters
  public static Iterable<Object[]> data() {
    return Collections.singletonList(
        new Object[] {BlockPlacementPolicySmarth.class.getName()});
  }
}
