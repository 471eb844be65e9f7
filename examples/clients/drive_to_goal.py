"""Drives Curiosity to a goal, past rocks that it sees by nine beams ahead of it.

What stands out of the ground where a beam ends is a rock, and is remembered. Of a fan of headings the one
nearest to the goal's is taken whose corridor, as wide as the rover and some more, is free of rocks; the
rover turns to it on arcs.
"""

import math

from planetfall_client import Client

# The rover: wheels by name, forward and left of its origin (m), and whether they steer.
WHEELS = [
    ("front_left", 1.095, 1.063, True),
    ("front_right", 1.095, -1.063, True),
    ("middle_left", -0.089, 1.194, False),
    ("middle_right", -0.089, -1.194, False),
    ("rear_left", -1.163, 1.063, True),
    ("rear_right", -1.163, -1.063, True),
]
RADIUS = 0.25  # of a wheel, m
FASTEST = 0.042  # of a wheel along the ground, m/s
SHARPEST = 1 / 3.0  # curvature, 1/m

# The beams, as the scenario mounts them.
SENSOR = (1.2, 0.0, 0.55)
BEAMS = [0.7, 0.5, 0.32, 0.16, 0.0, -0.16, -0.32, -0.5, -0.7]

ROCK_HEIGHT = 0.3  # above the ground under the rover, m
HALF_WIDTH = 2.0  # of the corridor: the rover's 1.4 m, and what it turns by and does not see
CORRIDOR = 6.0  # m
HEADINGS = [math.radians(5 * step) for step in range(-16, 17)]
ARRIVED = 0.25  # m


def rotate(quaternion, vector):
    """A vector in site axes from one in body axes."""
    w, x, y, z = quaternion
    a, b, c = vector
    tx, ty, tz = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
    return (a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx)


def near(angle):
    """The same angle between -pi and pi."""
    return math.atan2(math.sin(angle), math.cos(angle))


class Rocks:
    """Places that stand out, on a grid of 0.25 m, with the number of times that they were seen."""

    def __init__(self):
        self.seen = {}

    def look(self, position, quaternion, ranges, valid):
        for side, distance, echo in zip(BEAMS, ranges, valid):
            if echo != 1.0:
                continue
            size = math.sqrt(1.0 + side * side)
            end = [at + distance * along for at, along in zip(SENSOR, (1.0 / size, side / size, 0.0))]
            x, y, z = rotate(quaternion, end)
            if z > ROCK_HEIGHT:
                place = (round(4 * (position[0] + x)), round(4 * (position[1] + y)))
                self.seen[place] = self.seen.get(place, 0) + 1

    def places(self):
        """What was seen twice is no error."""
        return [(x / 4, y / 4) for (x, y), times in self.seen.items() if times > 1]


def free(heading, position, rocks, length):
    """Whether a corridor is free of rocks, from a little behind the rover on."""
    along = (math.cos(heading), math.sin(heading))
    for x, y in rocks:
        x, y = x - position[0], y - position[1]
        ahead, aside = x * along[0] + y * along[1], y * along[0] - x * along[1]
        if -0.5 < ahead < length and abs(aside) < HALF_WIDTH:
            return False
    return True


def choose(position, goal, rocks, before):
    """The free heading nearest to the goal's, and nearer to the one before than to its mirror image."""
    rocks = [rock for rock in rocks if math.dist(rock, position[:2]) < CORRIDOR + HALF_WIDTH]
    east, north = goal[0] - position[0], goal[1] - position[1]
    wanted, length = math.atan2(north, east), min(CORRIDOR, math.hypot(east, north))
    free_headings = [near(wanted + turn) for turn in HEADINGS]
    free_headings = [one for one in free_headings if free(one, position, rocks, length)]
    cost = lambda one: abs(near(one - wanted)) + 0.3 * abs(near(one - before))
    return min(free_headings, key=cost) if free_headings else before


def wheels(speed, curvature):
    """Rates and steering angles for a motion of the body: each wheel goes along its own circle."""
    hubs = [(speed * (1 - curvature * y), speed * curvature * x * steers) for _, x, y, steers in WHEELS]
    most = max(math.hypot(*hub) for hub in hubs)
    scale = min(1.0, FASTEST / most) if most > 0 else 0.0
    rates = [math.hypot(*hub) * scale / RADIUS for hub in hubs]
    angles = [math.atan2(hub[1], hub[0]) if speed else 0.0 for hub in hubs]
    return rates + [angle for angle, wheel in zip(angles, WHEELS) if wheel[3]]


def main():
    pose = ["pose." + end for end in ("x_m", "y_m", "z_m", "qw", "qx", "qy", "qz")]
    beams = range(1, len(BEAMS) + 1)
    readings = pose + ["ranger.range_%d_m" % k for k in beams] + ["ranger.valid_%d" % k for k in beams]
    levers = ["wheel_%s.rate_rad_per_s" % wheel[0] for wheel in WHEELS]
    levers += ["steer_%s.angle_rad" % wheel[0] for wheel in WHEELS if wheel[3]]
    rocks, heading, stopped, printed = Rocks(), 0.0, None, 0
    with Client(readings, levers) as run:
        goal = run.goal_m
        for packet in run:
            position, quaternion = packet.readings[0:3], packet.readings[3:7]
            ranges, valid = packet.readings[7 : 7 + len(BEAMS)], packet.readings[7 + len(BEAMS) :]
            rocks.look(position, quaternion, ranges, valid)
            known = rocks.places()
            if len(known) != printed:
                printed = len(known)
                print("t = %.1f s: at (%.2f, %.2f), %d places of rocks" % (packet.time_s, *position[:2], printed))
            if stopped is None and math.dist(position[:2], goal) < ARRIVED:
                print("t = %.1f s: arrived" % packet.time_s)
                stopped = packet.tick
            if stopped is not None:
                if packet.tick - stopped < 50:
                    run.command([0.0] * len(levers))
                else:
                    run.finish()
                continue
            ahead = rotate(quaternion, (1.0, 0.0, 0.0))
            heading = choose(position, goal, known, heading)
            turn = near(heading - math.atan2(ahead[1], ahead[0]))
            curvature = max(-SHARPEST, min(SHARPEST, turn))
            run.command(wheels(FASTEST, curvature))


if __name__ == "__main__":
    main()
