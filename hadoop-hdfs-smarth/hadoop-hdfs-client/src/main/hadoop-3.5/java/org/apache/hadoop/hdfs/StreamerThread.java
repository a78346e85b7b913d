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

/**
 * Stock's streamer as a thread, for {@link StockStreamer} to extend. Its run is
 * final: it calls {@code work} as the subject that has started it.
 */
abstract class StreamerThread extends DataStreamer {
  StreamerThread(SmarthFile file) {
    super(file.getStat(), null, file.getClient(), file.getSrc(),
        file.getProgress(), file.getChecksum(), file.getCachingStrategy(),
        file.getByteArrayManager(), file.getFavoredNodes(), file.getFlags());
  }

  /** What stock's thread does. */
  final void workAsStock() {
    super.work();
  }
}
