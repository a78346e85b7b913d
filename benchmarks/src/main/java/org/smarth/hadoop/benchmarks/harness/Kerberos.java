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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * MIT's KDC on a node of a cluster, and one user in its keytab, as whom all daemons and clients log
 * in. Needs Debian's krb5-kdc and krb5-admin-server.
 */
final class Kerberos implements Cleanup.Resource {
  private static final String REALM = "SMARTH.TEST";
  /** Hadoop binds clients to the host of their principal if that has an address of this machine. */
  private static final String USER = "hdfs/cluster@" + REALM;
  private static final String WEB_USER = "HTTP/localhost@" + REALM;
  private static final String KEYTAB_KEY = "smarth.benchmarks.keytab";
  private static final List<String> PLACES = List.of("/usr/sbin", "/sbin", "/usr/bin");
  private static final int PORT = 8888;
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final long END_SECONDS = 10;

  private final Path dir;
  private final List<String> prefix;
  private final Process kdc;

  private Kerberos(Path dir, String ip, List<String> prefix)
      throws IOException, InterruptedException {
    this.dir = Files.createDirectory(dir.resolve("kerberos"));
    this.prefix = prefix;
    Files.write(configuration(dir), List.of("[libdefaults]", "default_realm = " + REALM,
        "dns_lookup_kdc = false", "dns_lookup_realm = false", "rdns = false",
        "udp_preference_limit = 1", "[realms]", REALM + " = {", "kdc = " + ip + ":" + PORT, "}"));
    Files.write(path("kdc.conf"), List.of("[kdcdefaults]", "kdc_listen = " + ip + ":" + PORT,
        "kdc_tcp_listen = " + ip + ":" + PORT, "[realms]", REALM + " = {",
        "database_name = " + path("principal"), "key_stash_file = " + path("stash"),
        "acl_file = " + path("acl"), "}"));
    call("kdb5_util", "create", "-s", "-r", REALM, "-P", "of-no-use");
    for (String principal : List.of(USER, WEB_USER)) {
      call("kadmin.local", "-r", REALM, "-q", "addprinc -randkey " + principal);
      call("kadmin.local", "-r", REALM, "-q",     "ktadd -k " + keytab(dir) + " " + principal);
    }
    kdc = start("krb5kdc", "-n", "-r", REALM, "-P", path("pid").toString());
    try {
      Await.until("the KDC", START_LIMIT, () -> isListening(ip));
    } catch (IOException | InterruptedException | Failure e) {
      close();
      throw e;
    }
  }

  /**
   * Makes a realm, and starts its KDC.
   *
   * @param dir of the run
   * @param ip of the KDC's node
   * @param prefix a command that runs another one on that node
   */
  static Kerberos start(Path dir, String ip, List<String> prefix) throws IOException {
    try {
      return new Kerberos(dir, ip, prefix);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while starting a KDC", e);
    }
  }

  /** The file that tells JVMs of a run where its KDC is. */
  static Path configuration(Path dir) {
    return dir.resolve("kerberos").resolve("krb5.conf");
  }

  private static Path keytab(Path dir) {
    return dir.resolve("kerberos").resolve("keytab");
  }

  /** What daemons and clients of a run are told. */
  static Map<String, String> settings(Path dir) {
    String keytab = keytab(dir).toString();
    Map<String, String> s = new LinkedHashMap<>();
    s.put(KEYTAB_KEY, keytab);
    s.put("hadoop.security.authentication", "kerberos");
    s.put("hadoop.security.authorization", "true");
    s.put("hadoop.security.auth_to_local", "RULE:[1:$1] RULE:[2:$1]");
    for (String daemon : List.of("namenode", "datanode")) {
      s.put("dfs." + daemon + ".kerberos.principal", USER);
      s.put("dfs." + daemon + ".keytab.file", keytab);
    }
    s.put("dfs.web.authentication.kerberos.principal", WEB_USER);
    s.put("dfs.web.authentication.kerberos.keytab", keytab);
    s.put("dfs.block.access.token.enable", "true");
    // Without it, DataNodes on ports above 1023 ask for certificates of HTTPS.
    s.put("ignore.secure.ports.for.testing", "true");
    return s;
  }

  /** What daemons of YARN and MapReduce are told beside that. */
  static Map<String, String> yarnSettings(Path dir) {
    Map<String, String> s = new LinkedHashMap<>();
    for (String daemon : List.of("yarn.resourcemanager", "yarn.nodemanager",
        "mapreduce.jobhistory")) {
      s.put(daemon + ".principal", USER);
      s.put(daemon + ".keytab", keytab(dir).toString());
    }
    return s;
  }

  /** Logs this JVM in, if its site asks for that. */
  static void login(Configuration conf) throws IOException {
    String keytab = conf.get(KEYTAB_KEY);
    if (keytab != null) {
      UserGroupInformation.setConfiguration(conf);
      UserGroupInformation.loginUserFromKeytab(USER, keytab);
    }
  }

  private Path path(String name) {
    return dir.resolve(name);
  }

  private boolean isListening(String ip) throws IOException, InterruptedException {
    if (!kdc.isAlive()) {
      throw new IOException("krb5kdc ended; " + path("log") + " says why");
    }
    // Its node may have a network of its own.
    return start(List.of("/bin/bash"), "-c", "exec 3<> /dev/tcp/" + ip + "/" + PORT).waitFor() == 0;
  }

  private void call(String program, String... arguments) throws IOException, InterruptedException {
    if (start(program, arguments).waitFor() != 0) {
      throw new Failure(program + " failed: " + Files.readString(path("log")).trim());
    }
  }

  private Process start(String program, String... arguments) throws IOException {
    for (String place : PLACES) {
      Path file = Path.of(place, program);
      if (Files.isExecutable(file)) {
        return start(List.of(file.toString()), arguments);
      }
    }
    throw new Failure(program + " is missing: it is in Debian's krb5-kdc and krb5-admin-server");
  }

  private Process start(List<String> program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(program);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(path("log").toFile()));
    builder.environment().put("KRB5_CONFIG", path("krb5.conf").toString());
    builder.environment().put("KRB5_KDC_PROFILE", path("kdc.conf").toString());
    return builder.start();
  }

  @Override
  public void close() throws IOException {
    kdc.destroyForcibly();
    try {
      if (!kdc.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("krb5kdc does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for krb5kdc", e);
    }
  }
}
