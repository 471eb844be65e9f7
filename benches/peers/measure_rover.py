"""Times MuJoCo on the rover and the elevation map of our benchmark and puts ours beside it.

    python measure_rover.py ROVER.json BENCH.txt

ROVER.json is what the example dump_rover wrote of `curiosity` or `mer`, BENCH.txt the table of
`cargo bench --package planetfall-run --bench rover`. One core, 1 ms steps, the rover rolling at the
same speed on the same facets, the fastest of many samples of 1000 steps.

MuJoCo gets the same tree, rotor inertias and wheels (cylinders), the map as a height field, the
differential as an equality constraint (it has no other), motors as velocity servos with the same
gain, and its own contact solver with its defaults. Its Euler and implicit integrators evaluate the
dynamics once a step, its RK4, like ours, four times. Steps run in C (`mj_step` with nstep).
"""

import json
import os
import pathlib
import sys
import time
import xml.etree.ElementTree as xml

import mujoco
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

import bench_ratios  # noqa: E402
import peer_mujoco  # noqa: E402
from peer_tree import read_tree  # noqa: E402

STEPS = 1000
SAMPLES = 20
SETTLING = 2000


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    record = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    rows = bench_ratios.read(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    groups = {name: time_us for name, time_us, _ in rows if name.startswith(record["name"])}
    ours = {name.split(": ", 1)[1]: time_us for name, time_us in groups.items()}
    reference = next(iter(ours.values()))
    print(f"{'per step of 1 ms, fastest':64} {'µs':>8} {'ratio':>8} {'times real time':>16}")

    def show(name: str, time_us: float) -> None:
        print(f"{name:64} {time_us:8.2f} {time_us / reference:8.2f} {1e3 / time_us:16.1f}")

    for name, time_us in ours.items():
        show(f"Planetfall: {name}", time_us)
    theirs = []
    for integrator in ("Euler", "implicitfast", "RK4"):
        model = compiled(record, integrator)
        time_us, contacts, moved = measured(model, record)
        name = f"MuJoCo {mujoco.__version__}: {integrator}, {contacts} contacts, rolled {moved:.2f} m"
        show(name, time_us)
        theirs.append(time_us)
    load = os.getloadavg()[0]
    print(f"MuJoCo's fastest takes {min(theirs) / reference:.2f} times our first (load of the machine {load:.1f})")


def compiled(record: dict, integrator: str) -> mujoco.MjModel:
    tree = read_tree(record)
    root = xml.fromstring(peer_mujoco.document(tree))
    option = root.find("option")
    option.set("timestep", "0.001")
    option.set("integrator", integrator)
    bodies = {body.get("name"): body for body in root.iter("body")}
    for index, link in enumerate(tree.links):
        for joint in bodies[link.name].findall("joint"):
            joint.set("name", f"joint{index}")
            joint.set("armature", repr(link.joint.armature))
    add_ground(root, record["map"])
    add_wheels(root, record, tree, bodies)
    add_couplings(root, record)
    return mujoco.MjModel.from_xml_string(xml.tostring(root, encoding="unicode"))


def add_ground(root: xml.Element, ground: dict) -> None:
    heights = np.array(ground["heights_m"])
    posts, half = str(ground["posts"]), repr(ground["half_m"])
    low, rise = heights.min(), np.ptp(heights)
    asset = xml.SubElement(root, "asset")
    xml.SubElement(asset, "hfield", name="map", nrow=posts, ncol=posts,
                   size=f"{half} {half} {rise} 1", elevation=peer_mujoco.text((heights - low) / rise))
    xml.SubElement(root.find("worldbody"), "geom", type="hfield", hfield="map",
                   pos=f"0 0 {low}", friction="0.6 0.005 0.0001")


def add_wheels(root: xml.Element, record: dict, tree, bodies: dict) -> None:
    actuators = xml.SubElement(root, "actuator")
    for wheel in record["wheels"]:
        centre, axis = np.array(wheel["centre"]), np.array(wheel["axis"])
        ends = np.concatenate([centre - axis * wheel["width_m"] / 2, centre + axis * wheel["width_m"] / 2])
        xml.SubElement(bodies[tree.links[wheel["link"]].name], "geom", type="cylinder",
                       fromto=peer_mujoco.text(ends), size=repr(wheel["radius_m"]), contype="0",
                       friction="0.6 0.005 0.0001", mass="0")
        gain = wheel["speed_gain"]
        xml.SubElement(actuators, "velocity", joint=f"joint{wheel['link']}", kv=repr(gain))
        if wheel["steer_link"] is not None:
            xml.SubElement(actuators, "position", joint=f"joint{wheel['steer_link']}",
                           kp=repr(5.0 * gain), kv=repr(gain))


def add_couplings(root: xml.Element, record: dict) -> None:
    equality = xml.SubElement(root, "equality")
    for index, link in enumerate(record["links"]):
        if coupling := link["joint"]["coupling"]:
            xml.SubElement(equality, "joint", joint1=f"joint{index}", joint2=f"joint{coupling['master']}",
                           polycoef=f"{coupling['offset']} {coupling['multiplier']} 0 0 0")


def driven(model: mujoco.MjModel, record: dict) -> mujoco.MjData:
    """At the start, with the speeds of its wheels commanded."""
    data = mujoco.MjData(model)
    place(model, data, record)
    speeds = [wheel["rate_rad_per_s"] for wheel in record["wheels"]]
    for actuator in range(model.nu):
        name = model.actuator(actuator).trnid[0]
        joint = model.joint(name).name
        for wheel, speed in zip(record["wheels"], speeds):
            if joint == f"joint{wheel['link']}":
                data.ctrl[actuator] = speed
    return data


def measured(model: mujoco.MjModel, record: dict) -> tuple[float, int, float]:
    """µs a step, contacts at the end, and how far it rolled in that time."""
    data = driven(model, record)
    mujoco.mj_step(model, data, nstep=SETTLING)
    start, best = data.qpos[:2].copy(), np.inf
    for _ in range(SAMPLES):
        begun = time.perf_counter_ns()
        mujoco.mj_step(model, data, nstep=STEPS)
        best = min(best, time.perf_counter_ns() - begun)
    if not np.all(np.isfinite(data.qpos)):
        sys.exit("MuJoCo's rover was lost")
    return best / STEPS / 1e3, data.ncon, float(np.linalg.norm(data.qpos[:2] - start))


def place(model: mujoco.MjModel, data: mujoco.MjData, record: dict) -> None:
    tree = read_tree(record)
    for link in tree.links:
        body = model.body(link.name).id
        joints = range(model.body_jntadr[body], model.body_jntadr[body] + model.body_jntnum[body])
        if joints:
            at = model.jnt_qposadr[joints[0]]
            data.qpos[at:at + len(link.joint.positions)] = link.joint.positions
    data.qpos[2] += 0.005
    mujoco.mj_forward(model, data)


if __name__ == "__main__":
    main()
