"""Lets Rerun's own program open an exported file and say what it found.

usage: check_rrd.py RUN.rrd
"""

import subprocess
import sys
from pathlib import Path


def rerun(*words):
    program = Path(sys.executable).with_name("rerun")
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def main(path):
    rerun("rrd", "verify", path)
    printed = rerun("rrd", "print", path)
    # Of a whole run, Rerun shows these as its own kinds of things.
    expected = {
        "/tf": "Transform3D:translation",
        "/points/terrain": "Points3D:positions",
        "/trail": "InstancePoses3D:translations",
        "/log": "TextLog:text",
        "/record": "planetfall.Record:message",
    }
    for topic, column in expected.items():
        lines = [line for line in printed.splitlines() if f"- {topic} -" in line and column in line]
        assert lines, f"{topic} has no {column}\n{printed}"
    print(f"{len(expected)} topics, each as Rerun's own kind")


if __name__ == "__main__":
    main(*sys.argv[1:])
