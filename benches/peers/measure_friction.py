"""Times Siconos's friction solvers on a folder of problems and sets ours beside them.

Both sides solve a problem that is in memory already, from zero, to a natural-map residual of 1e-8,
many times over; the least time counts. Siconos's is that of the driver's call, of which Python's
part (about a microsecond, printed below the table) is taken off. Its residual is computed here from
the file's numbers, not taken from Siconos. Planar problems go to Siconos's planar solvers.
"""

import json
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import siconos.numerics as sn

TOLERANCE = 1e-8
ENOUGH_SECONDS = 0.3
LONGEST_SECONDS = 10.0
# Solvers and the iterations they may take.
SPATIAL = {"NSGS": 10_000, "NSN_AC": 200, "PROX": 1000, "ADMM": 20_000}
PLANAR = {"NSGS": 10_000, "CPG": 10_000, "LEMKE": 10_000}


def read(path):
    """Dimension, W, q and mu of a problem file."""
    words = path.read_text().split()
    dimension, contacts, storage = (int(word) for word in words[:3])
    size, place = dimension * contacts, 5
    matrix = np.zeros((size, size))
    if storage == 0:
        place += 2
        matrix[:] = np.array(words[place : place + size * size], float).reshape(size, size).T
        place += size * size
    else:
        place += 3 + 2 * contacts
        rows, blocks = int(words[place]), int(words[place + 1])
        place += 2
        offsets = [int(word) for word in words[place : place + rows]]
        place += rows
        columns = [int(word) for word in words[place : place + blocks]]
        place += blocks
        for row in range(contacts):
            for column in columns[offsets[row] : offsets[row + 1]]:
                entries = words[place + 1 : place + 1 + dimension**2]
                block = np.array(entries, float).reshape(dimension, dimension).T
                top, left = row * dimension, column * dimension
                matrix[top : top + dimension, left : left + dimension] = block
                place += 1 + dimension**2
    velocity = np.array(words[place : place + size], float)
    friction = np.array(words[place + size : place + size + contacts], float)
    return dimension, matrix, velocity, friction


def residual(problem, reaction):
    """The natural map, scaled: |r - P_K(r - u - mu |u_t| n)| / max(|q|, |r|, |u|)."""
    dimension, matrix, free, mu = problem
    velocity = matrix @ reaction + free
    own = reaction.reshape(-1, dimension)
    moving = velocity.reshape(-1, dimension)
    point = own - moving
    point[:, 0] -= mu * np.linalg.norm(moving[:, 1:], axis=1)
    size = np.linalg.norm(point[:, 1:], axis=1)
    outside = (size > mu * point[:, 0]) | (point[:, 0] < 0)
    polar = outside & (mu * size <= -point[:, 0])
    edge = outside & ~polar
    goal = point.copy()
    goal[polar] = 0
    normal = (point[edge, 0] + mu[edge] * size[edge]) / (1 + mu[edge] ** 2)
    goal[edge, 0] = normal
    goal[edge, 1:] = point[edge, 1:] * (mu[edge] * normal / size[edge])[:, None]
    scale = max(np.linalg.norm(vector) for vector in (free, reaction, velocity))
    return np.linalg.norm(own - goal) / scale


def measure(path, problem, name, iterations, overhead):
    """Least time in microseconds and residual of one of Siconos's solvers."""
    dimension, contacts = problem[0], len(problem[3])
    driver = sn.fc3d_driver if dimension == 3 else sn.fc2d_driver
    solver = getattr(sn, f"SICONOS_FRICTION_{dimension}D_{name}")
    loaded = sn.frictionContact_new_from_filename(str(path))
    times, reaction = [], None
    while len(times) < 3 or (sum(times) < ENOUGH_SECONDS and len(times) < 5000):
        options = sn.SolverOptions(solver)
        options.dparam[0], options.iparam[0] = TOLERANCE, iterations
        reaction, velocity = np.zeros(dimension * contacts), np.zeros(dimension * contacts)
        start = time.perf_counter()
        driver(loaded, reaction, velocity, options)
        times.append(time.perf_counter() - start)
        if sum(times) > LONGEST_SECONDS:
            break
    return max(min(times) - overhead, 0.0) * 1e6, residual(problem, reaction)


def call_overhead(path, problem):
    """Seconds that Python takes to hand a problem, two arrays and options to the library."""
    loaded = sn.frictionContact_new_from_filename(str(path))
    options = sn.SolverOptions(sn.SICONOS_FRICTION_3D_NSGS)
    size = len(problem[2])
    reaction, velocity = np.zeros(size), np.zeros(size)
    times = []
    for _ in range(5000):
        start = time.perf_counter()
        # Looks at q alone, and at the options not at all, where contacts do not open.
        sn.fc3d_checkTrivialCase(loaded, velocity, reaction, options)
        times.append(time.perf_counter() - start)
    return min(times)


def cell(micros, found, best):
    mark = " " if found <= TOLERANCE else "x"
    return f"{micros:10.1f}{'*' if micros == best else ' '}{found:8.0e}{mark}"


def main():
    ours = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    folder = Path(sys.argv[2])
    sn.numerics_set_verbose(0)
    overhead = 0.0
    for entry in ours:
        problem = read(folder / entry["name"])
        if problem[0] == 3:
            overhead = call_overhead(folder / entry["name"], problem)
            break
    print(f"to {TOLERANCE:g}, microseconds and residual; * Siconos's best, x not within tolerance")
    print(f"{'problem':32}{'contacts':>9} | {'ours':>9} {'solver':12}{'residual':>9} | ratio | Siconos")
    ratios, rover_ours, rover_best = [], [], []
    for entry in ours:
        path = folder / entry["name"]
        problem = read(path)
        solvers = SPATIAL if problem[0] == 3 else PLANAR
        results = {name: measure(path, problem, name, most, overhead) for name, most in solvers.items()}
        good = [micros for micros, found in results.values() if found <= TOLERANCE]
        best = min(good) if good else float("inf")
        ratio = entry["least_us"] / best if best > 0 else float("inf")
        ratios.append((ratio, entry["name"]))
        if entry["name"].startswith("Rover"):
            rover_ours.append(entry["least_us"])
            rover_best.append(best)
        cells = "  ".join(f"{name} {cell(*result, best)}" for name, result in results.items())
        failed = "" if entry["residual"] <= TOLERANCE else "x"
        print(
            f"{entry['name'][:32]:32}{entry['contacts']:9} | {entry['least_us']:9.1f} "
            f"{entry['solver']:12}{entry['residual']:9.0e}{failed} | {ratio:5.2f} | {cells}",
            flush=True,
        )
    print(f"Python's part of a call, taken off: {overhead * 1e6:.2f} us")
    worst = max(ratios)
    print(f"worst ratio {worst[0]:.2f} ({worst[1]}; wanted: at most 2)")
    if rover_ours:
        share = statistics.median(rover_ours) / statistics.median(rover_best)
        print(f"median over the rover problems: {share:.2f} of Siconos's best (wanted: at most 0.3)")


main()
