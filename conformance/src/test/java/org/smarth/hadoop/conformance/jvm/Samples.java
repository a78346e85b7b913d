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

package org.smarth.hadoop.conformance.jvm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.fail;
import static org.junit.Assume.assumeTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import org.junit.BeforeClass;
import org.junit.FixMethodOrder;
import org.junit.Ignore;
import org.junit.Test;
import org.junit.runners.MethodSorters;

/** Classes that {@link TestJvmTest} runs, not tests of this module. */
public final class Samples {
  private Samples() {
  }

  /** A sample. */
  public static class Mixed {
    @Test
    public void passes() throws Exception {
      // All that a class writes belongs in its directory.
      Files.createFile(Path.of("written"));
      Files.createDirectories(Path.of(System.getProperty("test.build.data")));
    }

    @Test
    public void fails() {
      fail("first line\nsecond line");
    }

    @Test
    public void isSkipped() {
      assumeTrue(false);
    }

    @Test
    @Ignore("as a test")
    public void isIgnored() {
      fail();
    }
  }

  /** A sample. */
  public static class Names {
    @Test
    public void names() throws Exception {
      assertEquals("127.0.2.1", InetAddress.getByName("h1").getHostAddress());
      assertEquals("127.0.0.1", InetAddress.getByName("localhost").getHostAddress());
      assertThrows(UnknownHostException.class, () -> InetAddress.getByName("h0"));
    }
  }

  /** A sample. */
  public static class Rights {
    @Test
    public void noneOfRoot() throws Exception {
      Path locked = Files.createFile(Path.of("locked"));
      Files.setPosixFilePermissions(locked, Set.of());
      assertFalse(Files.isReadable(locked));
      assertNotEquals("root", System.getProperty("user.name"));
    }
  }

  /** A sample. */
  public static class Commands {
    @Test
    public void commands() {
      for (String line : new String[] {"  7: before any heading", "Failing tests:", "-----",
          "2: ls: a file", "", "Passing tests:", "1: put:  a file ", "10: put: (two) files"}) {
        System.out.println("INFO  [main] cli.CLITestHelper: " + line);
      }
    }
  }

  @FixMethodOrder(MethodSorters.NAME_ASCENDING)
  /** A sample. */
  public static class Exits {
    @Test
    public void a() {
      // Passes.
    }

    @Test
    public void b() {
      Runtime.getRuntime().halt(3);
    }

    @Test
    public void c() {
      // Is not reached.
    }
  }

  /** A sample. */
  public static class Hangs {
    @Test
    public void forever() throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  /** A sample. */
  public static class Breaks {
    @BeforeClass
    public static void setUp() {
      throw new IllegalStateException("no cluster");
    }

    @Test
    public void a() {
      // Is not reached.
    }
  }
}
