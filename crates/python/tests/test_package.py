"""The package as it is installed: run by `cargo xtask python` in a clean virtual environment with the built wheel."""

import doctest
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from datetime import datetime, timezone
from pathlib import Path

import duckdb
import polars
import pyarrow

import reweave

TEXTS = [
    "public class A { public int f() { return g(1) + 2; } int g(int i) { return i; } }",
    "public class A { public int h() { return g(1) + 2; } int g(int i) { return i; } }",
    "public class A { public int h() { return g(1) + 2; } int g(int n) { return n; } }",
]


def git(folder, *args, **environment):
    base = {"GIT_CONFIG_GLOBAL": "/dev/null", "HOME": str(folder), "PATH": os.environ["PATH"]}
    for who in ("AUTHOR", "COMMITTER"):
        base[f"GIT_{who}_NAME"], base[f"GIT_{who}_EMAIL"] = "Ada", "ada@example.invalid"
    done = subprocess.run(["git", *args], cwd=folder, env={**base, **environment}, check=True, capture_output=True, text=True)
    return done.stdout


def repository(folder, texts=TEXTS, names=("first", "second", "third")):
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    for number, (text, name) in enumerate(zip(texts, names)):
        (folder / "A.java").write_text(text)
        git(folder, "add", "-A")
        day = f"2020-01-{number % 28 + 1:02}T12:00:00+01:00"
        git(folder, "commit", "-q", "-m", name, GIT_AUTHOR_DATE=day, GIT_COMMITTER_DATE=day)
    return folder


def interrupted(work):
    """What a program prints that does this until Ctrl-C is pressed; and what it ends with, which must be soon."""
    script = textwrap.dedent(f"""
        import pathlib, polars, pyarrow, reweave, time
        print("started", flush=True)
        try:
            while True:
                try:
                    {work}
                except Exception:
                    # Readers make an error of their own of what comes from a stream; the interrupt comes all the same.
                    time.sleep(1)
                    raise
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """)
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.stdout.readline() != "started\n":
        return run.communicate()[1]
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    out, _ = run.communicate(timeout=20)
    return out, run.returncode


class Package(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.repo = repository(self.scratch / "repo")

    def test_examples_of_the_documentation(self):
        example = repository(self.scratch / "example", TEXTS[:2])
        attempted = 0
        for module in (reweave, sys.modules["reweave._repository"]):
            told = doctest.testmod(module, extraglobs={"example": str(example), "reweave": reweave})
            self.assertEqual(told.failed, 0, module)
            attempted += told.attempted
        self.assertGreater(attempted, 15)

    def test_commits_come_as_git_lists_them(self):
        git(self.repo, "switch", "-q", "-c", "side", "HEAD~1")
        (self.repo / "B.java").write_text("class B { int b() { return 1; } }")
        git(self.repo, "add", "-A")
        early = {f"GIT_{who}_DATE": "2020-01-02T13:00:00+00:00" for who in ("AUTHOR", "COMMITTER")}
        git(self.repo, "commit", "-q", "-m", "side", **early)
        git(self.repo, "switch", "-q", "main")
        late = {f"GIT_{who}_DATE": "2020-02-01T13:00:00+00:00" for who in ("AUTHOR", "COMMITTER")}
        git(self.repo, "merge", "-q", "-m", "merge", "side", **late)
        listed = git(self.repo, "rev-list", "--reverse", "HEAD").split()
        for workers in (1, 4):
            found = list(reweave.Repository(self.repo, num_workers=workers).traverse_commits())
            self.assertEqual([c.hash for c in found], listed)
        self.assertEqual([c.merge for c in found], [False, False, False, False, True])
        self.assertEqual(found[-1].refactorings, [])
        plain = list(reweave.Repository(self.repo, only_no_merge=True).traverse_commits())
        self.assertEqual([c.hash for c in plain], git(self.repo, "rev-list", "--reverse", "--no-merges", "HEAD").split())

    def test_words_of_pydriller(self):
        first, second, third = reweave.Repository(self.repo).traverse_commits()
        self.assertEqual(first.author, reweave.Developer("Ada", "ada@example.invalid"))
        self.assertEqual(first.author_date.isoformat(), "2020-01-01T12:00:00+01:00")
        self.assertEqual((first.author_timezone, first.project_name), (-3600, "repo"))
        self.assertEqual(second.parents, [first.hash])
        self.assertEqual((second.insertions, second.deletions, second.files, second.lines), (1, 1, 1, 2))
        self.assertEqual([r.type for r in second.refactorings], ["Rename Method"])
        self.assertEqual([r.type for r in third.refactorings], ["Rename Parameter"])
        self.assertTrue(third.pure)
        hashes = lambda **options: [c.hash for c in reweave.Repository(self.repo, **options).traverse_commits()]
        self.assertEqual(hashes(single=second.hash), [second.hash])
        self.assertEqual(hashes(from_commit=second.hash, to_commit=third.hash), [second.hash, third.hash])
        self.assertEqual(hashes(from_commit=first.hash), [first.hash, second.hash, third.hash])
        self.assertEqual(hashes(since=datetime(2020, 1, 2, tzinfo=timezone.utc)), [second.hash, third.hash])
        self.assertEqual(hashes(to=datetime(2020, 1, 2, tzinfo=timezone.utc)), [first.hash])
        self.assertEqual(hashes(only_authors=["Bob"]), [])

    def test_every_reader_takes_the_stream(self):
        for table in reweave.TABLES:
            scanned = reweave.scan(self.repo, table)
            held = pyarrow.total_allocated_bytes()
            arrow = pyarrow.table(scanned)
            self.assertEqual(pyarrow.total_allocated_bytes(), held, "what was made stays where it was made")
            frame = polars.DataFrame(scanned)
            found = arrow  # noqa: F841 DuckDB takes it by its name
            duck = duckdb.sql("SELECT * FROM found")
            self.assertEqual(arrow.column_names, frame.columns)
            self.assertEqual(arrow.column_names, duck.columns)
            self.assertEqual(arrow.num_rows, frame.height)
            self.assertEqual(arrow.num_rows, duck.count("*").fetchall()[0][0])
            self.assertEqual(pyarrow.schema(scanned).metadata[b"reweave.table"].decode(), table)
        direct = reweave.scan(self.repo, "findings")  # noqa: F841
        self.assertEqual(duckdb.sql("SELECT count(*) FROM direct").fetchall(), [(2,)])

    def test_tables_and_stream_have_the_same_rows(self):
        output = self.scratch / "tables"
        told = reweave.mine([self.repo, self.scratch / "missing"], output, jobs=2)
        self.assertEqual((told.commits, told.failed, told.whole), (3, 1, False))
        for table in ("commits", "findings", "places", "evidence", "left_over", "messages", "errors"):
            written = polars.read_parquet(f"{output}/{table}/*.parquet")
            scanned = polars.DataFrame(reweave.scan([self.repo, self.scratch / "missing"], table))
            drop = [name for name in ("ms",) if name in written.columns]
            rows = lambda frame: sorted(map(str, frame.drop(drop).rows()))
            self.assertEqual(rows(written), rows(scanned), table)

    def test_an_interrupt_ends_it(self):
        # Thousands of methods that all look alike take far longer than the test waits.
        methods = lambda name: " ".join(f"int {name}{i}(int a) {{ int b = a + {i}; return g(b) * {i}; }}" for i in range(4000))
        before, after = self.scratch / "Before.java", self.scratch / "After.java"
        before.write_text(f"class A {{ {methods('f')} }}")
        after.write_text(f"class A {{ {methods('h')} }}")
        texts = [before.read_text(), after.read_text()] * 8
        repo = repository(self.scratch / "slow", texts, map(str, range(16)))
        for work in (
            f"reweave.detect(pathlib.Path({str(before)!r}), pathlib.Path({str(after)!r}))",
            f"reweave.suggest({str(repo)!r})",
            f"reweave.compare('HEAD~1', 'HEAD', repository={str(repo)!r}, all=True)",
            f"list(reweave.Repository({str(repo)!r}).traverse_commits())",
            f"reweave.mine({str(repo)!r}, {str(self.scratch)!r} + f'/tables{{time.time()}}')",
            f"pyarrow.table(reweave.scan({str(repo)!r}))",
            f"polars.DataFrame(reweave.scan({str(repo)!r}))",
        ):
            with self.subTest(work):
                self.assertEqual(interrupted(work), ("interrupted\n", 0))

    def test_an_iteration_may_end_early(self):
        for commit in reweave.Repository(self.repo).traverse_commits():
            break
        self.assertEqual(commit.msg, "first")

    def test_errors_say_what_to_do(self):
        def refused(kind, work, *parts):
            with self.assertRaises(kind) as caught:
                work()
            for part in parts:
                self.assertIn(part, str(caught.exception))

        error = reweave.ReweaveError
        refused(error, lambda: list(reweave.Repository(self.scratch / "none").traverse_commits()), "is no folder")
        refused(error, lambda: list(reweave.Repository(self.repo, single="nothing").traverse_commits()), "nothing")
        refused(error, lambda: reweave.scan(self.repo, "nothing"), "no table nothing", "findings")
        refused(error, lambda: reweave.detect(Path("a"), "class A {}"), "two paths")
        refused(error, lambda: reweave.mine([], self.scratch / "x"), "no repository was named")
        refused(error, lambda: reweave.scan(self.repo, only="Rename Methd"), "Rename Methd", "list types")
        refused(TypeError, lambda: reweave.mine(self.repo, self.scratch / "x", threads=2), "no option 'threads'", "jobs")
        refused(error, lambda: reweave.plan("rename", root=self.repo, symbol="A.nothing", to="x"), "nothing")

    def test_a_plan_is_written_and_taken_back(self):
        project = reweave.Project(self.repo)
        planned = project.plan("rename", symbol="A.g", to="twice")
        self.assertTrue(planned.accepted, planned.conflicts)
        self.assertIn("+", planned.diff)
        change = planned.apply()["change"]
        self.assertIn("twice(1)", (self.repo / "A.java").read_text())
        project.undo(change)
        self.assertEqual((self.repo / "A.java").read_text(), TEXTS[-1])
        taken = project.plan("rename", symbol="A.g(int)", to="h")
        self.assertEqual(taken.accepted, not taken.conflicts)

    def test_the_script_that_plots(self):
        script = Path(__file__).parents[3] / "examples/mining/over_time.py"
        plot = self.scratch / "plot.png"
        done = subprocess.run([sys.executable, script, self.repo, plot], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("3 commits, 2 refactorings", done.stdout)
        self.assertEqual(plot.read_bytes()[:4], b"\x89PNG")
        done = subprocess.run([sys.executable, script, self.repo], capture_output=True, text=True)
        self.assertEqual(done.stdout.splitlines()[1:], [f"2020-01     2 {'#' * 60}"])

    def test_a_type_that_is_asked_for_alone(self):
        only = pyarrow.table(reweave.scan(self.repo, only=["Rename Method"]))
        self.assertEqual(only["type"].to_pylist(), ["Rename Method"])


if __name__ == "__main__":
    unittest.main()
