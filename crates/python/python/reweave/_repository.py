"""Histories in the words of PyDriller."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from . import _native
from ._native import ReweaveError
from ._records import Record, Refactoring
from ._wishes import PathLike, repositories, wish


class Developer:
    """Who wrote or committed something."""

    __slots__ = ("email", "name")

    def __init__(self, name: str, email: str):
        self.name = name
        self.email = email

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Developer) and (self.name, self.email) == (other.name, other.email)

    def __hash__(self) -> int:
        return hash((self.name, self.email))

    def __repr__(self) -> str:
        return f"<Developer {self.name} <{self.email}>>"


class Commit:
    """One commit, with what it refactored."""

    def __init__(self, document: dict[str, Any]):
        self._document = document
        self.hash: str = document["hash"]
        self.parents: list[str] = document["parents"]
        self.merge: bool = len(self.parents) > 1
        #: The parent that it was compared with.
        self.parent: str | None = document["parent"]
        self.author = _developer(document["author"])
        self.committer = _developer(document["committer"])
        self.project_path: str = document["repo"]
        self.project_name: str = os.path.basename(os.path.abspath(document["repo"])).removesuffix(".git")
        #: Source files and their lines that it touches.
        self.files: int = document["files"]
        self.insertions: int = document["insertions"]
        self.deletions: int = document["deletions"]
        self.lines: int = self.insertions + self.deletions
        #: All that was found.
        self.record = Record(document["record"])

    @property
    def msg(self) -> str:
        """The message, without empty lines around it."""
        subject, body = self._document["subject"], self._document["body"]
        return f"{subject}\n\n{body}".strip() if body else str(subject)

    @property
    def author_date(self) -> datetime | None:
        return _date(self._document["author"])

    @property
    def author_timezone(self) -> int:
        """As PyDriller has it: seconds west of UTC."""
        return -int(self._document["author"]["offset"])

    @property
    def committer_date(self) -> datetime | None:
        return _date(self._document["committer"])

    @property
    def committer_timezone(self) -> int:
        return -int(self._document["committer"]["offset"])

    @property
    def refactorings(self) -> list[Refactoring]:
        return self.record.refactorings

    @property
    def pure(self) -> bool | None:
        """Whether the refactorings explain all that changed; None where nothing was compared."""
        return self.record.pure

    @property
    def status(self) -> str:
        """complete, partial, timeout or error."""
        return self.record.status

    def __repr__(self) -> str:
        return f"<Commit {self.hash[:10]}: {len(self.refactorings)} refactorings>"


def _developer(by: dict[str, Any]) -> Developer:
    return Developer(by["name"], by["email"])


def _date(by: dict[str, Any]) -> datetime | None:
    if by["time"] is None:
        return None
    try:
        return datetime.fromtimestamp(by["time"], timezone(timedelta(seconds=by["offset"])))
    except (OverflowError, ValueError, OSError):
        # A commit may claim any time.
        return None


class Repository:
    """The commits of one or more repositories, oldest first, with what they refactored.

    >>> for commit in reweave.Repository(example, only_no_merge=True).traverse_commits():
    ...     print(commit.msg, [r.type for r in commit.refactorings], commit.pure)
    first [] None
    second ['Rename Method'] True
    """

    def __init__(
        self,
        path_to_repo: PathLike | Sequence[PathLike],
        *,
        single: str | None = None,
        since: datetime | None = None,
        to: datetime | None = None,
        from_commit: str | None = None,
        to_commit: str | None = None,
        from_tag: str | None = None,
        to_tag: str | None = None,
        only_in_branch: str | None = None,
        only_no_merge: bool = False,
        only_authors: Sequence[str] | None = None,
        only_commits: Sequence[str] | None = None,
        include_refs: bool = False,
        num_workers: int | None = None,
        budget: float | None = 300.0,
        max_memory: int | None = None,
        only: Sequence[str] | None = None,
    ):
        """The arguments have PyDriller's names and meaning. `num_workers` is the number of threads, and the order is
        the same for any; `include_refs` takes what any reference reaches; `budget` is the seconds for one
        commit, `only` a list of types of refactorings."""
        self._repositories = repositories(path_to_repo)
        self._authors = set(only_authors or ())
        self._commits = set(only_commits or ())
        first, last = from_commit or from_tag, to_commit or to_tag
        if single and (first or last or since or to):
            raise ReweaveError("single names one commit: from, to and since have no meaning beside it")
        tip = last or only_in_branch or "HEAD"
        self._options: dict[str, Any] = {
            "since": since,
            "until": to,
            "jobs": num_workers,
            "budget": budget,
            "max_memory": max_memory,
            "only": only,
            "by_date": True,
        }
        if single:
            self._options["revision"] = single
        elif first:
            self._options["revision"] = f"{first}..{tip}"
        elif not include_refs:
            self._options["reachable"] = tip
        # A range of Git leaves its first commit out; PyDriller's has it.
        self._first = first
        self._merges = "skip" if only_no_merge else "empty"

    def traverse_commits(self) -> Iterator[Commit]:
        """The commits; they are analysed ahead of who asks, and Ctrl-C stops that."""
        if self._first is not None:
            yield from self._traverse({"revision": self._first})
        yield from self._traverse({})

    def _traverse(self, more: dict[str, Any]) -> Iterator[Commit]:
        options = {**self._options, **more}
        told = json.loads(wish(options))
        told["merges"] = self._merges
        commits = _native.Commits(self._repositories, json.dumps(told))
        try:
            for document in commits:
                commit = Commit(json.loads(document))
                if self._authors and commit.author.name not in self._authors:
                    continue
                if self._commits and commit.hash not in self._commits:
                    continue
                yield commit
        finally:
            commits.close()
