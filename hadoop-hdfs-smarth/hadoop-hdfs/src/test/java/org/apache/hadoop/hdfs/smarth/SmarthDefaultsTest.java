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
package org.apache.hadoop.hdfs.smarth;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeConf;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.junit.Test;

/**
 * The keys in hdfs-default.xml and in the code are the same, with the same
 * values.
 */
public class SmarthDefaultsTest {
  private static final Class<?>[] KEYS =
      {SmarthClientConf.class, FirstNodeConf.class, PlacementConf.class, ClusterSwitch.class};

  private final Configuration xml = new Configuration(false);

  public SmarthDefaultsTest() {
    xml.addResource("hdfs-default.xml");
  }

  @Test(timeout = 60_000)
  public void everyKeyOfTheCodeIsDocumentedWithItsDefaultAndNoOther()
      throws Exception {
    Map<String, Object> code = new TreeMap<>();
    for (Class<?> keys : KEYS) {
      for (Field field : keys.getFields()) {
        if (Modifier.isStatic(field.getModifiers())
            && field.getName().endsWith("_KEY")) {
          String name = field.getName().replaceAll("_KEY$", "_DEFAULT");
          code.put((String) field.get(null),
              keys.getField(name).get(null));
        }
      }
    }
    Map<String, Object> documented = new TreeMap<>();
    for (Map.Entry<String, String> entry : xml) {
      if (entry.getKey().contains(".smarth.")) {
        documented.put(entry.getKey(),
            parse(entry.getKey(), code.get(entry.getKey())));
      }
    }
    assertThat(code).isNotEmpty().isEqualTo(documented);
  }

  /** @return the value of the file, of the same type as the code's. */
  private Object parse(String key, Object like) {
    if (like instanceof Long) {
      return xml.getLongBytes(key, -1);
    } else if (like instanceof Integer) {
      return xml.getInt(key, -1);
    } else if (like instanceof Double) {
      return xml.getDouble(key, Double.NaN);
    } else if (like instanceof Boolean) {
      return Boolean.valueOf(xml.get(key));
    } else {
      // Not with what this JVM has for hadoop.tmp.dir.
      return xml.getRaw(key);
    }
  }
}
