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

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;

/**
 * Reads the JMX beans of daemons over HTTP or HTTPS, with SPNEGO where Hadoop
 * uses Kerberos. Thread-safe.
 */
class JmxReader {
  /** The daemon answers, and does not show its beans to this user. */
  static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String why, Throwable cause) {
      super(why, cause);
    }
  }

  private static final ObjectMapper MAPPER = new ObjectMapper();
  /** A daemon that takes longer is shown as one that does not answer. */
  private static final int TIMEOUT_MILLIS =
      (int) TimeUnit.SECONDS.toMillis(2);

  private final URLConnectionFactory connections;
  private final boolean spnego;

  JmxReader(Configuration conf) {
    connections = URLConnectionFactory.newDefaultURLConnectionFactory(
        TIMEOUT_MILLIS, TIMEOUT_MILLIS, conf);
    spnego = UserGroupInformation.isSecurityEnabled();
  }

  /**
   * @param daemon scheme, host and port of its web server
   * @param query an ObjectName that may be a pattern
   * @return the beans, each an object with name and attributes; empty if there
   *     is none
   * @throws RefusedException if this user may not see them
   * @throws IOException if there is no answer
   */
  JsonNode read(String daemon, String query) throws IOException {
    HttpURLConnection connection =
        open(new URL(daemon + "/jmx?qry=" + URLEncoder.encode(query, "UTF-8")));
    int status = connection.getResponseCode();
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED
        || status == HttpURLConnection.HTTP_FORBIDDEN) {
      throw new RefusedException("HTTP status " + status, null);
    }
    if (status != HttpURLConnection.HTTP_OK) {
      throw new IOException("HTTP status " + status);
    }
    try (InputStream in = connection.getInputStream()) {
      return MAPPER.readTree(in).path("beans");
    }
  }

  private HttpURLConnection open(URL url) throws IOException {
    try {
      return (HttpURLConnection) connections.openConnection(url, spnego);
    } catch (AuthenticationException e) {
      throw new RefusedException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * By how much a daemon's counter grew lately. What JMX tells of a counter may
   * be ten seconds old, so that a shorter time would show leaps. Used by one
   * thread.
   */
  static final class RecentIncrease {
    private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Deque<long[]> seen = new ArrayDeque<>();

    /**
     * @param now as System.nanoTime()
     * @param value of the counter; less than before if the daemon was restarted
     */
    void add(long now, long value) {
      if (!seen.isEmpty() && value < seen.peekLast()[1]) {
        seen.clear();
      }
      seen.addLast(new long[] {now, value});
      while (seen.size() > 2 && now - seen.peekFirst()[0] > MAX_AGE_NANOS) {
        seen.removeFirst();
      }
    }

    /** @return whether there is a time of which the increase is known. */
    boolean isKnown() {
      return seen.size() > 1;
    }

    /** @return the increase; the counter itself if that is all that is known. */
    long get() {
      return seen.peekLast()[1] - (isKnown() ? seen.peekFirst()[1] : 0);
    }

    /** @return how long it took, in seconds; 0 if it is not known. */
    double getSeconds() {
      return (seen.peekLast()[0] - seen.peekFirst()[0])
          / (double) TimeUnit.SECONDS.toNanos(1);
    }
  }
}
