# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Writes with Spark, as text by RDDs and as Parquet, reads it and what others wrote, and compares with what it made.

Arguments: the directory that it writes, and others that it only reads. Prints lines of RESULT, a name and a value.
"""

import hashlib
import sys
import time

from pyspark.sql import SparkSession, functions as F

TASKS = 3
ROWS = TASKS * 100_000
BLOCK = 1 << 20


def tell(name, value):
    print(f"RESULT\t{name}\t{value}", flush=True)


def line(n):
    return f"{n} {hashlib.sha512(str(n).encode()).hexdigest()}"


def sums(frame):
    """How many rows there are, and the sum of their checksums, which no order changes."""
    found = frame.agg(F.count("*"), F.sum(F.crc32(F.col("value")))).first()
    return f"{found[0]} {found[1]}"


written, *others = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
rows = spark.range(0, ROWS, 1, TASKS).select(
    F.concat_ws(" ", F.col("id").cast("string"), F.sha2(F.col("id").cast("string"), 512)).alias("value"))
expected = sums(rows)
tell("made", expected)

spark.sparkContext.range(0, ROWS, 1, TASKS).map(line).saveAsTextFile(written + "/text")
# Parquet asks for blocks that hold a row group.
rows.write.option("parquet.block.size", BLOCK).parquet(written + "/parquet")
for directory in [written, *others]:
    for form, frame in (("text", spark.read.text), ("parquet", spark.read.parquet)):
        found = sums(frame(directory + "/" + form))
        if found != expected:
            sys.exit(f"Error: {directory}/{form} has {found}, not {expected}")
tell("read", expected)

jvm = spark.sparkContext._jvm
spark.stop()
# What ends with the context has time for it; a thread of Netty takes a second.
time.sleep(5)
tell("threads", ", ".join(sorted(thread.getName() for thread in jvm.Thread.getAllStackTraces().keySet()
                                 if not thread.isDaemon())))
tell("end", int(time.time() * 1000))
