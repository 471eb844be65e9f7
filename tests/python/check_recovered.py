#!/usr/bin/env python3
"""Reads what a killed run had written with pyarrow: recovered.parquet of `planetfall check`.

Usage: check_recovered.py PLANETFALL
PLANETFALL is the binary. A run is killed after its second checkpoint, since by the first it may have one
row only; its rows must be there, with times that rise, the columns and units of a history, and no null.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import pyarrow.parquet as parquet


def main() -> None:
    planetfall = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        partial = pathlib.Path(folder) / "long.partial"
        words = "run traverse --set duration_s=100000 --out long --quiet --checkpoint-every 0.001"
        run = subprocess.Popen([planetfall, *words.split()], cwd=folder)
        while not (partial / "checkpoint-2.state").exists():
            assert run.poll() is None, "the run has ended"
            time.sleep(0.01)
        run.kill()
        run.wait()
        subprocess.run([planetfall, "check", "long"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        file = parquet.ParquetFile(partial / "recovered.parquet")
        table = file.read()
        times = table.column("time_s").to_pylist()
        assert len(times) > 1 and all(a < b for a, b in zip(times, times[1:])), "times do not rise"
        assert table.num_columns > 10 and all(column.null_count == 0 for column in table.columns)
        notes = file.metadata.metadata
        assert notes[b"planetfall.unit.time_s"] == b"s", notes.get(b"planetfall.unit.time_s")
        print(f"{len(times)} rows of {table.num_columns} columns recovered")


main()
