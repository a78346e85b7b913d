/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.google.protobuf.ServiceException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.ipc.ProtobufHelper;
import org.apache.hadoop.ipc.ProtobufRpcEngine;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows an operator what the NameNode knows of speeds, and whether it uses it.
 * Options, messages and exit codes as of DFSAdmin: 0, or -1 for a wrong usage
 * and for what failed. Of the NameNodes of a nameservice the active one is
 * shown, else one that answers.
 */
@InterfaceAudience.Private
public class SmarthAdmin extends Configured implements Tool {
  private static final Logger LOG = LoggerFactory.getLogger(SmarthAdmin.class);

  private static final String USAGE =
      "Usage: hdfs " + SmarthAdmin.class.getName()
          + " [generic options] [-report [-json]] [-help]";
  private static final String HELP = "-report [-json]: Shows for each client"
      + " host how fast it reaches which datanode,\n"
      + "\tand for each datanode how fast it forwards to which, the fastest"
      + " first;\n"
      + "\twhether these speeds are used to place new blocks, and why not.\n"
      + "\tMB are 10^6 bytes. -json: for programs. Needs superuser"
      + " privilege.\n"
      + "-help: Shows this.";

  static {
    HdfsConfiguration.init();
  }

  private final PrintStream out;
  private final PrintStream err;

  public SmarthAdmin() {
    this(System.out, System.err);
  }

  SmarthAdmin(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new HdfsConfiguration(), new SmarthAdmin(),
        args));
  }

  @Override
  public int run(String[] args) {
    List<String> words = Arrays.asList(args);
    if (words.equals(Collections.singletonList("-help"))) {
      out.println(USAGE);
      out.println(HELP);
      return 0;
    }
    boolean json = words.equals(Arrays.asList("-report", "-json"));
    if (!json && !words.equals(Collections.singletonList("-report"))) {
      if (!words.isEmpty() && !words.get(0).equals("-report")) {
        err.println(words.get(0) + ": Unknown command");
      }
      err.println(USAGE);
      return -1;
    }
    try {
      SpeedReport report = report();
      out.println(json ? report.toJson() : report.toText());
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("No report", e);
      err.println("report: " + firstLine(e));
      return -1;
    }
  }

  /** @return that of the active NameNode, or else of one that answers. */
  private SpeedReport report() throws IOException {
    SpeedReport any = null;
    IOException failed = null;
    for (InetSocketAddress namenode : namenodes()) {
      try {
        GetSpeedsResponseProto speeds = ask(namenode);
        SpeedReport report = new SpeedReport(NetUtils.getHostPortString(namenode),
            speeds, speeds.getActive() ? datanodeAddresses()
                : Collections.<String, String>emptyMap());
        if (speeds.getActive()) {
          return report;
        }
        any = report;
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
    URI uri = FileSystem.getDefaultUri(getConf());
    if (!HdfsConstants.HDFS_URI_SCHEME.equals(uri.getScheme())) {
      throw new IllegalArgumentException(
          "FileSystem " + uri + " is not an HDFS file system");
    }
    if (!HAUtilClient.isLogicalUri(getConf(), uri)) {
      return Collections.singleton(DFSUtilClient.getNNAddress(uri));
    }
    Map<String, InetSocketAddress> addresses =
        DFSUtilClient.getHaNnRpcAddresses(getConf()).get(uri.getHost());
    if (addresses == null || addresses.isEmpty()) {
      throw new IllegalArgumentException(
          "No NameNode of the nameservice " + uri.getHost() + " is configured");
    }
    return addresses.values();
  }

  private GetSpeedsResponseProto ask(InetSocketAddress namenode)
      throws IOException {
    Configuration conf = getConf();
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

  /** @return by UUID; empty if they cannot be had, as names are only nicer. */
  private Map<String, String> datanodeAddresses() {
    Map<String, String> addresses = new HashMap<>();
    try {
      DistributedFileSystem fs = AdminHelper.getDFS(getConf());
      for (DatanodeInfo datanode : fs.getDataNodeStats()) {
        addresses.put(datanode.getDatanodeUuid(), datanode.getXferAddr());
      }
    } catch (IOException e) {
      LOG.debug("Datanodes are shown by their UUIDs", e);
    }
    return addresses;
  }

  /** A remote exception's message has the server's stack trace. */
  private static String firstLine(Exception e) {
    return String.valueOf(e.getLocalizedMessage()).split("\n")[0];
  }
}
