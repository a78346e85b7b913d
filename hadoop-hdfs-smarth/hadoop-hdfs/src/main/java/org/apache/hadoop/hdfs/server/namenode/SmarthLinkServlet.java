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
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.io.IOUtils;

/**
 * A page of stock's, as the installation has it, with one line more: the link
 * to the page of ours. A page without stock's menu stays as it is. Thread-safe.
 */
@InterfaceAudience.Private
public final class SmarthLinkServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  /** The last line of stock's menu. */
  private static final String BEFORE = "<li><a href=\"logs\">Logs</a></li>";
  private static final String LINK =
      "<li><a href=\"smarth.html\">SMARTH</a></li>";

  /** Each byte is a character, whatever the page's own encoding is. */
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  @Override
  protected void doGet(HttpServletRequest request,
      HttpServletResponse response) throws IOException {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    try (InputStream file = getServletContext()
        .getResourceAsStream(request.getServletPath())) {
      if (file == null) {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
        return;
      }
      IOUtils.copyBytes(file, page, 4096, false);
    }
    response.setContentType("text/html; charset=utf-8");
    response.getOutputStream().write(
        linked(new String(page.toByteArray(), BYTES)).getBytes(BYTES));
  }

  static String linked(String page) {
    int menu = page.indexOf(BEFORE);
    return menu < 0 ? page
        : page.substring(0, menu) + LINK + "\n" + page.substring(menu);
  }
}
