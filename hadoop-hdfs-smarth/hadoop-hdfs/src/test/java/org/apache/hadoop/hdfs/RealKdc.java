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

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.UserGroupInformation;
import org.awaitility.Awaitility;
import org.junit.Assume;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;

/**
 * MIT's Kerberos on a port of loopback, and daemons and users who log in with
 * its keytab. A test with it needs a JVM of its own: the JDK reads where the
 * KDC is once. Without the programs of Debian's krb5-kdc and krb5-admin-server
 * the test is skipped.
 */
public final class RealKdc extends ExternalResource {
  private static final String REALM = "SMARTH.TEST";
  private static final String[] PROGRAMS =
      {"kdb5_util", "kadmin.local", "krb5kdc"};
  private static final String[] PLACES = {"/usr/sbin", "/sbin", "/usr/bin"};
  private static final String DAEMON = "hdfs/localhost@" + REALM;
  private static final String WEB = "HTTP/localhost@" + REALM;

  private final TemporaryFolder folder = new TemporaryFolder();
  private final List<String> users;
  private Process kdc;

  /** @param users beside the user of the daemons, who is the superuser */
  public RealKdc(String... users) {
    this.users = Arrays.asList(users);
  }

  @Override
  protected void before() throws Throwable {
    for (String program : PROGRAMS) {
      Assume.assumeTrue(program + " is missing: needs Debian's krb5-kdc and"
          + " krb5-admin-server", find(program) != null);
    }
    folder.create();
    int port;
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress("127.0.0.1", 0));
      port = socket.getLocalPort();
    }
    write("krb5.conf", "[libdefaults]", "default_realm = " + REALM,
        "dns_lookup_kdc = false", "dns_lookup_realm = false", "rdns = false",
        "udp_preference_limit = 1", "[realms]",
        REALM + " = {", "kdc = 127.0.0.1:" + port, "}");
    write("kdc.conf", "[kdcdefaults]", "kdc_listen = 127.0.0.1:" + port,
        "kdc_tcp_listen = 127.0.0.1:" + port, "[realms]", REALM + " = {",
        "database_name = " + path("principal"),
        "key_stash_file = " + path("stash"), "acl_file = " + path("acl"), "}");
    run("kdb5_util", "create", "-s", "-r", REALM, "-P", "of-no-use");
    List<String> principals = new ArrayList<>(Arrays.asList(DAEMON, WEB));
    users.forEach(user -> principals.add(user + "@" + REALM));
    for (String principal : principals) {
      run("kadmin.local", "-r", REALM, "-q", "addprinc -randkey " + principal);
      run("kadmin.local", "-r", REALM, "-q",
          "ktadd -k " + path("keytab") + " " + principal);
    }
    kdc = start("krb5kdc", "-n", "-r", REALM, "-P", path("pid"));
    try {
      Awaitility.await("the KDC").until(() -> isListening(port));
    } catch (Throwable e) {
      // JUnit calls after() only if this succeeds.
      after();
      throw e;
    }
    System.setProperty("java.security.krb5.conf", path("krb5.conf"));
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String find(String program) {
    for (String place : PLACES) {
      Path path = Paths.get(place, program);
      if (Files.isExecutable(path)) {
        return path.toString();
      }
    }
    return null;
  }

  private String path(String name) {
    return new File(folder.getRoot(), name).getPath();
  }

  private void write(String name, String... lines) throws IOException {
    Files.write(Paths.get(path(name)), Arrays.asList(lines));
  }

  private Process start(String program, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(Collections.singletonList(find(program)));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command)
        .redirectErrorStream(true).redirectOutput(
            ProcessBuilder.Redirect.appendTo(new File(path("log"))));
    builder.environment().put("KRB5_CONFIG", path("krb5.conf"));
    builder.environment().put("KRB5_KDC_PROFILE", path("kdc.conf"));
    return builder.start();
  }

  private void run(String program, String... arguments)
      throws IOException, InterruptedException {
    if (start(program, arguments).waitFor() != 0) {
      throw new IOException(program + " failed: " + new String(
          Files.readAllBytes(Paths.get(path("log"))), StandardCharsets.UTF_8));
    }
  }

  @Override
  protected void after() {
    try {
      if (kdc != null) {
        kdc.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      folder.delete();
    }
  }

  /** Settings of daemons and clients; nothing protects data yet. */
  public Configuration secure(Configuration conf) {
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION,
        "kerberos");
    conf.setBoolean(
        CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, true);
    conf.set("hadoop.security.auth_to_local",
        "RULE:[1:$1] RULE:[2:$1]");
    conf.set(DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY, DAEMON);
    conf.set(DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY, path("keytab"));
    conf.set(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY, DAEMON);
    conf.set(DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY, path("keytab"));
    conf.set(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_PRINCIPAL_KEY, WEB);
    conf.set(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY,
        path("keytab"));
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setBoolean(DFSConfigKeys.IGNORE_SECURE_PORTS_FOR_TESTING_KEY, true);
    UserGroupInformation.setConfiguration(conf);
    return conf;
  }

  /** Logs this process in as the user of the daemons. */
  public void loginAsDaemon() throws IOException {
    UserGroupInformation.loginUserFromKeytab(DAEMON, path("keytab"));
  }

  /** One of the users, who has logged in. */
  public UserGroupInformation login(String user) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        user + "@" + REALM, path("keytab"));
  }
}
