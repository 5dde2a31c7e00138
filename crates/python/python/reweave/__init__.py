"""Reweave finds the refactorings in a change, mines histories for them, suggests what could be
refactored, and performs a refactoring only if the program keeps its behaviour.

>>> import reweave
>>> found = reweave.detect("class A { int f() { return g(1) + 2; } int g(int i) { return i; } }",
...                        "class A { int h() { return g(1) + 2; } int g(int i) { return i; } }")
>>> [r.type for r in found.refactorings]
['Rename Method']
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

from . import _native
from ._native import TABLES, ReweaveError, __version__
from ._repository import Commit, Developer, Repository
from ._records import Record, Refactoring
from ._wishes import PathLike, repositories, wish

__all__ = [
    "TABLES",
    "Commit",
    "Developer",
    "Plan",
    "Project",
    "Record",
    "Refactoring",
    "Repository",
    "ReweaveError",
    "Scan",
    "Summary",
    "__version__",
    "apply",
    "compare",
    "detect",
    "mine",
    "plan",
    "scan",
    "suggest",
]

#: One version of some code: a text, texts by path, or a folder or file.
Version = Union[str, Mapping[str, str], "os.PathLike[str]"]


def detect(before: Version, after: Version, *, path: str = "Main.java", budget: float | None = None) -> Record:
    """The refactorings between two versions.

    A version is a text (a file called `path`), a mapping of paths to texts, or a ``pathlib.Path`` of a
    folder or file. `budget` is the most it may take, in seconds.

    >>> before = {"shop/A.java": "package shop; class A { int total; int get() { return total * 2; } }"}
    >>> after = {"shop/A.java": "package shop; class A { int sum; int get() { return sum * 2; } }"}
    >>> reweave.detect(before, after).refactorings[0].description
    'Rename Attribute total : int to sum : int in class shop.A'
    """
    if isinstance(before, os.PathLike) != isinstance(after, os.PathLike):
        raise ReweaveError("one version is a path and the other is not: give two paths, two texts or two mappings")
    if isinstance(before, os.PathLike):
        told = _native.detect_paths(os.fspath(before), os.fspath(after), budget)  # type: ignore[arg-type]
    else:
        told = _native.detect_texts(_texts(before, path), _texts(after, path), budget)  # type: ignore[arg-type]
    return Record(json.loads(told))


def _texts(version: str | Mapping[str, str], path: str) -> dict[str, str]:
    return {path: version} if isinstance(version, str) else dict(version)


def _document(told: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(told)
    return document


class Scan:
    """A table of one or more histories as an Arrow stream: pyarrow, polars, pandas and DuckDB read it
    without a copy. Each reading analyses the commits anew; :func:`mine` writes them down."""

    def __init__(self, native: _native.Scan, table: str):
        self._native = native
        self.table = table

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<reweave.Scan of {self.table}>"


def scan(repository: PathLike | Sequence[PathLike] | Mapping[str, PathLike], table: str = "findings", **options: Any) -> Scan:
    """The rows of a table, commit after commit, as an Arrow stream.

    The tables are in ``reweave.TABLES``; options are those of :func:`mine`.

    >>> import pyarrow
    >>> rows = pyarrow.table(reweave.scan(example, "commits"))
    >>> rows.num_rows, rows["status"].to_pylist()
    (2, ['complete', 'complete'])
    """
    return Scan(_native.Scan(repositories(repository), wish(options), table), table)


class Summary(dict[str, Any]):
    """What a run did: `repositories`, `commits`, `held` (made by an earlier run), `findings`, and what is
    missing: `failed`, `cut_short`, `unwritten`; `whole` is whether nothing is."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def mine(repos: PathLike | Sequence[PathLike] | Mapping[str, PathLike], output: PathLike, *, alone: bool = True, **options: Any) -> Summary:
    """Writes the histories of repositories as Parquet tables below `output`; called again, it goes on where
    it was, and adds new commits.

    `repos` is a folder, a file with a list of them, several of these, or a mapping of names to folders.
    `alone` says that no other process writes to `output`. Options: `since` and `until` (a datetime),
    `author`, `merges` ("skip", "first-parent" or "all"), `jobs`, `budget` (seconds for one commit),
    `max_memory` (bytes), `only` (types), `revision`, `reachable`, `first_parent`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as tables:
    ...     first = reweave.mine(example, tables)
    ...     again = reweave.mine(example, tables)
    >>> first.commits, again.commits, again.held
    (2, 0, 2)
    """
    told = _native.mine(repositories(repos), os.fspath(output), wish({"budget": 300.0, **options}), alone)
    return Summary(json.loads(told))


def suggest(path: PathLike = ".", *, types: Iterable[str] = (), config: PathLike | None = None) -> dict[str, Any]:
    """What could be refactored below a folder, as the document of ``reweave suggest --format json``.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "A.java").write_text("class A { int one() { return 1; } }")
    ...     reweave.suggest(folder)["suggestions"]
    []
    """
    told = _native.suggest(os.fspath(path), list(types), None if config is None else os.fspath(config))
    return _document(told)


def compare(old: PathLike, new: PathLike, *, repository: PathLike = ".", all: bool = False) -> dict[str, Any]:
    """What was refactored between two releases of a library, as its clients see it: the log of
    ``reweave compare``. A release is a folder, an archive, or a revision of `repository`.

    >>> log = reweave.compare("HEAD~1", "HEAD", repository=example)
    >>> [(entry["kind"], entry["old"], entry["new"]) for entry in log["entries"]]
    [('rename-method', 'A.f()', 'A.h()')]
    """
    return _document(_native.compare(os.fspath(old), os.fspath(new), os.fspath(repository), all))


class Plan:
    """A refactoring, performed in memory and judged; nothing is written yet."""

    def __init__(self, project: Project, document: dict[str, Any]):
        self.project = project
        #: The document of ``reweave apply --format json``.
        self.document: dict[str, Any] = document

    @property
    def accepted(self) -> bool:
        """Whether the program keeps its behaviour."""
        return bool(self.document["status"] == "accepted")

    @property
    def conflicts(self) -> list[dict[str, Any]]:
        """What stands in the way, each with a message and places."""
        return list(self.document["conflicts"])

    @property
    def diff(self) -> str:
        """The change, or what it would be."""
        return str(self.document["diff"])

    def apply(self) -> dict[str, Any]:
        """Writes all files or none; see :func:`apply`."""
        return self.project.apply(self)

    def __repr__(self) -> str:
        return f"<reweave.Plan {self.document['request']!r}: {self.document['status']}>"


class Project:
    """A folder whose programs are read once and kept, for several requests."""

    def __init__(self, root: PathLike = ".", *, classpath: str | None = None):
        self._native = _native.Project(os.fspath(root), classpath)

    def plan(
        self,
        refactoring: str,
        *,
        symbol: str | None = None,
        at: str | None = None,
        allow: Iterable[str] = (),
        language: str | None = None,
        **params: str,
    ) -> Plan:
        """Performs a refactoring in memory and judges it. `symbol` is an address (``shop.Invoice.net``), `at`
        a place (``shop/Invoice.java:12:9``) or a range; `params` are those of the refactoring."""
        request = {"refactoring": refactoring, "symbol": symbol, "at": at, "params": params, "allow": list(allow), "language": language}
        told = self._native.plan(json.dumps(request))
        return Plan(self, json.loads(told))

    def apply(self, plan: Plan) -> dict[str, Any]:
        """Writes an accepted plan, all files or none."""
        return _document(self._native.apply(plan.document["plan"]))

    def undo(self, change: int | None = None) -> int:
        """Takes a written change back: the given one, or the last."""
        return self._native.undo(change)


def plan(refactoring: str, *, root: PathLike = ".", **request: Any) -> Plan:
    """One refactoring in the folder `root`; :meth:`Project.plan` has the arguments.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as root:
    ...     file = pathlib.Path(root, "A.java")
    ...     _ = file.write_text("class A { int one() { return 1; } int two() { return one() + one(); } }")
    ...     planned = reweave.plan("rename", root=root, symbol="A.one", to="first")
    ...     planned.accepted, reweave.apply(planned)["files"], "first() + first()" in file.read_text()
    (True, ['A.java'], True)
    """
    return Project(root).plan(refactoring, **request)


def apply(plan: Plan) -> dict[str, Any]:
    """Writes a plan that was accepted, all files or none, unless a file that its verdict rests on has
    changed; the answer has the number that :meth:`Project.undo` takes."""
    return plan.apply()
