"""Mines repositories on Spark into tables.

    spark-submit examples/mining/spark_mine.py --output /data/tables /data/one.git /data/two.git
    spark-submit examples/mining/spark_mine.py --output /data/tables --archives 's3a://bucket/repositories/*.tar'

Executors need the package `reweave`, and must see the repositories (but not those in archives) and the output at the same paths.
"""

import argparse

from pyspark.sql import SparkSession

import reweave.spark as rs


def main() -> int:
    parser = argparse.ArgumentParser(description="Mines repositories on Spark into tables.")
    parser.add_argument("repositories", nargs="*", help="folders, or files with a list of them")
    parser.add_argument("--archives", help="tar archives with repositories, by a pattern that Spark reads")
    parser.add_argument("--output", required=True, help="the folder of the tables")
    parser.add_argument("--commits", type=int, default=512, help="commits of a task")
    parser.add_argument("--partitions", type=int, default=0, help="tasks [default: four a core]")
    parser.add_argument("--budget", type=float, default=300.0, help="seconds for one commit")
    args = parser.parse_args()
    if not args.repositories and not args.archives:
        parser.error("name repositories or --archives")

    spark = SparkSession.builder.appName("reweave").getOrCreate()
    partitions = args.partitions or 4 * spark.sparkContext.defaultParallelism
    task = rs.mine(output=args.output, budget=args.budget)
    told = []
    if args.repositories:
        work = rs.ranges(spark, args.repositories, commits=args.commits, budget=args.budget)
        told.append(work.repartition(partitions).mapInArrow(task, rs.SUMMARY))
    if args.archives:
        # One row a partition: an archive is held in memory.
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "1")
        archives = spark.read.format("binaryFile").load(args.archives)
        told.append(archives.repartition(partitions).mapInArrow(task, rs.SUMMARY))
    rows = [row for part in told for row in part.collect()]
    spark.stop()
    missing = [row for row in rows if row.failed or row.cut_short or row.unwritten or row.error]
    commits, findings = sum(row.commits for row in rows), sum(row.findings for row in rows)
    print(f"{len(rows)} tasks, {commits} commits, {findings} refactorings, {len(missing)} with something missing")
    return 3 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
