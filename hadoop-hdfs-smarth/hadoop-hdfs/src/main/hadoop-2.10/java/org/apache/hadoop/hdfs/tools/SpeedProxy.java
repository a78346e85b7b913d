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
package org.apache.hadoop.hdfs.tools;

import java.io.IOException;
import java.net.InetSocketAddress;

import com.google.protobuf.ServiceException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.ipc.ProtobufHelper;
import org.apache.hadoop.ipc.ProtobufRpcEngine;
import org.apache.hadoop.ipc.RPC;

/** Calls NameNodes by SMARTH's protocol, as protobuf 2.5 does. Stateless. */
final class SpeedProxy {
  private SpeedProxy() {
  }

  /**
   * @return what a NameNode answers
   * @throws IOException if it does not
   */
  static <T> T call(InetSocketAddress namenode, Configuration conf,
      Call<T> call) throws IOException {
    RPC.setProtocolEngine(conf, SpeedProtocolPB.class,
        ProtobufRpcEngine.class);
    SpeedProtocolPB proxy = RPC.getProxy(SpeedProtocolPB.class,
        RPC.getProtocolVersion(SpeedProtocolPB.class), namenode, conf);
    try {
      return call.on(proxy);
    } catch (ServiceException e) {
      throw ProtobufHelper.getRemoteException(e);
    } finally {
      RPC.stopProxy(proxy);
    }
  }

  /** What one of them is asked. */
  interface Call<T> {
    T on(SpeedProtocolPB namenode) throws ServiceException;
  }
}
