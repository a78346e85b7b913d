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

import java.util.function.Function;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The types of the command line's options, with errors that name the range. */
public final class Converters {
  private Converters() {
  }

  private static <T> T convert(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  public static final class OfRate implements ITypeConverter<Rate> {
    @Override
    public Rate convert(String text) {
      return Converters.convert(text, Rate::parse);
    }
  }

  public static final class OfSize implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return Converters.convert(text, t -> ByteSize.parse(t, 1, 1024 * ByteSize.GIB));
    }
  }

  /** Within what the NameNode allows, and whole chunks of a checksum. */
  public static final class OfBlockSize implements ITypeConverter<Long> {
    private static final long CHUNK = 512;

    @Override
    public Long convert(String text) {
      return Converters.convert(text, t -> {
        long bytes = ByteSize.parse(t, ByteSize.MIB, 16 * ByteSize.GIB);
        if (bytes % CHUNK != 0) {
          throw new IllegalArgumentException("'" + t + "' is no multiple of 512 bytes");
        }
        return bytes;
      });
    }
  }
}
