"""Holds an exported MCAP file against the run it was made from.

usage: check_mcap.py RUN.mcap RUN_FOLDER

The file is read by the `mcap` package and decoded by Google's protobuf from the descriptors that it
carries; the run's history is read by pyarrow, its scene and events as JSON.
"""

import json
import math
import sys
from collections import defaultdict
from pathlib import Path

import pyarrow.parquet
from mcap.reader import make_reader
from mcap_protobuf.decoder import DecoderFactory


def read(path):
    """All messages by topic, each with its log time in seconds, and the type of each topic."""
    messages, types = defaultdict(list), {}
    with open(path, "rb") as stream:
        reader = make_reader(stream, decoder_factories=[DecoderFactory()])
        for schema, channel, message, decoded in reader.iter_decoded_messages():
            types[channel.topic] = schema.name
            messages[channel.topic].append((message.log_time * 1e-9, decoded))
    return messages, types


def check_types(types, scene):
    expected = {
        "/tf": "foxglove.FrameTransforms",
        "/joints": "foxglove.JointStates",
        "/forces": "foxglove.SceneUpdate",
        "/vehicles": "foxglove.SceneUpdate",
        "/terrain": "foxglove.SceneUpdate",
        "/trail": "foxglove.PosesInFrame",
        "/log": "foxglove.Log",
        "/record": "planetfall.Record",
    }
    if scene.get("cables"):
        expected["/cables"] = "foxglove.SceneUpdate"
    points = {topic: name for topic, name in types.items() if topic.startswith("/points/")}
    assert set(points.values()) == {"foxglove.PointCloud"} and "/points/terrain" in points
    assert {topic: name for topic, name in types.items() if topic not in points} == expected, types


def check_records(records, history):
    """Every record is a row of the history, number for number."""
    rows = {round(time, 9): row for row, time in enumerate(history["time_s"])}
    times = [round(record.time_s, 9) for _, record in records]
    assert times[0] == min(rows) and times[-1] == max(rows)
    assert all(later > earlier for earlier, later in zip(times, times[1:]))
    compared = 0
    for time, record in records:
        row = rows[round(record.time_s, 9)]
        assert abs(time - record.time_s) < 1e-8
        for name, values in history.items():
            entity, _, quantity = name.rpartition(".")
            part = getattr(record, "".join(c if c.isalnum() else "_" for c in entity)) if entity else record
            found, wanted = getattr(part, quantity), values[row]
            assert found == wanted or math.isnan(found) and math.isnan(wanted), (name, found, wanted)
            compared += 1
    return compared


def check_frames(frames, records, scene):
    """Every link has its frame, and the root's is the recorded pose of the body."""
    names = {f"{v['name']}/{l['name']}" for v in scene["vehicles"] for l in v["links"]}
    vehicle = scene["vehicles"][0]
    root = f"{vehicle['name']}/{vehicle['links'][0]['name']}"
    assert len(frames) == len(records)
    for (_, message), (_, record) in zip(frames, records):
        placed = {one.child_frame_id: one for one in message.transforms}
        assert set(placed) == names
        assert all(one.parent_frame_id == "site" for one in message.transforms)
        at, turn, body = placed[root].translation, placed[root].rotation, record.body
        assert (at.x, at.y, at.z) == (body.x_m, body.y_m, body.z_m)
        deviation = max(abs(a - b) for a, b in zip((turn.w, turn.x, turn.y, turn.z), (body.qw, body.qx, body.qy, body.qz)))
        assert deviation < 1e-9, deviation


def check_scene(messages, scene):
    """The ground has as many triangles as it has cells, and every link its shapes."""
    ((_, terrain),) = messages["/terrain"]
    triangles = terrain.entities[0].triangles[0]
    assert len(triangles.points) == len(triangles.colors) > 4
    assert len(triangles.indices) % 3 == 0 and max(triangles.indices) < len(triangles.points)
    ((_, vehicles),) = messages["/vehicles"]
    for link, entity in zip(scene["vehicles"][0]["links"], vehicles.entities):
        drawn = len(entity.cubes) + len(entity.spheres) + len(entity.cylinders) + len(entity.triangles)
        assert drawn == len(link["shapes"]) and entity.frame_locked
    for topic in messages:
        if topic.startswith("/points/") and topic != "/points/cables":
            ((_, cloud),) = messages[topic]
            assert cloud.data and len(cloud.data) % cloud.point_stride == 0


def check_forces(forces, records, scene):
    """An arrow stands where the ground pushes, as long as the force is large."""
    scale = None
    for (_, update), (_, record) in zip(forces, records):
        for entity in update.entities:
            contact = getattr(record, entity.id)
            force = math.hypot(contact.force_x_n, contact.force_y_n, contact.force_z_n)
            assert len(entity.arrows) == (force > 0)
            for arrow in entity.arrows:
                length = arrow.shaft_length + arrow.head_length
                scale = scale or length / force
                assert math.isclose(length, scale * force, rel_tol=1e-9)
    assert scale is not None, "no force was ever drawn"


def check_cables(messages, scene):
    """Every cable is a line between its anchors until it is cut, and gone from then on."""
    for (_, placed), (time, update), (_, record) in zip(messages["/tf"], messages["/cables"], messages["/record"]):
        frames = {one.child_frame_id: one for one in placed.transforms}
        assert [entity.id for entity in update.entities] == [cable["name"] for cable in scene["cables"]]
        for cable, entity in zip(scene["cables"], update.entities):
            cut = math.isnan(getattr(record, cable["name"]).length_m)
            assert len(entity.lines) == (not cut), (time, cable["name"])
            for line in entity.lines:
                wanted = [anchored(frames, scene, cable[end]) for end in ("from", "to")]
                found = [(point.x, point.y, point.z) for point in line.points]
                assert all(math.dist(a, b) < 1e-9 for a, b in zip(wanted, found)), (time, cable["name"])


def anchored(frames, scene, end):
    """Where an end of a cable is, from its link's frame: p + v + 2 q x (q x v + w v)."""
    vehicle = scene["vehicles"][end["vehicle"]]
    frame = frames[f"{vehicle['name']}/{vehicle['links'][end['link']]['name']}"]
    at, turn, v = frame.translation, frame.rotation, end["point_m"]
    q = (turn.x, turn.y, turn.z)
    cross = lambda a, b: [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    inner = [c + turn.w * part for c, part in zip(cross(q, v), v)]
    moved = [part + 2 * c for part, c in zip(v, cross(q, inner))]
    return tuple(a + b for a, b in zip((at.x, at.y, at.z), moved))


def main(path, folder):
    folder = Path(folder)
    messages, types = read(path)
    scene = json.loads((folder / "scene.json").read_text())
    check_types(types, scene)
    table = pyarrow.parquet.read_table(folder / "history.parquet")
    history = {name: table[name].to_pylist() for name in table.column_names}
    records = messages["/record"]
    compared = check_records(records, history)
    check_frames(messages["/tf"], records, scene)
    check_scene(messages, scene)
    check_forces(messages["/forces"], records, scene)
    if scene.get("cables"):
        check_cables(messages, scene)
    events = json.loads((folder / "events.json").read_text())
    assert sorted(e["message"] for e in events) == sorted(m.message for _, m in messages["/log"])
    joints = [l for v in scene["vehicles"] for l in v["links"] if len(l["joint"]["columns"]) == 1]
    assert all(len(message.joints) == len(joints) for _, message in messages["/joints"])
    print(f"{len(records)} records, {compared} numbers equal to the history's")


if __name__ == "__main__":
    main(*sys.argv[1:])
