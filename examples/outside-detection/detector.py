"""Finds where a rover's wheels meet the ground: collision detection in a process of its own.

It stands for any tool with its own geometry. It knows the wheels (discs of RADIUS about the y axis of
their links) and the ground, and nothing of dynamics. For each line on standard input, the poses of the
wheels as seven numbers each (position x y z in m, quaternion w x y z), it answers one line: eight
numbers for each contact (number of the wheel, point x y z, normal x y z, gap), all in the site frame.

    detector.py              a level plane at height zero
    detector.py EDGE RISE    with a step up of RISE metres at x = EDGE
"""

import math
import sys

RADIUS = 0.30  # m
MARGIN = 0.05  # m; what is farther cannot touch within a step


def axle(q):
    """The y axis of a link in site axes."""
    w, x, y, z = q
    return (2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x))


def lowest(centre, axis):
    """The lowest point of the disc: down the part of -z that lies in its plane."""
    down = (axis[0] * axis[2], axis[1] * axis[2], axis[2] * axis[2] - 1.0)
    reach = RADIUS / math.hypot(*down)
    return tuple(c + reach * d for c, d in zip(centre, down))


def on_level(centre, axis, height):
    point = lowest(centre, axis)
    return point, (0.0, 0.0, 1.0), point[2] - height


def on_edge(centre, axis, edge, rise):
    """The disc against the line x = edge, z = rise, where the line passes through its plane."""
    across = (edge - centre[0], 0.0, rise - centre[2])
    along = -(axis[0] * across[0] + axis[2] * across[2]) / axis[1]
    out = (across[0], along, across[2])
    distance = math.hypot(*out)
    point = tuple(c + RADIUS / distance * d for c, d in zip(centre, out))
    # The gap is taken across the line.
    size = math.hypot(across[0], across[2])
    normal = (-across[0] / size, 0.0, -across[2] / size)
    gap = sum(n * (p - e) for n, p, e in zip(normal, point, (edge, point[1], rise)))
    return point, normal, gap


def contacts(centre, axis, step):
    if step is None:
        return [on_level(centre, axis, 0.0)]
    edge, rise = step
    point = lowest(centre, axis)
    if point[0] >= edge:
        return [on_level(centre, axis, rise)]
    return [on_level(centre, axis, 0.0), on_edge(centre, axis, edge, rise)]


def main():
    step = tuple(float(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else None
    for line in sys.stdin:
        numbers = [float(word) for word in line.split()]
        answer = []
        for wheel in range(len(numbers) // 7):
            x, y, z, *q = numbers[7 * wheel:7 * wheel + 7]
            for point, normal, gap in contacts((x, y, z), axle(q), step):
                if gap < MARGIN:
                    answer += [str(wheel), *map(repr, (*point, *normal, gap))]
        print(*answer, flush=True)


if __name__ == "__main__":
    main()
