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

/** Hears how far a client has come; what nobody overrides, nobody wants to know. */
public interface Listener {
  /** A listener that does not. */
  Listener NONE = new Listener() {
  };

  default void stage(String name) {
  }

  /** How many bytes of the current stage are done. */
  default void bytes(long done) {
  }

  /** A line for a person. */
  default void line(String text) {
  }

  /** What a client that uploads has in use now. */
  default void memory(ClientMemory now) {
  }

  /** Tells another listener what it hears. */
  class Forwarding implements Listener {
    private final Listener next;

    protected Forwarding(Listener next) {
      this.next = next;
    }

    @Override
    public void stage(String name) {
      next.stage(name);
    }

    @Override
    public void bytes(long done) {
      next.bytes(done);
    }

    @Override
    public void line(String text) {
      next.line(text);
    }

    @Override
    public void memory(ClientMemory now) {
      next.memory(now);
    }
  }
}
