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
package org.apache.hadoop.hdfs.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.hadoop.conf.Configuration;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class JmxReaderTest {
  private final JmxReader reader = new JmxReader(new Configuration());
  private ServerSocket server;

  @Before
  public void start() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @After
  public void stop() throws IOException {
    server.close();
  }

  private String daemon() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** @return what the request asks for. */
  private CompletableFuture<String> reply(String status, String body) {
    return CompletableFuture.supplyAsync(() -> {
      try (Socket socket = server.accept()) {
        BufferedReader in = new BufferedReader(new InputStreamReader(
            socket.getInputStream(), StandardCharsets.US_ASCII));
        String request = in.readLine();
        while (!in.readLine().isEmpty()) {
          continue;
        }
        socket.getOutputStream().write(("HTTP/1.1 " + status
            + "\r\nContent-Length: " + body.length()
            + "\r\nConnection: close\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII));
        return request;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  @Test(timeout = 60_000)
  public void theBeansOfTheQueryAreRead() throws Exception {
    CompletableFuture<String> request =
        reply("200 OK", "{\"beans\": [{\"name\": \"a\", \"Number\": 5}]}");
    JsonNode beans = reader.read(daemon(), "Hadoop:name=A-*,*");
    assertThat(beans).hasSize(1);
    assertThat(beans.get(0).get("Number").asLong()).isEqualTo(5);
    assertThat(request.get())
        .isEqualTo("GET /jmx?qry=Hadoop%3Aname%3DA-*%2C* HTTP/1.1");
  }

  @Test(timeout = 60_000)
  public void whereThereIsNoBeanNoneIsRead() throws Exception {
    reply("200 OK", "{\"beans\": []}");
    assertThat(reader.read(daemon(), "Hadoop:*")).isEmpty();
    reply("200 OK", "{}");
    assertThat(reader.read(daemon(), "Hadoop:*")).isEmpty();
  }

  @Test(timeout = 60_000)
  public void whoMayNotReadIsRefused() {
    for (String status : new String[] {"401 Unauthorized", "403 Forbidden"}) {
      reply(status, "");
      assertThatThrownBy(() -> reader.read(daemon(), "Hadoop:*"))
          .isInstanceOf(JmxReader.RefusedException.class)
          .hasMessage("HTTP status " + status.substring(0, 3));
    }
  }

  @Test(timeout = 60_000)
  public void otherFailuresAreNoRefusal() throws Exception {
    reply("404 Not Found", "");
    assertThatThrownBy(() -> reader.read(daemon(), "Hadoop:*"))
        .isInstanceOf(IOException.class).hasMessage("HTTP status 404")
        .isNotInstanceOf(JmxReader.RefusedException.class);
    reply("200 OK", "no JSON");
    assertThatThrownBy(() -> reader.read(daemon(), "Hadoop:*"))
        .isInstanceOf(IOException.class);
    server.close();
    assertThatThrownBy(() -> reader.read(daemon(), "Hadoop:*"))
        .isInstanceOf(IOException.class).hasMessageContaining("refused")
        .isNotInstanceOf(JmxReader.RefusedException.class);
  }
}
