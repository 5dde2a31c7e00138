"""Histories in the words of PyDriller."""

from __future__ import annotations

import json
import os
import re
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
        self.name: str = name
        self.email: str = email

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
        self.author: Developer = _developer(document["author"])
        self.committer: Developer = _developer(document["committer"])
        self.project_path: str = document["repo"]
        self.project_name: str = os.path.basename(os.path.abspath(document["repo"]))
        #: Source files and their lines that it touches.
        self.files: int = document["files"]
        self.insertions: int = document["insertions"]
        self.deletions: int = document["deletions"]
        self.lines: int = self.insertions + self.deletions
        #: All that was found.
        self.record: Record = Record(document["record"])

    @property
    def msg(self) -> str:
        """The message, without empty lines around it."""
        return str(self._document["message"]).strip()

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
        since_as_filter: datetime | None = None,
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
        order: str | None = None,
        num_workers: int | None = None,
        budget: float | None = 300.0,
        max_memory: int | None = None,
        only: Sequence[str] | None = None,
    ):
        """The arguments have PyDriller's names and meaning, its limits of one way to begin and one to end included;
        `num_workers` is the number of threads, and the order is the same for any. Beyond PyDriller's, `budget` is
        the seconds for one commit, `max_memory` the bytes for all, and `only` a list of types of refactorings."""
        begins = {"since": since, "since_as_filter": since_as_filter, "from_commit": from_commit, "from_tag": from_tag}
        ends = {"to": to, "to_commit": to_commit, "to_tag": to_tag}
        for given in (begins, ends):
            if sum(value is not None for value in given.values()) > 1:
                raise ReweaveError(f"give one of {', '.join(given)}")
        if single and any(value is not None for value in {**begins, **ends}.values()):
            raise ReweaveError("single names one commit: from, to and since have no meaning beside it")
        self._repositories = repositories(path_to_repo)
        self._options: dict[str, Any] = {
            "since": since,
            "since_as_filter": since_as_filter,
            "until": to,
            "jobs": num_workers,
            "budget": budget,
            "max_memory": max_memory,
            "only": only,
            "order": order or "oldest-first",
        }
        if single:
            self._options["revision"] = single
        elif include_refs:
            if any((from_commit, from_tag, to_commit, to_tag)):
                raise ReweaveError("include_refs takes what any reference reaches: give no commit or tag to begin or end with")
        else:
            # As in PyDriller a branch counts only where neither end is given.
            first, last = from_commit or from_tag, to_commit or to_tag
            self._options["first"] = first
            self._options["reachable"] = last or ("HEAD" if first else only_in_branch or "HEAD")
        #: What the tables know nothing of.
        self._chosen = {
            "merges": "skip" if only_no_merge else "empty",
            "only_commits": None if only_commits is None else list(only_commits),
        }
        self._authors = [_compiled(author) for author in only_authors or ()]

    def traverse_commits(self) -> Iterator[Commit]:
        """The commits; they are analysed ahead of who asks, and Ctrl-C stops that."""
        told = {**json.loads(wish(self._options)), **self._chosen}
        if self._authors:
            told["only_commits"] = self._by_authors(told)
        commits = _native.Commits(self._repositories, json.dumps(told))
        try:
            for document in commits:
                yield Commit(json.loads(document))
        finally:
            commits.close()

    def _by_authors(self, told: dict[str, Any]) -> list[str]:
        """The commits of the wanted authors, so that no others are analysed."""
        only = told.pop("only_commits")
        listed = _native.authors(self._repositories, json.dumps(told))
        of_them = (h for h, name, email in listed if any(a.search(f"{name} <{email}>") for a in self._authors))
        return [h for h in of_them if only is None or h in only]


def _compiled(author: str) -> re.Pattern[str]:
    """What ``git rev-list --author`` takes, a basic regular expression, in Python's syntax."""
    told = re.sub(r"\\(.)|([+?(){}|])", lambda m: f"\\{m[2]}" if m[2] else m[1] if m[1] in "+?(){}|" else m[0], author)
    try:
        return re.compile(told)
    except re.error as error:
        raise ReweaveError(f"only_authors has {author!r}, which is no regular expression: {error}") from None
