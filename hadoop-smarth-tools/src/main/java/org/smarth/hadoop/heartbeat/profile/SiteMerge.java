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

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * Settings put into the text of a site file: the values of keys that it has
 * are replaced, others are added at its end; nothing else changes. Immutable.
 */
public final class SiteMerge {
  private static final Pattern COMMENT =
      Pattern.compile("<!--.*?-->", Pattern.DOTALL);
  private static final Pattern PROPERTY =
      Pattern.compile("<property>.*?</property>", Pattern.DOTALL);
  private static final Pattern NAME =
      Pattern.compile("<name>\\s*(.*?)\\s*</name>", Pattern.DOTALL);
  private static final Pattern VALUE =
      Pattern.compile("<value>(.*?)</value>", Pattern.DOTALL);
  private static final Pattern END = Pattern.compile("[ \t]*</configuration>");
  private static final Pattern EMPTY = Pattern.compile("<configuration\\s*/>");
  private static final Pattern ENCODING = Pattern.compile(
      "^\\s*<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([^\"']+)");
  private static final int CONTEXT = 2;

  private final Charset charset;
  private final String before;
  private final String after;

  /**
   * @param file the bytes of a site file, in the encoding that it declares
   * @param settings to put in
   * @throws IllegalArgumentException if it is no site file that this can
   *     change
   */
  public SiteMerge(byte[] file, List<Setting> settings) {
    charset = charset(file);
    before = decode(file);
    String changed = before;
    for (Setting setting : settings) {
      changed = with(changed, setting);
    }
    after = changed;
    verify(settings);
  }

  public boolean isChanged() {
    return !before.equals(after);
  }

  /** @return the file with the settings; all else is as it was. */
  public byte[] getBytes() {
    return after.getBytes(charset);
  }

  /** As an XML parser finds it, where markup is ASCII. */
  private static Charset charset(byte[] file) {
    Matcher declared = ENCODING.matcher(
        new String(file, StandardCharsets.ISO_8859_1));
    try {
      return declared.find() ? Charset.forName(declared.group(1))
          : StandardCharsets.UTF_8;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("encoding = " + declared.group(1)
          + ": Java does not know it", e);
    }
  }

  /** A character that is lost here would be lost in the file. */
  private String decode(byte[] file) {
    String text;
    try {
      text = charset.newDecoder().decode(ByteBuffer.wrap(file)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("it is not in " + charset
          + ", which it declares or which is the default", e);
    }
    if (!Arrays.equals(text.getBytes(charset), file)) {
      throw new IllegalArgumentException("what " + charset + " makes of it is"
          + " not the same again; set it by hand");
    }
    return text;
  }

  /** @return the change as a unified diff. */
  public String diff(String fileName) {
    List<String> old = Arrays.asList(before.split("\n", -1));
    List<String> lines = UnifiedDiffUtils.generateUnifiedDiff(fileName,
        fileName, old,
        DiffUtils.diff(old, Arrays.asList(after.split("\n", -1))), CONTEXT);
    return String.join("\n", lines) + "\n";
  }

  private static String with(String text, Setting setting) {
    String visible = withoutComments(text);
    int[] value = null;
    Matcher property = PROPERTY.matcher(visible);
    while (property.find()) {
      Matcher name = NAME.matcher(property.group());
      if (name.find() && name.group(1).equals(setting.getKey())) {
        // The last one counts, as it does for Hadoop.
        value = value(property, setting);
      }
    }
    if (value != null) {
      return text.substring(0, value[0]) + setting.getValue()
          + text.substring(value[1]);
    }
    Matcher end = END.matcher(visible);
    if (end.find()) {
      return text.substring(0, end.start()) + setting.toXml()
          + text.substring(end.start());
    }
    Matcher empty = EMPTY.matcher(visible);
    if (empty.find()) {
      return text.substring(0, empty.start()) + "<configuration>\n"
          + setting.toXml() + "</configuration>" + text.substring(empty.end());
    }
    throw new IllegalArgumentException("no </configuration>");
  }

  private static int[] value(Matcher property, Setting setting) {
    Matcher value = VALUE.matcher(property.group());
    if (!value.find()) {
      throw new IllegalArgumentException(
          setting.getKey() + " has no <value> there");
    }
    return new int[] {property.start() + value.start(1),
        property.start() + value.end(1)};
  }

  /** @return the text with blanks in the place of comments. */
  private static String withoutComments(String text) {
    StringBuilder visible = new StringBuilder(text);
    Matcher comment = COMMENT.matcher(text);
    while (comment.find()) {
      for (int i = comment.start(); i < comment.end(); i++) {
        visible.setCharAt(i, ' ');
      }
    }
    return visible.toString();
  }

  /** What Hadoop reads must be what was to be set. */
  private void verify(List<Setting> settings) {
    Configuration read = new Configuration(false);
    read.addResource(new ByteArrayInputStream(getBytes()));
    for (Setting setting : settings) {
      String value;
      try {
        value = read.getTrimmed(setting.getKey());
      } catch (RuntimeException e) {
        throw new IllegalArgumentException("it is no site file: "
            + e.getMessage(), e);
      }
      if (!setting.getValue().equals(value)) {
        throw new IllegalArgumentException(setting.getKey() + " would be "
            + value + " in it; set it by hand");
      }
    }
  }
}
