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
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** What the processes of a run tell each other: records, each as one line of JSON. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper()
      .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
      .setVisibility(PropertyAccessor.FIELD, Visibility.ANY)
      .setAnnotationIntrospector(new Records())
      .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
      // Else a number that is missing is 0.
      .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

  private Json() {
  }

  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static <T> T read(String json, Class<T> type) throws IOException {
    return MAPPER.readValue(json, type);
  }

  /** The same values as another type. */
  public static <T> T convert(Object value, Class<T> type) {
    return MAPPER.convertValue(value, type);
  }

  /** Hadoop's Jackson is older than records, and has to be told what makes one. */
  private static final class Records extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonCreator.Mode findCreatorAnnotation(MapperConfig<?> config, Annotated maker) {
      return maker instanceof AnnotatedConstructor c && isOfComponents(c)
          ? JsonCreator.Mode.PROPERTIES : super.findCreatorAnnotation(config, maker);
    }

    @Override
    public String findImplicitPropertyName(AnnotatedMember member) {
      return member instanceof AnnotatedParameter p
          && p.getOwner() instanceof AnnotatedConstructor c && isOfComponents(c)
          ? c.getDeclaringClass().getRecordComponents()[p.getIndex()].getName()
          : super.findImplicitPropertyName(member);
    }

    private static boolean isOfComponents(AnnotatedConstructor c) {
      return c.getDeclaringClass().isRecord() && Stream.of(
          c.getDeclaringClass().getRecordComponents()).map(RecordComponent::getType).toList()
          .equals(Stream.of(c.getAnnotated().getParameterTypes()).toList());
    }
  }
}
