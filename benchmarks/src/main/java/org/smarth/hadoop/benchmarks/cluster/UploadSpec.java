/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.cluster;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.model.Links;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.model.Rate;

/**
 * One upload to one cluster, as the driver hands it to the JVMs that carry it out.
 *
 * @param file what to upload; a plain name, safe in a URI
 * @param blockBytes the block size of the file
 * @param port the NameNode's RPC port, 0 for any free one
 * @param dir everything the cluster writes; the driver deletes it
 */
public record UploadSpec(Path file, long blockBytes, int replication, Links links, int port,
    Path dir) {

  public Racks racks() {
    return links.racks();
  }

  public Path nameDir() {
    return dir.resolve("name");
  }

  /** Where a DataNode keeps its replicas. */
  public Path dataDir(int node) {
    return dir.resolve("data-" + node);
  }

  public Path rackTable() {
    return dir.resolve("racks.txt");
  }

  public void save(Path to) throws IOException {
    Properties p = new Properties();
    p.setProperty("file", file.toString());
    p.setProperty("blockBytes", Long.toString(blockBytes));
    p.setProperty("replication", Integer.toString(replication));
    p.setProperty("dataNodes", Integer.toString(racks().dataNodes()));
    p.setProperty("clientRack", Integer.toString(racks().clientRack()));
    p.setProperty("nics", links.nics().stream().map(Rate::toString).collect(joining(" ")));
    p.setProperty("cross", links.cross().toString());
    p.setProperty("uplink", links.uplink().toString());
    p.setProperty("port", Integer.toString(port));
    p.setProperty("dir", dir.toString());
    try (Writer out = Files.newBufferedWriter(to)) {
      p.store(out, null);
    }
  }

  public static UploadSpec load(Path from) throws IOException {
    Properties p = new Properties();
    try (Reader in = Files.newBufferedReader(from)) {
      p.load(in);
    }
    Racks racks = new Racks(intOf(p, "dataNodes"), intOf(p, "clientRack"));
    List<Rate> nics = Stream.of(p.getProperty("nics").split(" ")).map(Rate::parse).toList();
    return new UploadSpec(Path.of(p.getProperty("file")),
        Long.parseLong(p.getProperty("blockBytes")), intOf(p, "replication"),
        new Links(racks, nics, Rate.parse(p.getProperty("cross")),
            Rate.parse(p.getProperty("uplink"))),
        intOf(p, "port"), Path.of(p.getProperty("dir")));
  }

  private static int intOf(Properties p, String key) {
    return Integer.parseInt(p.getProperty(key));
  }
}
