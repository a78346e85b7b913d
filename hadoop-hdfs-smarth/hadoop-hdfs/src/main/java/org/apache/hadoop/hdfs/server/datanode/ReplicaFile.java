/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.io.RandomAccessFile;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.smarth.datanode.ReplicaSource;
import org.apache.hadoop.io.IOUtils;

/**
 * The block file of a replica, opened once: its descriptor survives the
 * renaming at finalization. The reference keeps the volume in place. Reading
 * is not cut short by interruption, as it would be through a channel. Belongs
 * to one thread.
 */
@InterfaceAudience.Private
final class ReplicaFile implements ReplicaSource {
  private final FsVolumeReference volume;
  private final RandomAccessFile file;
  private long position;

  ReplicaFile(ReplicaInfo replica, FileIoProvider io) throws IOException {
    volume = replica.getVolume().obtainReference();
    boolean opened = false;
    try {
      file = io.getRandomAccessFile(replica.getVolume(),
          replica.getBlockFile(), "r");
      opened = true;
    } finally {
      if (!opened) {
        volume.close();
      }
    }
  }

  @Override
  public void readFully(long start, byte[] buffer, int offset, int length)
      throws IOException {
    if (start != position) {
      file.seek(start);
    }
    file.readFully(buffer, offset, length);
    position = start + length;
  }

  FsVolumeSpi getVolume() {
    return volume.getVolume();
  }

  @Override
  public void close() throws IOException {
    IOUtils.cleanupWithLogger(DataNode.LOG, file, volume);
  }
}
