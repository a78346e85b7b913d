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
package org.apache.hadoop.hdfs.smarth.client;

import java.util.Random;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics.ClientMonitor;
import org.apache.hadoop.hdfs.smarth.client.datanodes.ClusterView;
import org.apache.hadoop.hdfs.smarth.client.datanodes.LiveDatanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.PipelineControl;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillDirectories;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillQuota;
import org.apache.hadoop.hdfs.smarth.client.speeds.BlockMeter.SharedClock;
import org.apache.hadoop.hdfs.smarth.client.speeds.ClusterSpeeds;
import org.apache.hadoop.hdfs.smarth.client.speeds.NameNodes;
import org.apache.hadoop.util.Timer;

/**
 * What all files of one DFSClient share, and those of its process. Owned by
 * the client. Thread-safe; the monitor guards what is made later.
 */
@InterfaceAudience.Private
public final class SmarthClient {
  /** Where YARN tells a container its local directories. */
  private static final String CONTAINER_DIRS = "LOCAL_DIRS";

  private static final int PIPELINES_MOST = SmarthClientConf.PIPELINES_MAX_LIMIT;

  /** A first bean takes a process 0.3 s of CPU, which a short one saves. */
  private static final long SHOWN_AFTER_MILLIS = 30_000;

  // Whatever the configurations, a process has one heap.
  private static final RetentionBudget BUDGET = new RetentionBudget();
  private static final SpillQuota QUOTA = new SpillQuota();
  private static final SharedClock CLOCK = new SharedClock(new Timer());
  private static final ClientMetrics METRICS =
      new ClientMetrics(BUDGET, QUOTA);
  private static final ClientMonitor MONITOR =
      new ClientMonitor(METRICS, ClientMetrics.NAME, SHOWN_AFTER_MILLIS);

  private final SmarthClientConf conf;
  private final SpillSpace spillSpace;
  private final PipelineControl control;
  private final OpenPipelines openPipelines;
  private ClusterView view;
  private LiveDatanodes live;
  private ClusterSpeeds speeds;

  /**
   * @param conf the client's configuration
   * @throws HadoopIllegalArgumentException if a SMARTH key is wrong
   */
  public SmarthClient(Configuration conf) {
    this.conf = new SmarthClientConf(conf, Runtime.getRuntime().maxMemory(),
        System.getenv(CONTAINER_DIRS));
    this.spillSpace = new SpillSpace(
        new SpillDirectories(this.conf.getSpillDirs(),
            this.conf.getSpillFreeFraction()),
        QUOTA, this.conf.getSpillMax());
    this.control =
        new PipelineControl(new Timer(), this.conf.getPipelinesMax());
    this.openPipelines = new OpenPipelines(control::openIs);
  }

  /** @return the keys. */
  public SmarthClientConf getConf() {
    return conf;
  }

  /** @return the memory of the process for packets kept for recovery. */
  public RetentionBudget getBudget() {
    return BUDGET;
  }

  /** @return what the process counts of its files. */
  public ClientMetrics getMetrics() {
    return METRICS;
  }

  /** A file is about to be written. */
  public void fileOpened() {
    METRICS.fileOpened();
  }

  /** A block is about to be written. A process that lasts shows its metrics. */
  public void blockBegins() {
    MONITOR.show();
  }

  /** @return the disk space for such packets. */
  public SpillSpace getSpillSpace() {
    return spillSpace;
  }

  /** @return the open pipelines of all files. */
  public OpenPipelines getOpenPipelines() {
    return openPipelines;
  }

  /** @return what decides how many of these there are. */
  public PipelineControl getControl() {
    return control;
  }

  /** @return the clock of all blocks of the process. */
  public SharedClock getClock() {
    return CLOCK;
  }

  /**
   * A file is sent; may the next one be, before this one is complete?
   *
   * @param file whose pipelines drain
   * @return whether another pipeline brings something; then it is known to drain
   */
  public boolean mayDrain(PipelineSet file) {
    long block = file.getBlockLength();
    return openPipelines.drains(file, openPipelines.ask(
        progress -> control.limit(PIPELINES_MOST, block, progress)));
  }

  /**
   * @param namenode the namenode of this client
   * @return its list of datanodes, which is asked for when it is used
   */
  public synchronized LiveDatanodes getLive(ClientProtocol namenode) {
    if (live == null) {
      live = new LiveDatanodes(namenode, new Timer(), new Random());
    }
    return live;
  }

  /**
   * @param namenode the namenode of this client
   * @return what is known of its datanodes
   */
  public synchronized ClusterView getView(ClientProtocol namenode) {
    if (view == null) {
      view = new ClusterView(getLive(namenode), new Timer());
    }
    return view;
  }

  /**
   * @param namenodes of this client
   * @return the speeds of their cluster
   */
  public synchronized ClusterSpeeds getSpeeds(NameNodes namenodes) {
    if (speeds == null) {
      speeds = new ClusterSpeeds(namenodes, conf.getSpeedReportInterval());
    }
    return speeds;
  }

  /** The DFSClient closes. Returns at once. */
  public synchronized void close() {
    if (speeds != null) {
      speeds.close();
    }
  }
}
