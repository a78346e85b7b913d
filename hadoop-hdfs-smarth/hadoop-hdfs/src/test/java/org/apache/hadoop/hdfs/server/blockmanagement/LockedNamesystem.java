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
package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.mockito.Mockito;
import org.mockito.stubbing.Answer;

/** A namesystem for those who assert that its lock is held. */
final class LockedNamesystem {
  private LockedNamesystem() {
  }

  /** @return one whose caller has its lock, in each mode that a Hadoop knows. */
  static FSNamesystem mocked() {
    // Hadoop's Mockito takes a function for other things, too.
    Answer<Object> locked =
        call -> "hasWriteLock".equals(call.getMethod().getName()) ? true
            : Mockito.RETURNS_DEFAULTS.answer(call);
    return Mockito.mock(FSNamesystem.class, locked);
  }
}
