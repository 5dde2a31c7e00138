"""Histories on Apache Spark: functions for ``DataFrame.mapInArrow``.

A row of the input names a repository, all of it or a range of its commits, or holds a tar archive with repositories; the
output is one of the tables, or a summary of what was written below a shared folder::

    import reweave.spark as rs
    work = rs.ranges(spark, ["/data/one.git", "/data/two.git"], commits=256)
    found = work.repartition(64).mapInArrow(rs.mine("findings"), rs.schema("findings"))

A repository that cannot be read is a row of the table ``errors``, and a commit that took too long one of ``commits``: no task
fails for them. ``pip install reweave[spark]`` brings what is needed.
"""

from __future__ import annotations

import io
import json
import os
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _native
from ._wishes import PathLike, repositories, wish

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

#: The columns of the work: the repository, and the positions in its history from `first`, `count` of them; null for all.
WORK = "repository string, first long, count long"

#: The columns of the summary that :func:`mine` gives where it writes files.
SUMMARY = "repository string, commits long, held long, cut_short long, findings long, failed long, unwritten long, error string"

Task = Callable[[Iterable["pyarrow.RecordBatch"]], Iterator["pyarrow.RecordBatch"]]


def schema(table: str) -> str:
    """The columns of a table, as Spark writes them."""
    import pyarrow

    names = {"string": "string", "int64": "long", "bool": "boolean"}
    fields = pyarrow.schema(_native.Scan(repositories("."), "{}", table))
    return ", ".join(f"`{field.name}` {names.get(str(field.type), 'timestamp')}" for field in fields)


def ranges(
    spark: SparkSession,
    repos: PathLike | Sequence[PathLike] | Mapping[str, PathLike],
    *,
    commits: int = 512,
    **options: Any,
) -> DataFrame:
    """Rows of work: each repository in ranges of so many commits, so that a large one is shared by executors and no
    commit is analysed twice. The histories are listed here, on the driver; `options` must be those given to :func:`mine`."""
    rows: list[tuple[str, int | None, int | None]] = []
    for named in json.loads(repositories(repos)):
        try:
            steps = _native.steps(json.dumps([named]), wish(options))
        except _native.ReweaveError:
            # The task that reads it tells why, in a row.
            rows.append((named["path"], None, None))
            continue
        rows.extend((named["path"], first, min(commits, steps - first)) for first in range(0, steps, commits))
    return spark.createDataFrame(rows, WORK)


def mine(table: str = "findings", *, output: PathLike | None = None, **options: Any) -> Task:
    """A function for ``mapInArrow``. Without `output` it gives the rows of `table`, with it the tables are written
    below that folder, which every executor must see, and a row of :data:`SUMMARY` is given for each row of work.

    The input has a column `repository` and may have `first` and `count`; or it is what Spark reads as ``binaryFile``,
    where `content` is a tar archive with one or more repositories. `options` are those of :func:`reweave.mine`; one
    thread is used unless `jobs` says more, since Spark runs several tasks.
    """
    if table not in _native.TABLES:
        raise _native.ReweaveError(f"there is no table {table}; they are {', '.join(_native.TABLES)}")
    given = wish({"jobs": 1, "budget": 300.0, **options})
    to = None if output is None else os.fspath(output)

    def run(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for row in batch.to_pylist():
                with tempfile.TemporaryDirectory(prefix="reweave-") as scratch:
                    for named in _work(row, scratch):
                        if to is None:
                            yield from _rows(named, table, given)
                        else:
                            yield _written(named, to, given)

    return run


def _work(row: dict[str, Any], scratch: str) -> Iterator[dict[str, Any]]:
    """The repositories of a row of the input."""
    if row.get("content") is not None:
        yield from _unpacked(row["path"], row["content"], scratch)
        return
    named: dict[str, Any] = {"name": row["repository"], "path": row["repository"]}
    if row.get("first") is not None:
        named["range"] = [row["first"], row["first"] + row["count"]]
    yield named


def _unpacked(path: str, content: bytes, scratch: str) -> Iterator[dict[str, Any]]:
    """The repositories in an archive, named by its path and theirs; one that cannot be unpacked is named, and not there."""
    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extractall(scratch, filter="data")
    except (tarfile.TarError, OSError, EOFError) as error:
        yield {"name": path, "path": os.path.join(scratch, f"not unpacked: {error}")}
        return
    found = False
    for folder, below, files in os.walk(scratch):
        bare = "HEAD" in files and "objects" in below
        if bare or ".git" in below or ".git" in files:
            inside = os.path.relpath(folder, scratch)
            yield {"name": path if inside == "." else f"{path}/{inside}", "path": folder}
            below.clear()
            found = True
    if not found:
        yield {"name": path, "path": os.path.join(scratch, "no repository in the archive")}


def _rows(named: dict[str, Any], table: str, given: str) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow

    scan = _native.Scan(json.dumps([named]), given, table)
    yield from pyarrow.RecordBatchReader.from_stream(scan)


def _written(named: dict[str, Any], to: str, given: str) -> pyarrow.RecordBatch:
    import pyarrow

    told: dict[str, Any] = {}
    error = None
    try:
        told = json.loads(_native.mine(json.dumps([named]), to, given, False))
    except _native.ReweaveError as failure:
        error = str(failure)
    names = ("commits", "held", "cut_short", "findings", "failed", "unwritten")
    columns: dict[str, list[Any]] = {"repository": [named["name"]]}
    columns.update({name: [told.get(name, 0)] for name in names})
    columns["error"] = [error]
    numbers = [(name, pyarrow.int64()) for name in names]
    text = pyarrow.string()
    return pyarrow.RecordBatch.from_pydict(columns, pyarrow.schema([("repository", text), *numbers, ("error", text)]))
