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

import java.util.LinkedHashMap;
import java.util.Map;

/** The tables of TPC-H (specification, section 1.4), as Hive and other engines know them. */
final class TpchTables {
  /** Columns by table, with the types of Hive. */
  static final Map<String, String> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("region", "r_regionkey int, r_name string, r_comment string");
    COLUMNS.put("nation", "n_nationkey int, n_name string, n_regionkey int, n_comment string");
    COLUMNS.put("supplier", "s_suppkey int, s_name string, s_address string, s_nationkey int, "
        + "s_phone string, s_acctbal decimal(15,2), s_comment string");
    COLUMNS.put("customer", "c_custkey int, c_name string, c_address string, c_nationkey int, "
        + "c_phone string, c_acctbal decimal(15,2), c_mktsegment string, c_comment string");
    COLUMNS.put("part", "p_partkey int, p_name string, p_mfgr string, p_brand string, "
        + "p_type string, p_size int, p_container string, p_retailprice decimal(15,2), "
        + "p_comment string");
    COLUMNS.put("partsupp", "ps_partkey int, ps_suppkey int, ps_availqty int, "
        + "ps_supplycost decimal(15,2), ps_comment string");
    COLUMNS.put("orders", "o_orderkey bigint, o_custkey int, o_orderstatus string, "
        + "o_totalprice decimal(15,2), o_orderdate date, o_orderpriority string, "
        + "o_clerk string, o_shippriority int, o_comment string");
    COLUMNS.put("lineitem", "l_orderkey bigint, l_partkey int, l_suppkey int, "
        + "l_linenumber int, l_quantity decimal(15,2), l_extendedprice decimal(15,2), "
        + "l_discount decimal(15,2), l_tax decimal(15,2), l_returnflag string, "
        + "l_linestatus string, l_shipdate date, l_commitdate date, l_receiptdate date, "
        + "l_shipinstruct string, l_shipmode string, l_comment string");
  }

  private TpchTables() {
  }

  /** Columns by table, with the types of standard SQL. */
  static Map<String, String> standardColumns() {
    Map<String, String> standard = new LinkedHashMap<>();
    COLUMNS.forEach((table, columns) ->
        standard.put(table, columns.replace(" string", " varchar")));
    return standard;
  }
}
