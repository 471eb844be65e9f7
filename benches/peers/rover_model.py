"""The rover of the comparison, read from our vehicle file and written for other simulators.

Only what benches/peers/rover.toml uses is read: boxes and cylinders, fixed, revolute and continuous
joints, parts with sides. A part with sides, and all that hangs on it, is made twice; the right one is
the left one with y reversed. All axes of this rover lie in the plane of symmetry or across it, and
are the same on both sides.
"""

import dataclasses
import pathlib
import tomllib
import xml.etree.ElementTree as xml

import numpy as np


@dataclasses.dataclass
class Link:
    name: str
    parent: str | None
    position: np.ndarray
    mass: float
    centre: np.ndarray
    inertia: np.ndarray
    axis: np.ndarray | None
    radius: float
    width: float
    armature: float
    """Inertia of the motor's rotor at the joint, kg m²."""

    @property
    def wheel(self) -> bool:
        return self.radius > 0.0


def read(path: pathlib.Path) -> list[Link]:
    """Links, parents before children."""
    sides: dict[str, list[str]] = {}
    links = []
    for raw in tomllib.loads(path.read_text(encoding="utf-8"))["link"]:
        name, parent = raw["name"], raw.get("parent")
        sides[name] = raw.get("sides") or sides.get(parent, [""])
        for side in sides[name]:
            suffix = f"_{side}" if side else ""
            above = f"{parent}_{side}" if side and sides.get(parent) == sides[name] else parent
            links.append(made(raw, name + suffix, above, -1.0 if side == "right" else 1.0))
    return links


def made(raw: dict, name: str, parent: str | None, sign: float) -> Link:
    mirror = np.array([1.0, sign, 1.0])
    joint = raw.get("joint", {"kind": "fixed"})
    contactor = (raw.get("contactor") or [{}])[0]
    motor = joint.get("motor", {})
    return Link(
        name, parent, mirror * raw.get("position_m", [0.0, 0.0, 0.0]), raw["mass_kg"],
        mirror * raw.get("centre_of_mass_m", [0.0, 0.0, 0.0]), inertia(raw["shape"]) * raw["mass_kg"],
        None if joint["kind"] == "fixed" else np.array(joint["axis"]),
        contactor.get("radius_m", 0.0), contactor.get("width_m", 0.0),
        motor.get("rotor_inertia_kg_m2", 0.0) * motor.get("gear_ratio", 1.0)**2)


def inertia(shape: dict) -> np.ndarray:
    """Moments of inertia of a homogeneous solid about its middle, for a mass of 1 kg."""
    if shape["kind"] == "box":
        x, y, z = np.square(shape["size_m"])
        return np.array([y + z, x + z, x + y]) / 12.0
    radius, length = shape["radius_m"], shape["length_m"]
    across = radius**2 / 4.0 + length**2 / 12.0
    along = np.abs(shape["axis"])
    return across + (radius**2 / 2.0 - across) * along


def centre_of_mass(links: list[Link]) -> np.ndarray:
    """In the root's axes, all joints at zero."""
    places: dict[str | None, np.ndarray] = {None: np.zeros(3)}
    moment = np.zeros(3)
    for link in links:
        places[link.name] = places[link.parent] + link.position
        moment += link.mass * (places[link.name] + link.centre)
    return moment / sum(link.mass for link in links)


def mjcf(links: list[Link], friction: float, gravity: np.ndarray, box: tuple[float, float] | None,
         option: dict[str, str], gain: float, height: float) -> str:
    """MuJoCo's document; `box` is where a step begins and how high it is."""
    root = xml.Element("mujoco")
    options = xml.SubElement(root, "option", gravity=text(gravity), **option)
    # With several points per pair a wheel at the edge of a box gets the normal of its face, and sticks.
    xml.SubElement(options, "flag", multiccd="disable")
    world = xml.SubElement(root, "worldbody")
    rubbing = f"{friction} 0.005 0.0001"
    xml.SubElement(world, "geom", type="plane", size="0 0 1", friction=rubbing)
    if box:
        xml.SubElement(world, "geom", type="box", size=text([10.0, 10.0, box[1] / 2.0]),
                       pos=text([box[0] + 10.0, 0.0, box[1] / 2.0]), friction=rubbing)
    actuators = xml.SubElement(root, "actuator")
    bodies: dict[str | None, xml.Element] = {None: world}
    for link in links:
        place = link.position + (0.0 if link.parent else np.array([0.0, 0.0, height]))
        body = xml.SubElement(bodies[link.parent], "body", name=link.name, pos=text(place))
        bodies[link.name] = body
        xml.SubElement(body, "inertial", pos=text(link.centre), mass=repr(link.mass),
                       diaginertia=text(link.inertia))
        if link.parent is None:
            xml.SubElement(body, "freejoint")
        elif link.axis is not None:
            xml.SubElement(body, "joint", name=link.name, axis=text(link.axis), armature=repr(link.armature))
        if link.wheel:
            half = link.width / 2.0
            xml.SubElement(body, "geom", type="cylinder", fromto=f"0 {-half} 0 0 {half} 0",
                           size=repr(link.radius), contype="0", mass="0", friction=rubbing)
            xml.SubElement(actuators, "velocity", joint=link.name, kv=repr(gain))
    return xml.tostring(root, encoding="unicode")


def urdf(links: list[Link]) -> str:
    """URDF has no rotors, and PyBullet's motors, which are constraints, need none."""
    root = xml.Element("robot", name="rover")
    for link in links:
        part = xml.SubElement(root, "link", name=link.name)
        inertial = xml.SubElement(part, "inertial")
        xml.SubElement(inertial, "origin", xyz=text(link.centre))
        xml.SubElement(inertial, "mass", value=repr(link.mass))
        ixx, iyy, izz = (repr(float(value)) for value in link.inertia)
        xml.SubElement(inertial, "inertia", ixx=ixx, iyy=iyy, izz=izz, ixy="0", ixz="0", iyz="0")
        if link.wheel:
            collision = xml.SubElement(part, "collision")
            xml.SubElement(collision, "origin", rpy=f"{np.pi / 2} 0 0", xyz="0 0 0")
            geometry = xml.SubElement(collision, "geometry")
            xml.SubElement(geometry, "cylinder", radius=repr(link.radius), length=repr(link.width))
        if link.parent:
            joint = xml.SubElement(root, "joint", name=link.name,
                                   type="fixed" if link.axis is None else "continuous")
            xml.SubElement(joint, "parent", link=link.parent)
            xml.SubElement(joint, "child", link=link.name)
            xml.SubElement(joint, "origin", xyz=text(link.position))
            if link.axis is not None:
                xml.SubElement(joint, "axis", xyz=text(link.axis))
    return xml.tostring(root, encoding="unicode")


def text(values) -> str:
    return " ".join(repr(float(value)) for value in values)
