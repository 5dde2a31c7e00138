"""`reweave.Repository` against PyDriller's own: the same commits in the same order for the same arguments, on drawn histories and on
one that is named by the environment variable HISTORY; run by `cargo xtask python`."""

import os
import random
import subprocess
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pydriller

import reweave

NAMES = ["Ada Lovelace", "Grace Hopper", "Al (Bot) K.", "Zoë+1"]
START = datetime(2021, 3, 1, 12, tzinfo=timezone.utc)


def drawn(folder, draw, count=40):
    """A history with branches, merges and clocks that are wrong at times, written by `git fast-import`."""
    folder.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main", "--bare", str(folder)], check=True)
    lines, tips = [], []
    for mark in range(1, count + 1):
        hours = mark * 3 + draw.choice([0, 0, 0, 1, 2, -7, -40])
        if draw.random() < 0.3:
            hours = mark * 3 // 10 * 10  # Several of the same time.
        when = int((START + timedelta(hours=hours)).timestamp())
        zone = draw.choice(["+0000", "+0130", "-0800"])
        name = draw.choice(NAMES)
        parents = draw.sample(tips, min(len(tips), draw.choice([1, 1, 1, 2, 3])))
        if not tips:
            parents = []
        lines += [f"commit refs/heads/b{mark}", f"mark :{mark}"]
        lines += [f"author {name} <{name[:3].lower()}@example.invalid> {when - 3600 * draw.randrange(50)} {zone}"]
        lines += [f"committer Carl <carl@example.invalid> {when} {zone}"]
        message = draw.choice(["one line", "a subject\n\nand a body\nof two lines\n", "two\nlines of subject"])
        lines += [f"data {len(message.encode())}", message]
        lines += [f"{'merge' if number else 'from'} :{parent}" for number, parent in enumerate(parents)]
        text = f"class A {{ int f{mark % 3}() {{ return g(1) + 2; }} int g(int i) {{ return i; }} }}"
        lines += [f"M 100644 inline A{mark % 5}.java", f"data {len(text)}", text, ""]
        # Those that are left behind are branches of their own.
        tips = [tip for tip in tips if tip not in parents or draw.random() < 0.2] + [mark]
    lines += [f"reset refs/heads/main\nfrom :{count}\n", f"tag v1\nfrom :{count // 2}\ntagger T <t@t> 0 +0000\ndata 0\n"]
    lines += [f"reset refs/tags/light\nfrom :{count // 3}\n"]
    subprocess.run(["git", "-C", str(folder), "fast-import", "--quiet"], input="\n".join(lines).encode(), check=True)
    return folder


def hashes(repository):
    return [commit.hash for commit in repository.traverse_commits()]


class AsPyDriller(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)

    def same(self, folder, **arguments):
        theirs = hashes(pydriller.Repository(str(folder), **arguments))
        for workers in (1, 2):
            ours = hashes(reweave.Repository(folder, num_workers=workers, **arguments))
            self.assertEqual(ours, theirs, (folder, arguments))
        return theirs

    def all_arguments(self, folder, draw):
        every = self.same(folder)
        one, other = draw.sample(every, 2)
        dates = sorted(draw.choice(list(pydriller.Repository(str(folder)).traverse_commits())).committer_date for _ in range(2))
        counts = [len(every)]
        for arguments in (
            {"only_no_merge": True},
            {"include_refs": True},
            {"include_refs": True, "only_no_merge": True},
            {"single": one},
            {"since": dates[0]},
            {"since_as_filter": dates[0]},
            {"to": dates[1]},
            {"since": dates[0], "to": dates[1], "only_no_merge": True},
            {"from_commit": one},
            {"to_commit": one},
            {"from_commit": one, "to_commit": other},
            {"from_commit": every[0]},
            {"only_commits": [one, other]},
            {"only_authors": ["Ada Lovelace", "Al (Bot) K.", "Zoë+1"]},
            {"only_authors": ["^A.* <", "hopper\\|Grace"], "only_commits": every[::2]},
            {"order": "reverse"},
            {"order": "date-order"},
            {"order": "author-date-order"},
            {"order": "topo-order"},
            {"order": "topo-order", "include_refs": True},
        ):
            counts.append(len(self.same(folder, **arguments)))
        return counts

    def test_drawn_histories(self):
        for seed in range(int(os.environ.get("HISTORIES", "3"))):
            draw = random.Random(seed)
            folder = drawn(self.scratch / f"{seed}.git", draw)
            counts = self.all_arguments(folder, draw)
            self.assertGreater(counts[0], 5)
            tags = {"from_tag": "light"}, {"to_tag": "v1"}, {"only_in_branch": "b7"}
            for arguments in tags:
                self.same(folder, **arguments)

    def test_a_history_that_is_given(self):
        folder = os.environ.get("HISTORY")
        if not folder:
            self.skipTest("HISTORY names no repository")
        counts = self.all_arguments(Path(folder), random.Random(1))
        print(f"{folder}: {counts}")

    def test_what_a_commit_says(self):
        folder = drawn(self.scratch / "one.git", random.Random(5))
        # PyDriller's commits answer only while it traverses.
        theirs = pydriller.Repository(str(folder)).traverse_commits()
        ours = reweave.Repository(folder).traverse_commits()
        for our, their in zip(ours, theirs, strict=True):
            for name in (
                *("hash", "msg", "author_date", "author_timezone", "committer_date", "committer_timezone"),
                *("merge", "parents", "project_name", "project_path"),
            ):
                self.assertEqual(getattr(our, name), getattr(their, name), (name, our))
            for who in ("author", "committer"):
                our_who, their_who = getattr(our, who), getattr(their, who)
                self.assertEqual((our_who.name, our_who.email), (their_who.name, their_who.email))
            # Of merges PyDriller counts nothing; of other commits all files here are sources, but those whose counterpart is nowhere.
            if not our.merge and our.files and our.insertions and our.deletions:
                sizes = ("insertions", "deletions", "lines", "files")
                self.assertEqual([getattr(our, s) for s in sizes], [getattr(their, s) for s in sizes], our)


if __name__ == "__main__":
    unittest.main()
