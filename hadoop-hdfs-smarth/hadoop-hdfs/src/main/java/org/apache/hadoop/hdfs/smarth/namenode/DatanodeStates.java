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
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState.Heard;

/**
 * Which live datanodes have heard what a NameNode's switch says, and of which
 * builds they are, by their last heartbeats. For one thread.
 */
@InterfaceAudience.Private
public final class DatanodeStates {
  private final Heard wanted;
  private final Group following = new Group();
  private final Group notYet = new Group();
  private final Group earlier = new Group();
  private final Group silent = new Group();
  private final Map<String, Group> builds = new TreeMap<>();

  /** @param on what the switch says. */
  public DatanodeStates(boolean on) {
    wanted = on ? Heard.ON : Heard.OFF;
  }

  /**
   * @param state of a live datanode
   * @param label what operators call it
   */
  public void add(DatanodeState state, String label) {
    Heard heard = state.getHeard();
    if (heard == Heard.SILENT || heard == Heard.DEAF) {
      (heard == Heard.DEAF ? earlier : silent).add(label);
      return;
    }
    (heard == wanted ? following : notYet).add(label);
    builds.computeIfAbsent(state.getBuild(), build -> new Group()).add(label);
  }

  /** @return those that have heard it. */
  public Group getFollowing() {
    return following;
  }

  /** @return those that have not, though they say what they heard. */
  public Group getNotYet() {
    return notYet;
  }

  /** @return those of builds that do not listen, and have SMARTH on. */
  public Group getEarlier() {
    return earlier;
  }

  /** @return those that do not say: stock ones. */
  public Group getSilent() {
    return silent;
  }

  /** @return those that say it, by the build of their jars. */
  public Map<String, Group> getBuilds() {
    return Collections.unmodifiableMap(builds);
  }

  /** Some datanodes, of which a few are named. */
  public static final class Group {
    /** How many are named. */
    static final int NAMED_MAX = 20;

    private int size;
    private final List<String> named = new ArrayList<>();

    private void add(String label) {
      size++;
      if (named.size() < NAMED_MAX) {
        named.add(label);
      }
    }

    public int getSize() {
      return size;
    }

    /** @return what some of them are called. */
    public List<String> getNamed() {
      return Collections.unmodifiableList(named);
    }
  }
}
