"""Histories on Spark: the same rows as one process gives, whatever shares the work; run by `cargo xtask python --spark`."""

import os
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest
from pathlib import Path

import polars
from pyspark.sql import SparkSession

import reweave
import reweave.spark as rs
from test_package import TEXTS, repository

#: Tables whose rows do not tell how the work was shared.
TABLES = [table for table in reweave.TABLES if table != "runs"]
MASTERS = ["local[2]", "local-cluster[2,1,1024]"]


def rows(frame):
    """Rows to compare, without what measures."""
    plain = [name for name in frame.columns if name != "ms" and not name.endswith("_time")]
    return sorted(map(str, frame.select(plain).rows()))


def read(tables, table):
    return rows(polars.read_parquet(f"{tables}/{table}/*.parquet"))


def texts(count):
    """A class that is renamed a little each time."""
    return [TEXTS[0].replace("f()", f"f{i}()").replace("+ 2", f"+ {i // 2}") for i in range(count)]


class Spark(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        many = texts(9)
        repository(self.scratch / "one", many, [f"commit {i}" for i in range(9)])
        repository(self.scratch / "two")
        self.repos = [str(self.scratch / name) for name in ("one", "two", "missing")]
        reweave.mine(self.repos, self.scratch / "whole")

    def session(self, master):
        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = SparkSession.builder.master(master).appName("test")
        for key, value in {
            "spark.ui.enabled": "false",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.sql.shuffle.partitions": "4",
            "spark.executor.memory": "512m",
            "spark.sql.session.timeZone": "UTC",
        }.items():
            builder = builder.config(key, value)
        spark = builder.getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        self.addCleanup(spark.stop)
        return spark

    def test_rows_are_those_of_one_process(self):
        for master in MASTERS:
            with self.subTest(master):
                spark = self.session(master)
                work = rs.ranges(spark, self.repos, commits=2).repartition(6)
                self.assertEqual(work.count(), 5 + 2 + 1)
                for table in TABLES:
                    found = work.mapInArrow(rs.mine(table), rs.schema(table))
                    frame = polars.DataFrame(found.toArrow())
                    self.assertEqual(rows(frame), read(self.scratch / "whole", table), (master, table))
                spark.stop()

    def test_an_executor_may_be_killed(self):
        spark = self.session(MASTERS[1])
        long = repository(self.scratch / "long", texts(60), [f"commit {i}" for i in range(60)])
        reweave.mine([str(long)], self.scratch / "long-whole")
        work = rs.ranges(spark, [str(long)], commits=2).repartition(30)
        killed, task = [], rs.mine(output=self.scratch / "killed")

        def slowly(batches):
            for batch in task(batches):
                time.sleep(0.5)
                yield batch

        def kill():
            # Once something is written, one of the two executors goes.
            while not over.is_set() and not list(self.scratch.glob("killed/runs/*.parquet")):
                time.sleep(0.05)
            executors = [pid for pid in descendants(os.getpid()) if "CoarseGrainedExecutorBackend" in command(pid)]
            if not over.is_set():
                os.kill(executors[0], 9)
                killed.append(executors[0])

        killer, over = threading.Thread(target=kill), threading.Event()
        killer.start()
        try:
            told = work.mapInArrow(slowly, rs.SUMMARY).collect()
        finally:
            over.set()
            killer.join()
        self.assertEqual(len(killed), 1)
        self.assertEqual(len(told), 30)
        for table in TABLES:
            self.assertEqual(read(self.scratch / "killed", table), read(self.scratch / "long-whole", table), table)
        spark.stop()

    def test_archives_with_repositories(self):
        spark = self.session(MASTERS[0])
        archives = self.scratch / "archives"
        archives.mkdir()
        with tarfile.open(archives / "good.tar", "w") as archive:
            archive.add(self.scratch / "one", "inner/one")
        (archives / "bad.tar").write_bytes(b"no archive")
        read_by_spark = spark.read.format("binaryFile").load(f"{archives}/*.tar")
        found = read_by_spark.mapInArrow(rs.mine("findings"), rs.schema("findings")).collect()
        whole = [row for row in read(self.scratch / "whole", "findings") if "/one" in row]
        self.assertEqual(len(found), len(whole))
        self.assertTrue(all(row.repo.endswith("good.tar/inner/one") for row in found))
        errors = read_by_spark.mapInArrow(rs.mine("errors"), rs.schema("errors")).collect()
        self.assertEqual([row.repo.rsplit("/", 1)[-1] for row in errors], ["bad.tar"])
        spark.stop()

    def test_the_script_for_spark_submit(self):
        script = Path(__file__).parents[3] / "examples/mining/spark_mine.py"
        output = self.scratch / "submitted"
        submit = [str(Path(sys.executable).with_name("spark-submit")), "--master", "local[2]", str(script)]
        environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        environment["PYTHONPATH"] = ""
        done = subprocess.run(
            [*submit, "--output", str(output), "--commits", "4", *self.repos],
            env=environment,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 3, done.stderr[-3000:])
        self.assertIn("12 commits", done.stdout)
        for table in TABLES:
            self.assertEqual(read(output, table), read(self.scratch / "whole", table), table)


def command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def descendants(pid):
    try:
        children = [int(c) for task in Path(f"/proc/{pid}/task").iterdir() for c in (task / "children").read_text().split()]
    except OSError:
        children = []
    for child in children:
        yield child
        yield from descendants(child)


if __name__ == "__main__":
    unittest.main()
