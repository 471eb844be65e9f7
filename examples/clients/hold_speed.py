"""Drives a rover straight ahead by torques: its own speed control of each wheel, at every tick.

Arithmetic only, so that the same law in another language gives the same bits (the test
`a_controller_in_python_and_the_same_in_rust_give_the_same_bits` has it in Rust).
"""

import sys

from planetfall_client import Client

WHEELS = ["wheel_%s_%s" % (row, side) for row in ("front", "middle", "rear") for side in ("left", "right")]
STEERS = ["steer_%s_%s" % (row, side) for row in ("front", "rear") for side in ("left", "right")]
GAIN, INTEGRAL = 2.0, 5.0  # N m s/rad, N m/rad


def main():
    wanted = float(sys.argv[1]) if len(sys.argv) > 1 else 0.3  # rad/s
    form = sys.argv[2] if len(sys.argv) > 2 else "binary"
    readings = ["encoder.%s_position_rad" % name for name in WHEELS]
    levers = [name + ".torque_n_m" for name in WHEELS] + [name + ".angle_rad" for name in STEERS]
    straight = (0.0,) * len(STEERS)
    with Client(readings, levers, form) as run:
        period = run.period_s
        before = None
        behind = [0.0] * len(WHEELS)
        for packet in run:
            angles = packet.readings
            torques = []
            for place, angle in enumerate(angles):
                rate = 0.0 if before is None else (angle - before[place]) / period
                error = wanted - rate
                behind[place] += error * period
                torques.append(GAIN * error + INTEGRAL * behind[place])
            before = angles
            run.command((*torques, *straight))


if __name__ == "__main__":
    main()
