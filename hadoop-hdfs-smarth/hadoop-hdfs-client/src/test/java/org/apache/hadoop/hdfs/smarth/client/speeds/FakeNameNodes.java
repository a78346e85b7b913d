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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.smarth.speed.Speed;

/** Namenodes that note what they are told. Thread-safe. */
final class FakeNameNodes implements NameNodes {
  private final List<FakeNameNode> namenodes = new ArrayList<>();
  private volatile int found;

  FakeNameNodes(String... names) {
    Arrays.asList(names).forEach(
        name -> namenodes.add(new FakeNameNode(name)));
  }

  @Override
  public String getCluster() {
    return "hdfs://fake";
  }

  @Override
  public synchronized List<NameNode> find() {
    found++;
    return new ArrayList<>(namenodes);
  }

  FakeNameNode get(int index) {
    return namenodes.get(index);
  }

  int getFound() {
    return found;
  }

  boolean isClosed() {
    return namenodes.stream().noneMatch(namenode -> namenode.open);
  }

  /** One of them. */
  static final class FakeNameNode implements NameNode {
    private final String name;
    private final List<List<Speed>> reports = new CopyOnWriteArrayList<>();
    private volatile IOException failure;
    private volatile RuntimeException bug;
    private volatile int asked;
    private volatile boolean open;

    private FakeNameNode(String name) {
      this.name = name;
    }

    void fail(IOException cause) {
      failure = cause;
    }

    void haveBug(RuntimeException cause) {
      bug = cause;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public synchronized void report(List<Speed> speeds) throws IOException {
      asked++;
      open = true;
      if (bug != null) {
        throw bug;
      }
      if (failure != null) {
        throw failure;
      }
      reports.add(speeds);
    }

    @Override
    public void close() {
      open = false;
      if (bug != null) {
        throw bug;
      }
    }

    /** @return how often it was told something, or refused to be. */
    int getAsked() {
      return asked;
    }

    List<List<Speed>> getReports() {
      return reports;
    }

    /** @return the datanodes of all reports, one after the other. */
    List<String> getDatanodes() {
      return reports.stream().flatMap(List::stream).map(Speed::getPeer)
          .collect(Collectors.toList());
    }
  }
}
