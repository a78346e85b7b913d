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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Who gets the NameNode's page, and what it reads. */
public class SmarthPageAccessIT {
  private static final String[] PROTECTED = {"/smarth.html", "/dfshealth.html",
      "/explorer.html", "/jmx?qry=Hadoop:service=NameNode,name=Smarth*"};

  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);
  @Rule
  public final TemporaryFolder directory = new TemporaryFolder();

  private final Configuration conf = new HdfsConfiguration();
  private MiniDFSCluster cluster;

  private void start() throws IOException {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
  }

  @After
  public void stop() {
    if (cluster != null) {
      cluster.shutdown();
    }
  }

  private HttpURLConnection get(String path) throws IOException {
    return (HttpURLConnection) new URL("http://127.0.0.1:"
        + cluster.getNameNode().getHttpAddress().getPort() + path)
        .openConnection();
  }

  private String read(String path) throws IOException {
    HttpURLConnection connection = get(path);
    assertThat(connection.getResponseCode()).as(path).isEqualTo(200);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (InputStream in = connection.getInputStream()) {
      IOUtils.copyBytes(in, out, 4096, false);
    }
    return new String(out.toByteArray(), StandardCharsets.UTF_8);
  }

  @Test
  public void whereStocksPagesNeedAUserSoDoThePageAndItsData()
      throws IOException {
    File secret = directory.newFile();
    Files.write(secret.toPath(), "secret".getBytes(StandardCharsets.UTF_8));
    conf.set("hadoop.http.filter.initializers",
        AuthenticationFilterInitializer.class.getName());
    conf.set("hadoop.http.authentication.simple.anonymous.allowed", "false");
    conf.set("hadoop.http.authentication.signature.secret.file",
        secret.getPath());
    start();
    for (String path : PROTECTED) {
      assertThat(get(path).getResponseCode()).as(path)
          .isIn(HttpURLConnection.HTTP_UNAUTHORIZED,
              HttpURLConnection.HTTP_FORBIDDEN);
      String asSomebody = path + (path.contains("?") ? "&" : "?")
          + "user.name=somebody";
      assertThat(read(asSomebody)).as(path).isNotEmpty();
    }
  }

  @Test
  public void thePageAndItsBeansAreThereAndOtherFilesAreNot()
      throws IOException {
    start();
    assertThat(get("/smarth.html").getContentType().replace(" ", ""))
        .isEqualToIgnoringCase("text/html;charset=utf-8");
    assertThat(get("/smarth.js").getContentType().replace(" ", ""))
        .isEqualToIgnoringCase("application/javascript;charset=utf-8");
    assertThat(get("/smarth.html").getHeaderField("X-FRAME-OPTIONS"))
        .isEqualTo(get("/robots.txt").getHeaderField("X-FRAME-OPTIONS"))
        .isNotNull();
    assertThat(read("/smarth.html")).contains("/smarth.js");
    assertThat(read("/dfshealth.html")).contains("href=\"smarth.html\"");
    assertThat(read("/jmx?qry=Hadoop:service=NameNode,name=Smarth*"))
        .contains("SmarthDraining", "SmarthPlacementInfo", "FirstBySpeed");
    assertThat(get("/smarth/page/smarth.html").getResponseCode())
        .isEqualTo(HttpURLConnection.HTTP_NOT_FOUND);
    assertThat(get("/smarth.html/../NameNode.class").getResponseCode())
        .isEqualTo(HttpURLConnection.HTTP_NOT_FOUND);
  }
}
