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
package org.apache.hadoop.hdfs.smarth.protocol;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * The fields of a message of stock that stock does not know. A bridge has them
 * from the protobuf of its Hadoop.
 */
@InterfaceAudience.Private
public interface ExtensionFields {
  /** @return whether there is a field of that number. */
  boolean has(int number);

  /** @return a message of that field alone; an empty one if it is not there. */
  byte[] get(int number);
}
