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
package org.apache.hadoop.hdfs;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.hadoop.fs.FileUtil;
import org.junit.Assume;

/**
 * A Chromium without a window, driven through chromedriver's HTTP protocol
 * (W3C WebDriver). Selenium needs a Guava with which Hadoop does not run. Used
 * by one thread.
 */
final class Browser implements Closeable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern PORT = Pattern.compile("successfully on port (\\d+)");
  private static final int TIMEOUT_MILLIS = 60_000;

  private final File directory;
  private final Process driver;
  private final String driverUrl;
  private String session;

  /** Skips the test where no browser is installed. */
  static Browser start() throws IOException {
    String driver = find("chromedriver");
    String chromium = find("chromium");
    if (driver == null || chromium == null) {
      String missing = driver == null ? "chromedriver" : "chromium";
      System.out.println("Skipped: no " + missing + " on the PATH (Debian:"
          + " apt-get install chromium chromium-driver)");
      Assume.assumeTrue("no " + missing, false);
    }
    return new Browser(driver, chromium);
  }

  private static String find(String command) {
    for (String place : System.getenv("PATH").split(File.pathSeparator)) {
      File file = new File(place, command);
      if (file.canExecute()) {
        return file.getPath();
      }
    }
    return null;
  }

  private Browser(String driverPath, String chromium) throws IOException {
    // The path of a socket in it must be short, unlike that of the build.
    directory = Files.createTempDirectory(Paths.get("/tmp"), "browser")
        .toFile();
    ProcessBuilder builder = new ProcessBuilder(driverPath, "--port=0");
    builder.environment().put("TMPDIR", directory.getPath());
    driver = builder.redirectErrorStream(true).start();
    boolean started = false;
    try {
      driverUrl = "http://127.0.0.1:" + readPort();
      ObjectNode capabilities = MAPPER.createObjectNode();
      ObjectNode options = capabilities.putObject("capabilities")
          .putObject("alwaysMatch").put("browserName", "chrome")
          .putObject("goog:chromeOptions").put("binary", chromium);
      ArrayNode arguments = options.putArray("args");
      for (String argument : new String[] {"--headless=new", "--no-sandbox",
          "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
          "--window-size=1280,1900", "--force-device-scale-factor=1",
          "--user-data-dir=" + new File(directory, "profile")}) {
        arguments.add(argument);
      }
      session = call("POST", "/session", capabilities).get("sessionId")
          .asText();
      started = true;
    } finally {
      if (!started) {
        end();
      }
    }
  }

  private String readPort() throws IOException {
    BufferedReader said = new BufferedReader(new InputStreamReader(
        driver.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder all = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher port = PORT.matcher(line);
      if (port.find()) {
        return port.group(1);
      }
      all.append(line).append('\n');
    }
    throw new IOException("chromedriver did not start: " + all);
  }

  void open(String url) throws IOException {
    call("POST", "/session/" + session + "/url",
        MAPPER.createObjectNode().put("url", url));
  }

  /** @param script of JavaScript, that returns something. */
  JsonNode run(String script) throws IOException {
    ObjectNode body = MAPPER.createObjectNode().put("script", script);
    body.putArray("args");
    return call("POST", "/session/" + session + "/execute/sync", body);
  }

  /** @return what a person reads in an element; empty if it is hidden. */
  String text(String selector) throws IOException {
    return run("return document.querySelector(" + quoted(selector)
        + ").innerText").asText();
  }

  /** @return rows of cells of a table's body, as texts. */
  JsonNode cells(String selector) throws IOException {
    return run("return Array.from(document.querySelectorAll("
        + quoted(selector + " tbody tr") + ")).map(row => Array.from(row.cells)"
        + ".map(cell => cell.textContent))");
  }

  static String quoted(String text) throws IOException {
    return MAPPER.writeValueAsString(text);
  }

  /** Leaves a picture of the window. */
  void screenshot(File png) throws IOException {
    Files.write(png.toPath(), Base64.getDecoder().decode(
        call("GET", "/session/" + session + "/screenshot", null).asText()));
  }

  private JsonNode call(String method, String path, JsonNode body)
      throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) new URL(driverUrl + path).openConnection();
    connection.setRequestMethod(method);
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    if (body != null) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type",
          "application/json; charset=utf-8");
      try (OutputStream out = connection.getOutputStream()) {
        out.write(MAPPER.writeValueAsBytes(body));
      }
    }
    boolean failed = connection.getResponseCode() >= 400;
    try (InputStream in = failed ? connection.getErrorStream()
        : connection.getInputStream()) {
      JsonNode value = MAPPER.readTree(in).get("value");
      if (failed) {
        throw new IOException(method + " " + path + ": "
            + value.path("message").asText());
      }
      return value;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      call("DELETE", "/session/" + session, null);
    } finally {
      end();
    }
  }

  private void end() {
    driver.destroy();
    try {
      driver.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    FileUtil.fullyDelete(directory);
  }
}
