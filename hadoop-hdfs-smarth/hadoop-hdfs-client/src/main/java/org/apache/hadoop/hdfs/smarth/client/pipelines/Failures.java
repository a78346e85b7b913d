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

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.Objects;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.ipc.RemoteException;

/**
 * What fails a file is thrown at each call from then on. Java refuses to add an
 * exception to itself, as try-with-resources does if write and close throw the
 * same one, and what the user sees then is that refusal.
 */
@InterfaceAudience.Private
public final class Failures {
  private Failures() {
  }

  /**
   * @param failure that was thrown before, or may be thrown again
   * @return a new exception of the same class, with the same message, whose
   *     cause is the failure; the failure itself if its class allows no other
   */
  public static IOException again(IOException failure) {
    Throwable cause = failure.getCause();
    IOException first = isAgain(failure) && cause instanceof IOException
        ? (IOException) cause : failure;
    try {
      IOException copy = copy(first);
      copy.initCause(first);
      return isAgain(copy) ? copy : failure;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return failure;
    }
  }

  /** Callers look at the class, and at the one that a RemoteException names. */
  private static IOException copy(IOException of)
      throws ReflectiveOperationException {
    if (of instanceof RemoteException
        && of.getClass() == RemoteException.class) {
      RemoteException remote = (RemoteException) of;
      return new RemoteException(remote.getClassName(), remote.getMessage(),
          remote.getErrorCode());
    }
    if (of.getMessage() == null) {
      return of.getClass().getConstructor().newInstance();
    }
    Constructor<? extends IOException> made =
        of.getClass().getConstructor(String.class);
    return made.newInstance(of.getMessage());
  }

  private static boolean isAgain(IOException failure) {
    Throwable first = failure.getCause();
    return first != null && first.getClass() == failure.getClass()
        && Objects.equals(first.getMessage(), failure.getMessage());
  }
}
