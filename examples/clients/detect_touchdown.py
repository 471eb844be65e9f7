"""Notices the touchdown of a sky crane, in place of Planetfall's own detection.

A load that is let down at constant velocity takes its weight off the engines when it stands. The thrust
that the engines are told, as a share of what it was on average over a snapshot before, falls below a
threshold and stays there. Times are whole nanoseconds, so that nothing is rounded.
"""

import argparse

from planetfall_client import Client

SLUNG = 2  # mode of the sequence in which the load hangs and touchdown is looked for


def nanoseconds(text):
    return round(float(text) * 1e9)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--settle", type=nanoseconds, default="2", help="s")
    options.add_argument("--snapshot", type=nanoseconds, default="1", help="s")
    options.add_argument("--threshold", type=float, default=0.8)
    options.add_argument("--persistence", type=nanoseconds, default="0.7", help="s")
    options = options.parse_args()

    levers = ["declared", "seen", "reference_thrust_n", "thrust_share"]
    levers = ["touchdown." + name for name in levers]
    armed_since = low_since = share = None
    total, count, declared = 0.0, 0.0, 0.0
    with Client(["sequencer.mode", "steering.thrust_n"], levers) as run:
        for packet in run:
            mode, thrust = packet.readings
            now = packet.time_ns
            if mode == SLUNG and not declared:
                if armed_since is None:
                    armed_since = now
                armed, share = now - armed_since, None
                if armed >= options.settle:
                    if armed < options.settle + options.snapshot or count == 0.0:
                        total += thrust
                        count += 1.0
                    else:
                        share = thrust * count / total
                if share is not None and share < options.threshold:
                    low_since = now if low_since is None else low_since
                    if now - low_since >= options.persistence:
                        declared = 1.0
                else:
                    low_since = None
            reference = total / count if count else 0.0
            run.command((declared, float(low_since is not None), reference, share or 0.0))


if __name__ == "__main__":
    main()
