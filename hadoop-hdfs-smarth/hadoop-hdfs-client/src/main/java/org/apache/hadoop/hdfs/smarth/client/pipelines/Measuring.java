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

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what only measures, or arranges, in threads that write: whatever it
 * throws, a thread that cannot be had included, fails no write. Stateless but
 * for its log.
 */
@InterfaceAudience.Private
public final class Measuring {
  private static final Logger LOG = LoggerFactory.getLogger(Measuring.class);
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private Measuring() {
  }

  /** @param measurement returns at once. */
  public static void attempt(Runnable measurement) {
    try {
      measurement.run();
    } catch (Throwable e) {
      if (WARNED.compareAndSet(false, true)) {
        LOG.warn("A write could not be measured or arranged, and goes on. This"
            + " is said once", e);
      } else {
        LOG.debug("A write could not be measured or arranged", e);
      }
    }
  }
}
