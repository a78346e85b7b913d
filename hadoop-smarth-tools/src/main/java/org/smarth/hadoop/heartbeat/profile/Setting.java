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
package org.smarth.hadoop.heartbeat.profile;

/** A key with a value, and the file that it belongs to. Immutable. */
public final class Setting {
  private final SiteFile file;
  private final String key;
  private final String value;

  Setting(SiteFile file, String key, Object value) {
    this.file = file;
    this.key = key;
    this.value = value.toString();
  }

  public SiteFile getFile() {
    return file;
  }

  public String getKey() {
    return key;
  }

  public String getValue() {
    return value;
  }

  /** @return the property as it stands in a site file. */
  String toXml() {
    return "  <property>\n    <name>" + key + "</name>\n    <value>" + value
        + "</value>\n  </property>\n";
  }
}
