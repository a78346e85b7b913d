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

package org.smarth.hadoop.benchmarks.soak.api;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.ipc.RemoteException;

/**
 * What a program did.
 *
 * @param results of its calls: what they returned, or ! and the type of the exception
 * @param messages of some exceptions, for people
 * @param close how the stream's last close ended
 * @param state of the file at the end: whether it is there, and closed by its writer
 * @param length in bytes at the end
 * @param crc of its bytes
 * @param replication of its blocks, as far as it is not what it should be; or why a file that was
 *     closed could not be read before DataNodes that were down came back
 * @param broken what no run of any jars may do
 * @param held what is not given back
 * @param hang the call that did not return in time, with all threads, or null
 * @param directBytes of the JVM's direct buffers at the end
 */
record Outcome(List<String> results, List<String> messages, String close, String state,
    long length, long crc, String replication, List<String> broken, List<String> held, String hang,
    long directBytes) {
  static final String OK = "ok";
  /** Of a call that was not made. */
  static final String NONE = "-";
  static final String FAILED = "!";
  /** Of a state: the last block was recovered only after DataNodes had restarted. */
  static final String RESTARTED = "; recovered by a restart";
  /** Of a state: amid the stream all DataNodes of a pipeline were down or hung at once. */
  static final String NO_DATA_NODE = "; no DataNode was left";

  static String failed(Throwable e) {
    String name = e.getClass().getSimpleName();
    return FAILED + (e instanceof RemoteException remote
        ? name + " of " + remote.getClassName().replaceAll(".*\\.", "") : name);
  }

  static boolean isFailure(String result) {
    return result != null && result.startsWith(FAILED);
  }

  /** The first call that failed; -1 if none did. */
  int firstFailure() {
    for (int i = 0; i < results.size(); i++) {
      if (isFailure(results.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /** What went wrong with the stream. Which call meets it, and how often, is chance. */
  Set<String> failures(Program program) {
    Set<String> failures = new LinkedHashSet<>();
    for (int i = 0; i < results.size(); i++) {
      if (isFailure(results.get(i))) {
        Call.Kind kind = program.calls().get(i).kind();
        if (kind.group() == Call.Group.STREAM) {
          failures.add((kind == Call.Kind.CLOSE ? "close" : "stream") + plain(results.get(i)));
        }
      }
    }
    if (isFailure(close)) {
      failures.add("close" + plain(close));
    }
    for (String part : state.split("; ")) {
      failures.add("file " + part);
    }
    if (!OK.equals(replication)) {
      failures.add(isFailure(replication) ? "closed, and cannot be read" : "too few replicas");
    }
    return failures;
  }

  /** Which call meets a failure first is chance; some have the NameNode's exceptions unwrapped. */
  private static String plain(String failure) {
    return failure.split(" " + FAILED)[0].replaceFirst("RemoteException of ", "");
  }
}
