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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.http.HttpServer2;

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
  private static final String[] LINKED_FROM =
      {"/dfshealth.html", "/explorer.html"};

  private SmarthPages() {
  }

  /** @param server before it starts; its filters for pages are there. */
  static void addTo(HttpServer2 server) {
    for (String path : FILES) {
      server.addInternalServlet("smarth" + path, path, SmarthFileServlet.class);
    }
    for (String path : LINKED_FROM) {
      server.addInternalServlet("smarth" + path, path, SmarthLinkServlet.class);
    }
  }
}
