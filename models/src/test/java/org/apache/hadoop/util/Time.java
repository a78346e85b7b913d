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
package org.apache.hadoop.util;

import java.text.SimpleDateFormat;
import java.util.Date;

import org.smarth.hadoop.models.replicas.Clock;

/**
 * Takes the place of Hadoop's class of this name, which cannot be told another
 * time: what Hadoop's classes take for the time here is the model's.
 */
public final class Time {
  private Time() {
  }

  public static long now() {
    return Clock.millis();
  }

  public static long monotonicNow() {
    return Clock.millis();
  }

  public static long monotonicNowNanos() {
    return Clock.nanos();
  }

  public static String formatTime(long millis) {
    return new SimpleDateFormat("yyyy-MM-dd HH:mm:ss,SSSZ")
        .format(new Date(millis));
  }
}
