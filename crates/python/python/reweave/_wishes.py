"""Keyword arguments in the form that the native part reads."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import Any, Union

from . import _native
from ._native import ReweaveError

PathLike = Union[str, "os.PathLike[str]"]

#: The options of a history, with what they are.
KNOWN = {
    "since": "a datetime or seconds since 1970",
    "until": "a datetime or seconds since 1970",
    "author": "a part of a name or address",
    "merges": "skip, first-parent or all",
    "jobs": "a number of threads",
    "budget": "seconds for one commit",
    "max_memory": "bytes",
    "only": "a list of types",
    "revision": "a commit or a range A..B",
    "reachable": "a revision",
    "first_parent": "a flag",
    "first": "a revision",
    "since_as_filter": "a datetime or seconds since 1970",
    "order": "oldest-first, reverse, date-order, author-date-order or topo-order",
}


def seconds(time: datetime | float | None) -> int | None:
    """Seconds since 1970; a time without a zone is taken as UTC."""
    if isinstance(time, datetime):
        time = (time if time.tzinfo else time.replace(tzinfo=timezone.utc)).timestamp()
    return None if time is None else int(time)


def wish(options: Mapping[str, Any]) -> str:
    """Options as JSON; one that does not exist is refused by name."""
    for name in options:
        if name not in KNOWN:
            raise TypeError(f"there is no option {name!r}; there are {', '.join(KNOWN)}")
    told = {name: value for name, value in options.items() if value is not None}
    for name in ("since", "since_as_filter", "until"):
        if name in told:
            told[name] = seconds(told[name])
    if "only" in told:
        told["only"] = [told["only"]] if isinstance(told["only"], str) else list(told["only"])
    return json.dumps(told)


def repositories(repos: PathLike | Sequence[PathLike] | Mapping[str, PathLike]) -> str:
    """The list of repositories as JSON: a file stands for the list in it."""
    if isinstance(repos, Mapping):
        named = [(name, os.fspath(path)) for name, path in repos.items()]
    elif isinstance(repos, (str, os.PathLike)):
        named = _expand(repos)
    else:
        named = [one for repo in repos for one in _expand(repo)]
    if not named:
        raise ReweaveError("no repository was named: give a folder, a file with a list of folders, or several")
    return json.dumps([{"name": name, "path": path} for name, path in named])


def _expand(repo: PathLike) -> list[tuple[str, str]]:
    path = os.fspath(repo)
    if os.path.isfile(path):
        return [(name, os.fspath(at)) for name, at in _native.read_list(path)]
    return [(path, path)]
