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
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import com.google.protobuf.ServiceException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.ipc.ProtobufHelper;
import org.apache.hadoop.ipc.ProtobufRpcEngine;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the NameNode of the default file system for speeds: of a nameservice the
 * active one, or else one that answers. Used by one thread.
 */
class SpeedQuery {
  private static final Logger LOG = LoggerFactory.getLogger(SpeedQuery.class);

  private final Configuration conf;
  private final DatanodeReportType type;

  /** @param type of the datanodes that the answer has. */
  SpeedQuery(Configuration conf, DatanodeReportType type) {
    this.conf = conf;
    this.type = type;
  }

  /**
   * @return what the active NameNode says, with datanodes; or what another
   *     one says
   * @throws IOException if none answers
   * @throws IllegalArgumentException if the file system is not HDFS
   */
  SpeedAnswer ask() throws IOException {
    SpeedAnswer any = null;
    IOException failed = null;
    for (InetSocketAddress namenode : namenodes()) {
      try {
        GetSpeedsResponseProto speeds = ask(namenode);
        if (speeds.getActive()) {
          return new SpeedAnswer(namenode, speeds, datanodes());
        }
        any = new SpeedAnswer(namenode, speeds,
            Collections.<DatanodeInfo>emptyList());
      } catch (IOException e) {
        LOG.debug("No answer of {}", namenode, e);
        failed = failed == null ? e : failed;
      }
    }
    if (any == null) {
      throw failed;
    }
    return any;
  }

  /** @return the namenodes of the default file system. */
  private Collection<InetSocketAddress> namenodes() throws IOException {
    URI uri = FileSystem.getDefaultUri(conf);
    if (!HdfsConstants.HDFS_URI_SCHEME.equals(uri.getScheme())) {
      throw new IllegalArgumentException(
          "FileSystem " + uri + " is not an HDFS file system");
    }
    if (!HAUtilClient.isLogicalUri(conf, uri)) {
      return Collections.singleton(DFSUtilClient.getNNAddress(uri));
    }
    Map<String, InetSocketAddress> addresses =
        DFSUtilClient.getHaNnRpcAddresses(conf).get(uri.getHost());
    if (addresses == null || addresses.isEmpty()) {
      throw new IllegalArgumentException(
          "No NameNode of the nameservice " + uri.getHost() + " is configured");
    }
    return addresses.values();
  }

  private GetSpeedsResponseProto ask(InetSocketAddress namenode)
      throws IOException {
    RPC.setProtocolEngine(conf, SpeedProtocolPB.class,
        ProtobufRpcEngine.class);
    SpeedProtocolPB proxy = RPC.getProxy(SpeedProtocolPB.class,
        RPC.getProtocolVersion(SpeedProtocolPB.class), namenode, conf);
    try {
      return proxy.getSpeeds(null, GetSpeedsRequestProto.getDefaultInstance());
    } catch (ServiceException e) {
      IOException cause = ProtobufHelper.getRemoteException(e);
      if (cause instanceof RemoteException
          && RpcNoSuchProtocolException.class.getName()
              .equals(((RemoteException) cause).getClassName())) {
        throw new IOException("NameNode " + NetUtils.getHostPortString(namenode)
            + " tells no speeds: it is a stock one, or its"
            + " dfs.namenode.plugins lacks SmarthNameNodePlugin", cause);
      }
      throw cause;
    } finally {
      RPC.stopProxy(proxy);
    }
  }

  /** @return empty if they cannot be had, as names are only nicer. */
  private List<DatanodeInfo> datanodes() {
    try {
      return Arrays.asList(AdminHelper.getDFS(conf).getDataNodeStats(type));
    } catch (IOException e) {
      LOG.debug("Datanodes are shown by their UUIDs", e);
      return Collections.emptyList();
    }
  }
}
