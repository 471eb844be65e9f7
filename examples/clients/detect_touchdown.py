"""Notices the touchdown of a sky crane, in place of Planetfall's own detection.

A crane that commands a thrust F and feels the specific force a is pulled by its load with F - m a. The flight software
reckons how far that is from the load's weight, by the masses and gravity that it believes in. Touchdown is a pull that
has changed by more than 0.6 of the weight, with more than a quarter of the load off, for a while. Before the load has
been seen hanging, that must last longer than it can fall. Times are whole nanoseconds, so that nothing is rounded.
"""

import argparse

from planetfall_client import Client

CHANGED, LIGHTER = 0.6, 0.25  # of the load's weight
PAY_OUT, SLUNG = 1, 2  # modes of the sequence in which the load is let down, and hangs


def nanoseconds(text):
    return round(float(text) * 1e9)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--persistence", type=nanoseconds, default="0.5", help="s")
    options.add_argument("--fall", type=nanoseconds, default="2.8424", help="s before the load has hung")
    options = options.parse_args()

    levers = ["declared", "seen", "reference_thrust_n", "thrust_share"]
    levers = ["touchdown." + name for name in levers]
    readings = ["thrust_n", "weight_n", "load_off", "pull_change"]
    readings = ["sequencer.mode"] + ["steering." + name for name in readings]
    carried_since = low_since = None
    hung, share, reference, declared = False, 0.0, 0.0, 0.0
    with Client(readings, levers) as run:
        for packet in run:
            mode, thrust, weight, unloaded, change = packet.readings
            now = packet.time_ns
            if mode in (PAY_OUT, SLUNG) and weight > 0.0 and not declared:
                reference, share = weight, thrust / weight
                if unloaded >= LIGHTER:
                    carried_since = None
                elif carried_since is None:
                    carried_since = now
                elif now - carried_since >= options.persistence:
                    hung = True
                needed = options.persistence if hung else max(options.persistence, options.fall)
                if unloaded > LIGHTER and change > CHANGED:
                    low_since = now if low_since is None else low_since
                    if now - low_since >= needed:
                        declared = 1.0
                else:
                    low_since = None
            run.command((declared, float(low_since is not None), reference, share))


if __name__ == "__main__":
    main()
