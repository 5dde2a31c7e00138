"""Prints the rows of all tables, sorted, without the columns that measure; each of three readers must give the same."""

import json
import sys
from pathlib import Path

import duckdb
import polars
import pyarrow.parquet

MEASURED = {"ms", "started"}


def told(table, columns, rows):
    for row in rows:
        cells = {name: str(value) if value is not None else None for name, value in zip(columns, row) if name not in MEASURED}
        yield f"{table} {json.dumps(cells, sort_keys=True)}"


def main():
    lines = []
    for folder in sorted(Path(sys.argv[1]).iterdir()):
        pattern = f"{folder}/*.parquet"
        files = sorted(folder.glob("*.parquet"))
        arrow = pyarrow.parquet.read_table(files[0].parent)
        metadata = pyarrow.parquet.read_metadata(files[0]).metadata
        assert metadata[b"reweave.table"].decode() == folder.name, metadata
        duck = duckdb.sql(f"SELECT * FROM '{pattern}'")
        frame = polars.read_parquet(pattern)
        assert duck.columns == frame.columns == arrow.column_names, folder
        assert duck.count("*").fetchall()[0][0] == frame.height == arrow.num_rows, folder
        plain = [c for c in frame.columns if not c.endswith("time") and c != "started"]
        rows = sorted(map(str, duckdb.sql(f"SELECT * FROM '{pattern}'").select(*[f'"{c}"' for c in plain]).fetchall()))
        assert rows == sorted(map(str, frame.select(plain).rows())), folder
        assert rows == sorted(str(tuple(r.values())) for r in arrow.select(plain).to_pylist()), folder
        lines.extend(told(folder.name, frame.columns, frame.rows()))
    print("\n".join(sorted(lines)))


main()
