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

import java.io.IOException;
import java.io.InputStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.io.IOUtils;

/** A file of the page of ours, from this jar. Thread-safe. */
@InterfaceAudience.Private
public final class SmarthFileServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  private static final String DIRECTORY = "/org/apache/hadoop/hdfs/smarth/page";

  @Override
  protected void doGet(HttpServletRequest request,
      HttpServletResponse response) throws IOException {
    // One of the paths that it was added for, and so no other file.
    String path = request.getServletPath();
    try (InputStream file =
        SmarthFileServlet.class.getResourceAsStream(DIRECTORY + path)) {
      if (file == null) {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
        return;
      }
      response.setContentType(path.endsWith(".js")
          ? "application/javascript; charset=utf-8"
          : "text/html; charset=utf-8");
      IOUtils.copyBytes(file, response.getOutputStream(), 4096, false);
    }
  }
}
