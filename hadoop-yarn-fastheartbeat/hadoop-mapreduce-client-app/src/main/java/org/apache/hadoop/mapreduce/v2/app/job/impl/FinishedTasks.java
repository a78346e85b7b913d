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
package org.apache.hadoop.mapreduce.v2.app.job.impl;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.mapreduce.v2.app.job.Job;

/**
 * Tells who asks for containers that a task of its job has finished: tasks
 * that waited for that (reduces for maps) may be scheduled, and its container
 * is about to be free. Not an event for the allocator, whose other
 * implementations know only stock's. Thread-safe.
 */
@InterfaceAudience.Private
public final class FinishedTasks {
  private FinishedTasks() {
  }

  /**
   * @param job whose tasks are of interest; another kind of job than stock's
   *     tells nothing
   * @param listener takes the place of the one before. It is run in the job's
   *     transition, and must not wait; what it reads of the job with the job's
   *     lock knows of the task
   */
  public static void listen(Job job, Runnable listener) {
    if (job instanceof JobImpl) {
      ((JobImpl) job).finishedTaskListener = listener;
    }
  }

  /** @param job with a task that has just finished */
  public static void oneMore(JobImpl job) {
    Runnable listener = job.finishedTaskListener;
    if (listener != null) {
      listener.run();
    }
  }
}
