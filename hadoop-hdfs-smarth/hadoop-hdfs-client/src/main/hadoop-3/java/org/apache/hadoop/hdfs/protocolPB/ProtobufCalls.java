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
package org.apache.hadoop.hdfs.protocolPB;

import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.internal.ShadedProtobufHelper;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** Calls of protocols that are protobuf services. */
@InterfaceAudience.Private
public final class ProtobufCalls {
  private ProtobufCalls() {
  }

  /** A call of such a service. */
  public interface Call<T> {
    /**
     * @return the answer
     * @throws ServiceException in place of what was thrown there
     */
    T call() throws ServiceException;
  }

  /**
   * @param conf of a proxy to be made
   * @param protocol that it is for
   */
  public static void setEngine(Configuration conf, Class<?> protocol) {
    RPC.setProtocolEngine(conf, protocol, ProtobufRpcEngine2.class);
  }

  /**
   * @return the answer
   * @throws IOException as the other side, or the connection, has thrown it
   */
  public static <T> T call(Call<T> call) throws IOException {
    return ShadedProtobufHelper.ipc(call::call);
  }
}
