"""How the package is used, for type checkers: `cargo xtask python` has mypy and pyright check it strictly; it is not run."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Optional

import reweave
import reweave.spark as rs


def found(before: str, after: dict[str, str]) -> list[str]:
    record = reweave.detect({"A.java": before}, after, budget=2.5)
    kinds = [refactoring.type for refactoring in record.refactorings]
    return [*kinds, record.status] if record.pure else []


def history(repository: Path) -> Optional[datetime]:
    last: Optional[datetime] = None
    traversed = reweave.Repository([repository, "other"], since=datetime(2020, 1, 1), only_no_merge=True, num_workers=8)
    for commit in traversed.traverse_commits():
        author: reweave.Developer = commit.author
        pure: bool | None = commit.pure
        print(commit.hash, author.name, pure, [r.left for r in commit.refactorings])
        last = commit.author_date
    return last


def tables(repositories: dict[str, Path]) -> int:
    scanned: reweave.Scan = reweave.scan(repositories, "commits", jobs=2, merges="all")
    stream: object = scanned.__arrow_c_stream__()
    summary: reweave.Summary = reweave.mine("list.txt", Path("tables"), until=datetime(2021, 1, 1))
    print(stream, scanned.table, summary["commits"])
    return len(reweave.TABLES)


def refactored(root: Path) -> str:
    plan: reweave.Plan = reweave.plan("rename", root=root, symbol="A.f", to="g")
    if not plan.accepted:
        raise reweave.ReweaveError(str(plan.conflicts))
    written: dict[str, Any] = reweave.apply(plan)
    undone: int = reweave.Project(root).undo(written["change"])
    suggested: dict[str, Any] = reweave.suggest(root, types=["Extract Method"])
    compared: dict[str, Any] = reweave.compare("v1", "v2", repository=root)
    return f"{plan.diff}{undone}{suggested}{compared}"


def on_spark(spark: Any) -> object:
    work = rs.ranges(spark, ["/data/one.git"], commits=256)
    return work.mapInArrow(rs.mine("findings", budget=60.0), rs.schema("findings"))
