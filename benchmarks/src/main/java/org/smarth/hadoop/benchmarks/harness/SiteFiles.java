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

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A directory of Hadoop's site files for one JVM's class path. */
public final class SiteFiles {
  private static final List<String> FILES =
      List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml");

  private SiteFiles() {
  }

  /** Writes the same to all files: Hadoop reads each after its defaults, which hide the others. */
  public static void write(Path dir, Map<String, String> values) throws IOException {
    Files.createDirectory(dir);
    for (String file : FILES) {
      try (OutputStream out = Files.newOutputStream(dir.resolve(file))) {
        write(XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8"), values);
      } catch (XMLStreamException e) {
        throw new IOException("cannot write " + dir.resolve(file), e);
      }
    }
  }

  private static void write(XMLStreamWriter xml, Map<String, String> values)
      throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("configuration");
    for (Map.Entry<String, String> e : values.entrySet()) {
      xml.writeStartElement("property");
      element(xml, "name", e.getKey());
      element(xml, "value", e.getValue());
      xml.writeEndElement();
    }
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.flush();
  }

  private static void element(XMLStreamWriter xml, String name, String text)
      throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }
}
