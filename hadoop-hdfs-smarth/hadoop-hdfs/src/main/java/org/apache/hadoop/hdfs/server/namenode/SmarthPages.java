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
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.io.IOUtils;

/**
 * What the NameNode's web UI has more than stock's: a page, and links to it.
 * Stock's pages lie in a directory of the installation. The web server takes
 * all of them from one place, so that a jar cannot add to them, and these
 * servlets do. All data come from {@code /jmx}, which the UI's filters protect.
 * In this package because the NameNode's web server is. Stateless.
 */
@InterfaceAudience.Private
final class SmarthPages {
  private static final String[] FILES = {"/smarth.html", "/smarth.js"};
  private static final String STOCKS_FIRST = "/dfshealth.html";
  private static final String[] LINKED_FROM = {STOCKS_FIRST, "/explorer.html"};

  /** Each byte is a character, whatever a page's own encoding is. */
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  private SmarthPages() {
  }

  /** @param server before it starts; its filters for pages are there. */
  static void addTo(HttpServer2 server) {
    for (String path : FILES) {
      server.addInternalServlet("smarth" + path, path, FileServlet.class);
    }
    for (String path : LINKED_FROM) {
      server.addInternalServlet("smarth" + path, path, LinkServlet.class);
    }
  }

  /** @return null if there is no such file. */
  private static String read(InputStream resource) throws IOException {
    try (InputStream file = resource) {
      if (file == null) {
        return null;
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      IOUtils.copyBytes(file, bytes, 4096, false);
      return new String(bytes.toByteArray(), BYTES);
    }
  }

  private static void send(String file, String type,
      HttpServletResponse response) throws IOException {
    if (file == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setContentType(type + "; charset=utf-8");
    response.getOutputStream().write(file.getBytes(BYTES));
  }

  /** A file of the page of ours, from this jar. Thread-safe. */
  public static final class FileServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private static final String DIRECTORY = "/org/apache/hadoop/hdfs/smarth/page";
    /** Of stock's pages, of which each Hadoop has another release. */
    private static final Pattern STYLE =
        Pattern.compile("/static/bootstrap[^/\"]*/css/bootstrap\\.min\\.css");

    @Override
    protected void doGet(HttpServletRequest request,
        HttpServletResponse response) throws IOException {
      // One of the paths that it was added for, and so no other file.
      String path = request.getServletPath();
      String file = read(FileServlet.class.getResourceAsStream(DIRECTORY + path));
      if (path.endsWith(".js")) {
        send(file, "application/javascript", response);
      } else {
        String stock =
            read(getServletContext().getResourceAsStream(STOCKS_FIRST));
        send(file == null || stock == null ? file : styled(file, stock),
            "text/html", response);
      }
    }

    /** @return the page with the style sheet of stock's. */
    static String styled(String page, String stock) {
      Matcher style = STYLE.matcher(stock);
      return style.find() ? STYLE.matcher(page)
          .replaceFirst(Matcher.quoteReplacement(style.group())) : page;
    }
  }

  /**
   * A page of stock's, as the installation has it, with one line more: the link
   * to the page of ours. A page without stock's menu stays as it is. Thread-safe.
   */
  public static final class LinkServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** A line of stock's menu. */
    private static final String BEFORE = "<li><a href=\"logs\">Logs</a></li>";
    private static final String LINK =
        "<li><a href=\"smarth.html\">SMARTH</a></li>";

    @Override
    protected void doGet(HttpServletRequest request,
        HttpServletResponse response) throws IOException {
      String page = read(getServletContext()
          .getResourceAsStream(request.getServletPath()));
      send(page == null ? null : linked(page), "text/html", response);
    }

    static String linked(String page) {
      int menu = page.indexOf(BEFORE);
      return menu < 0 ? page
          : page.substring(0, menu) + LINK + "\n" + page.substring(menu);
    }
  }
}
