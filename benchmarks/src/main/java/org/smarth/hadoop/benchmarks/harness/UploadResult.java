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

package org.smarth.hadoop.benchmarks.harness;

/**
 * What one upload gave, after everything about it was found right.
 *
 * @param startMillis when put began, in milliseconds since 1970
 * @param seconds from the start of put until the file was there as asked for: when put returned,
 *     or, if its replication was raised afterwards, when the NameNode knew all replicas
 * @param putSeconds from the start of put to its return
 * @param replicas finalized on the DataNodes' disks after these seconds, each with the length,
 *     bytes and checksums of its part of the file
 * @param firstByteSeconds from opening the file to its first byte, right after the upload
 * @param readSeconds from opening the file to its last byte
 * @param clientCpuSeconds of the client's JVM during the upload
 */
public record UploadResult(long startMillis, double seconds, double putSeconds, long bytes,
    int blocks, int replicas, double firstByteSeconds, double readSeconds,
    double clientCpuSeconds) {

  public static UploadResult of(Metrics metrics) {
    return Json.convert(metrics, UploadResult.class);
  }

  /** In 10^6 bytes a second. */
  public double megabytesPerSecond() {
    return bytes / seconds / 1e6;
  }
}
