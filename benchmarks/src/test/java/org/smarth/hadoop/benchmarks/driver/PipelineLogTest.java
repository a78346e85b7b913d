/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class PipelineLogTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void theMostOfAllFilesCounts() {
    assertThat(PipelineLog.mostAtOnce(Stream.of(
        "2026-01-01 INFO client.X: SMARTH /a: blocks=8 pipelines.max=3 bytes=5",
        "2026-01-01 INFO client.X: SMARTH /b: blocks=2 pipelines.max=12",
        "2026-01-01 INFO client.X: SMARTH /c: blocks=2 pipelines.max=1"))).hasValue(12);
  }

  @Test
  public void aLogWithoutSuchALineSaysNothing() {
    assertThat(PipelineLog.mostAtOnce(Stream.of("INFO pipelines.max=3", "SMARTH is on")))
        .isEmpty();
  }
}
