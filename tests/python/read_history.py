"""Reads a history with a reader that is not ours and holds it against the CSV export.

    python read_history.py history.parquet history.csv

Every column, its order and every number must be the same, bit for bit; every column must
carry its unit and description in the file's metadata. Exits 1 with the first difference.
"""

import csv
import math
import struct
import sys

import pyarrow.parquet as parquet


def bits(number: float) -> bytes:
    return b"nan" if math.isnan(number) else struct.pack("<d", number)


def read_csv(path: str) -> tuple[list[str], list[list[float]]]:
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        names = next(rows)
        columns: list[list[float]] = [[] for _ in names]
        for row in rows:
            if len(row) != len(names):
                sys.exit(f"{path}: line {rows.line_num} has {len(row)} fields, not {len(names)}")
            for column, field in zip(columns, row):
                column.append(float(field))
    return names, columns


def check(history_path: str, csv_path: str) -> str:
    table = parquet.read_table(history_path)
    names, columns = read_csv(csv_path)
    if table.column_names != names:
        sys.exit(f"columns differ: {table.column_names} in Parquet, {names} in CSV")
    if names[0] != "time_s":
        sys.exit(f"the first column is {names[0]}, not time_s")
    metadata = parquet.read_metadata(history_path).metadata or {}
    for name, expected in zip(names, columns):
        for key in ("unit", "description"):
            if f"planetfall.{key}.{name}".encode() not in metadata:
                sys.exit(f"{name} has no {key} in the metadata")
        values = table.column(name).to_pylist()
        if len(values) != len(expected):
            sys.exit(f"{name}: {len(values)} rows in Parquet, {len(expected)} in CSV")
        for row, (ours, theirs) in enumerate(zip(expected, values)):
            if bits(ours) != bits(theirs):
                sys.exit(f"{name}, row {row}: {theirs!r} in Parquet, {ours!r} in CSV")
    return f"{history_path}: {len(names)} columns of {table.num_rows} rows equal {csv_path}"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(check(sys.argv[1], sys.argv[2]))
