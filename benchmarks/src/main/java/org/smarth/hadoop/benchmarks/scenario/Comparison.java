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

package org.smarth.hadoop.benchmarks.scenario;

import java.util.OptionalDouble;

/**
 * Two that stand against each other, other than stock and each.
 *
 * @param from who is expected to take more
 * @param paper by how many percent it does in the paper; empty where the paper does not say
 */
public record Comparison(Point point, Entrant from, Entrant to, OptionalDouble paper) {
  static Comparison of(Point point, Entrant from, Entrant to) {
    return new Comparison(point, from, to, OptionalDouble.empty());
  }

  static Comparison of(Point point, Entrant from, Entrant to, double paper) {
    return new Comparison(point, from, to, OptionalDouble.of(paper));
  }

  Comparison withWarmUps(int count) {
    return new Comparison(point.withWarmUps(count), from, to, paper);
  }
}
