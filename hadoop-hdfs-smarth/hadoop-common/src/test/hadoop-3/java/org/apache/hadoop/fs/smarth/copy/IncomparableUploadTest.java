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

package org.apache.hadoop.fs.smarth.copy;

import java.io.ByteArrayInputStream;
import java.io.IOException;

import org.apache.hadoop.fs.PathIOException;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Files and checksums of Hadoop 3 that an upload cannot compare with its own. */
public class IncomparableUploadTest extends UploadTestCase {
  @Test
  public void nothingCanBeVerified() throws IOException {
    hdfs().put(PARENT, new byte[0]);
    upload().checkVerifiable();
    hdfs().files().get(PARENT).setStriped(true);
    assertThatThrownBy(upload()::checkVerifiable)
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("Erasure-coded files cannot be verified");
  }

  @Test
  public void whatIsLeftIsOfNoUse() throws IOException {
    hdfs().put(FILE, first(2 * BLOCK)).setStriped(true);
    assertThat(resumeAndWrite())
        .isEqualTo("erasure-coded files cannot be compared");
    assertComplete();
  }

  @Test
  public void oneThatIsThereMayBeAnother() throws IOException {
    hdfs().put(FILE, source()).setStriped(true);
    assertThat(upload().isSame(new ByteArrayInputStream(source()))).isFalse();
    assertThat(taken().get()).isZero();
    hdfs().files().get(FILE).setStriped(false);
    assertThat(upload().isSame(new ByteArrayInputStream(source()))).isTrue();
  }

  @Test
  public void aClientThatMakesOtherChecksumsIsAskedForTheseAllTheSame()
      throws IOException {
    hdfs().makeCompositeChecksums();
    assertThat(resumeAndWrite()).isNull();
    assertComplete();
  }
}
