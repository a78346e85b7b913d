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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;

import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.io.MultipleIOException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcResponseHeaderProto.RpcErrorCodeProto;
import org.apache.hadoop.security.AccessControlException;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class FailuresTest {
  private static void assertNew(IOException failure) {
    IOException again = Failures.again(failure);
    IOException third = Failures.again(again);
    for (IOException each : Arrays.asList(again, third)) {
      assertThat(each).isNotSameAs(failure).isExactlyInstanceOf(
          failure.getClass()).hasMessage(failure.getMessage());
      assertThat(each.getCause()).isSameAs(failure);
    }
    assertThat(third).isNotSameAs(again);
  }

  @Test(timeout = 60_000)
  public void whatCallersLookAtIsThrownAnewWithItsClassMessageAndCause() {
    assertNew(new IOException("message"));
    assertNew(new IOException());
    assertNew(new IOException("message", new Error("cause")));
    assertNew(new EOFException("message"));
    assertNew(new SocketTimeoutException("message"));
    assertNew(new FileNotFoundException("message"));
    assertNew(new AccessControlException("message"));
    assertNew(new DSQuotaExceededException("message"));
    assertNew(new QuotaByStorageTypeExceededException("message"));
    assertNew(new NotReplicatedYetException("message"));
    assertNew(new ClosedChannelException());
    assertNew(new ClosedByInterruptException());
  }

  @Test(timeout = 60_000)
  public void aRemoteExceptionIsUnwrappedAsBefore() {
    RemoteException failure = new RemoteException(
        DSQuotaExceededException.class.getName(), "message",
        RpcErrorCodeProto.ERROR_APPLICATION);
    assertNew(failure);
    RemoteException again = (RemoteException) Failures.again(failure);
    assertThat(again.getErrorCode())
        .isSameAs(RpcErrorCodeProto.ERROR_APPLICATION);
    assertThat(again.unwrapRemoteException(DSQuotaExceededException.class))
        .isExactlyInstanceOf(DSQuotaExceededException.class)
        .hasMessage("message");
    assertNew(new RemoteException("a.Class", "message"));
  }

  @Test(timeout = 60_000)
  public void whatHasNoSuchConstructorIsThrownAsItIs() {
    IOException several = MultipleIOException.createIOException(
        Arrays.asList(new IOException("one"), new IOException("two")));
    assertThat(Failures.again(several)).isSameAs(several);
    // Its constructor takes a path.
    IOException path = new PathIOException("/path");
    assertThat(Failures.again(path)).isSameAs(path);
    IOException own = new IOException("of a class without a name") { };
    assertThat(Failures.again(own)).isSameAs(own);
  }
}
