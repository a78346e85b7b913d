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
package org.apache.hadoop.hdfs.smarth.datanode;

import static org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State.AS_STOCK;
import static org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State.DELIVERED;
import static org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State.DELIVERING;
import static org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State.FAILED;
import static org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State.FINALIZING;
import static org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State.RECEIVING;
import static org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State.UNDELIVERED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;

import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State;
import org.junit.Test;

public class FirstNodeProgressTest {
  @Test(timeout = 10_000)
  public void onlyTheTransitionsOfTheTableAreAllowed() {
    assertNext(RECEIVING, EnumSet.of(FINALIZING, AS_STOCK, FAILED));
    assertNext(FINALIZING, EnumSet.of(DELIVERING, FAILED));
    assertNext(DELIVERING, EnumSet.of(DELIVERED, UNDELIVERED));
    for (State end
        : EnumSet.of(DELIVERED, UNDELIVERED, AS_STOCK, FAILED)) {
      assertNext(end, EnumSet.noneOf(State.class));
    }
  }

  private static void assertNext(State from,
      EnumSet<State> expected) {
    EnumSet<State> next = EnumSet.noneOf(State.class);
    for (State state : State.values()) {
      if (from.mayBecome(state)) {
        next.add(state);
      }
    }
    assertThat(next).as("after %s", from).isEqualTo(expected);
  }

  @Test(timeout = 10_000)
  public void replicaThatIsFinalStaysFinal() {
    for (State from : State.values()) {
      for (State to : State.values()) {
        if (from.isReplicaFinal() && from.mayBecome(to)) {
          assertThat(to.isReplicaFinal()).as("%s to %s", from, to).isTrue();
        }
      }
    }
  }

  /** Until then its generation stamp, or its length, may change. */
  @Test(timeout = 10_000)
  public void replicaIsFinalOnlyOnceTheClientIsTold() {
    assertThat(EnumSet.allOf(State.class).stream()
        .filter(State::isReplicaFinal))
        .containsExactlyInAnyOrder(DELIVERING, DELIVERED, UNDELIVERED);
  }

  @Test(timeout = 10_000)
  public void illegalTransitionThrowsAndChangesNothing() {
    FirstNodeProgress progress = new FirstNodeProgress();
    assertThatThrownBy(() -> progress.become(DELIVERED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("RECEIVING cannot become DELIVERED");
    assertThat(progress.get()).isEqualTo(RECEIVING);
  }

  @Test(timeout = 10_000)
  public void deliveryThatComesAfterTheEndIsTooLate() {
    FirstNodeProgress progress = new FirstNodeProgress();
    progress.become(FINALIZING);
    progress.become(DELIVERING);
    progress.end();
    assertThat(progress.becomeIfPossible(DELIVERED)).isFalse();
    assertThat(progress.get()).isEqualTo(UNDELIVERED);
  }

  @Test(timeout = 10_000)
  public void endBeforeFnfaFailsAndAfterItIsUndelivered() {
    FirstNodeProgress early = new FirstNodeProgress();
    assertThat(early.end()).isEqualTo(FAILED);

    FirstNodeProgress late = new FirstNodeProgress();
    late.become(FINALIZING);
    late.become(DELIVERING);
    assertThat(late.end()).isEqualTo(UNDELIVERED);

    FirstNodeProgress done = new FirstNodeProgress();
    done.become(FINALIZING);
    done.become(DELIVERING);
    done.become(DELIVERED);
    assertThat(done.end()).isEqualTo(DELIVERED);
  }
}
