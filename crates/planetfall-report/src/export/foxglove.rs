//! Foxglove's well-known messages, of which a run needs these. Names and numbers of fields are those
//! of docs.foxglove.dev; a viewer recognises a message by its type's name.

use super::protobuf::{FieldKind, FieldType, Message, MessageType};

/// The package of all these types.
pub(super) const PACKAGE: &str = "foxglove";

/// The types.
pub(super) fn types() -> Vec<MessageType> {
    let mut types = shapes();
    types.extend(entities());
    types.extend(motions());
    types
}

fn own(name: &str) -> FieldKind {
    FieldKind::Message(format!(".foxglove.{name}"))
}

fn time() -> FieldType {
    FieldType::new("timestamp", 1, FieldKind::Message(".google.protobuf.Timestamp".to_owned()))
}

fn numbers(names: &[&str]) -> Vec<FieldType> {
    let numbered = (1..).zip(names);
    numbered.map(|(number, name)| FieldType::new(name, number, FieldKind::Double)).collect()
}

fn shapes() -> Vec<MessageType> {
    let one = FieldType::new;
    let many = FieldType::many;
    let solid = || {
        vec![
            one("pose", 1, own("Pose")),
            one("size", 2, own("Vector3")),
            one("color", 3, own("Color")),
        ]
    };
    vec![
        MessageType::new("Vector3", numbers(&["x", "y", "z"])),
        MessageType::new("Point3", numbers(&["x", "y", "z"])),
        MessageType::new("Quaternion", numbers(&["x", "y", "z", "w"])),
        MessageType::new("Color", numbers(&["r", "g", "b", "a"])),
        MessageType::new(
            "Pose",
            vec![one("position", 1, own("Vector3")), one("orientation", 2, own("Quaternion"))],
        ),
        MessageType::new("CubePrimitive", solid()),
        MessageType::new("SpherePrimitive", solid()),
        MessageType::new(
            "CylinderPrimitive",
            vec![
                one("pose", 1, own("Pose")),
                one("size", 2, own("Vector3")),
                one("bottom_scale", 3, FieldKind::Double),
                one("top_scale", 4, FieldKind::Double),
                one("color", 5, own("Color")),
            ],
        ),
        MessageType::new(
            "ArrowPrimitive",
            vec![
                one("pose", 1, own("Pose")),
                one("shaft_length", 2, FieldKind::Double),
                one("shaft_diameter", 3, FieldKind::Double),
                one("head_length", 4, FieldKind::Double),
                one("head_diameter", 5, FieldKind::Double),
                one("color", 6, own("Color")),
            ],
        ),
        MessageType::new(
            "LinePrimitive",
            vec![
                one("type", 1, FieldKind::Enum(".foxglove.LinePrimitive.Type".to_owned())),
                one("pose", 2, own("Pose")),
                one("thickness", 3, FieldKind::Double),
                one("scale_invariant", 4, FieldKind::Bool),
                many("points", 5, own("Point3")),
                one("color", 6, own("Color")),
                many("colors", 7, own("Color")),
                many("indices", 8, FieldKind::Fixed32),
            ],
        )
        .with_enum("Type", &["LINE_STRIP", "LINE_LOOP", "LINE_LIST"]),
        MessageType::new(
            "TriangleListPrimitive",
            vec![
                one("pose", 1, own("Pose")),
                many("points", 2, own("Point3")),
                one("color", 3, own("Color")),
                many("colors", 4, own("Color")),
                many("indices", 5, FieldKind::Fixed32),
            ],
        ),
    ]
}

fn entities() -> Vec<MessageType> {
    let one = FieldType::new;
    let many = FieldType::many;
    vec![
        MessageType::new(
            "SceneEntity",
            vec![
                time(),
                one("frame_id", 2, FieldKind::Text),
                one("id", 3, FieldKind::Text),
                one("lifetime", 4, FieldKind::Message(".google.protobuf.Duration".to_owned())),
                one("frame_locked", 5, FieldKind::Bool),
                many("arrows", 7, own("ArrowPrimitive")),
                many("cubes", 8, own("CubePrimitive")),
                many("spheres", 9, own("SpherePrimitive")),
                many("cylinders", 10, own("CylinderPrimitive")),
                many("lines", 11, own("LinePrimitive")),
                many("triangles", 12, own("TriangleListPrimitive")),
            ],
        ),
        MessageType::new("SceneUpdate", vec![many("entities", 2, own("SceneEntity"))]),
        MessageType::new(
            "PackedElementField",
            vec![
                one("name", 1, FieldKind::Text),
                one("offset", 2, FieldKind::Fixed32),
                one(
                    "type",
                    3,
                    FieldKind::Enum(".foxglove.PackedElementField.NumericType".to_owned()),
                ),
            ],
        )
        .with_enum("NumericType", &NUMERIC_TYPES),
        MessageType::new(
            "PointCloud",
            vec![
                time(),
                one("frame_id", 2, FieldKind::Text),
                one("pose", 3, own("Pose")),
                one("point_stride", 4, FieldKind::Fixed32),
                many("fields", 5, own("PackedElementField")),
                one("data", 6, FieldKind::Bytes),
            ],
        ),
    ]
}

fn motions() -> Vec<MessageType> {
    let one = FieldType::new;
    let many = FieldType::many;
    vec![
        MessageType::new(
            "FrameTransform",
            vec![
                time(),
                one("parent_frame_id", 2, FieldKind::Text),
                one("child_frame_id", 3, FieldKind::Text),
                one("translation", 4, own("Vector3")),
                one("rotation", 5, own("Quaternion")),
            ],
        ),
        MessageType::new("FrameTransforms", vec![many("transforms", 1, own("FrameTransform"))]),
        MessageType::new(
            "PosesInFrame",
            vec![time(), one("frame_id", 2, FieldKind::Text), many("poses", 3, own("Pose"))],
        ),
        MessageType::new(
            "JointState",
            vec![
                one("name", 1, FieldKind::Text),
                one("position", 2, FieldKind::Double),
                one("velocity", 3, FieldKind::Double),
                one("effort", 5, FieldKind::Double),
            ],
        ),
        MessageType::new("JointStates", vec![time(), many("joints", 2, own("JointState"))]),
        MessageType::new(
            "Log",
            vec![
                time(),
                one("level", 2, FieldKind::Enum(".foxglove.Log.Level".to_owned())),
                one("message", 3, FieldKind::Text),
                one("name", 4, FieldKind::Text),
                one("file", 5, FieldKind::Text),
                one("line", 6, FieldKind::Fixed32),
            ],
        )
        .with_enum("Level", &["UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"]),
    ]
}

/// Names of foxglove.NumericType, in the order of their numbers.
const NUMERIC_TYPES: [&str; 9] =
    ["UNKNOWN", "UINT8", "INT8", "UINT16", "INT16", "UINT32", "INT32", "FLOAT32", "FLOAT64"];
/// The number of `FLOAT32` among them.
const FLOAT32: u64 = 7;

impl MessageType {
    fn with_enum(mut self, name: &'static str, values: &'static [&'static str]) -> Self {
        self.enums.push((name, values));
        self
    }
}

/// A message that begins with its time, ns.
pub(super) fn stamped(nanos: u64) -> Message {
    let mut message = Message::default();
    message.message(1, &timestamp(nanos));
    message
}

fn timestamp(nanos: u64) -> Message {
    let mut message = Message::default();
    message.integer(1, nanos / 1_000_000_000);
    message.integer(2, nanos % 1_000_000_000);
    message
}

/// Numbers in their order: a vector, a point, a colour, a quaternion x y z w.
pub(super) fn parts(numbers: &[f64]) -> Message {
    let mut message = Message::default();
    for (field, number) in (1..).zip(numbers) {
        message.double(field, *number);
    }
    message
}

/// A pose from its origin and quaternion w x y z.
pub(super) fn pose(position: &[f64; 3], wxyz: &[f64; 4]) -> Message {
    let [w, x, y, z] = *wxyz;
    let mut message = Message::default();
    message.message(1, &parts(position));
    message.message(2, &parts(&[x, y, z, w]));
    message
}

/// A frame in the site's from seven numbers, x y z qw qx qy qz.
pub(super) fn transform(nanos: u64, child: &str, seven: &[f64; 7]) -> Message {
    let [x, y, z, qw, qx, qy, qz] = *seven;
    let mut message = stamped(nanos);
    message.text(2, SITE);
    message.text(3, child);
    message.message(4, &parts(&[x, y, z]));
    message.message(5, &parts(&[qx, qy, qz, qw]));
    message
}

/// The frame that all others are placed in.
pub(super) const SITE: &str = "site";

/// An entity, without its shapes yet; it moves with its frame.
pub(super) fn entity(nanos: u64, frame: &str, id: &str) -> Message {
    let mut message = stamped(nanos);
    message.text(2, frame);
    message.text(3, id);
    message.integer(5, 1);
    message
}

/// Points of three 32-bit numbers each, in a frame.
pub(super) fn point_cloud(nanos: u64, frame: &str, points: &[[f32; 3]]) -> Message {
    let mut message = stamped(nanos);
    message.text(2, frame);
    message.message(3, &pose(&[0.0; 3], &[1.0, 0.0, 0.0, 0.0]));
    message.fixed32(4, 12);
    for (name, offset) in [("x", 0), ("y", 4), ("z", 8)] {
        let mut field = Message::default();
        field.text(1, name);
        field.fixed32(2, offset);
        field.integer(3, FLOAT32);
        message.message(5, &field);
    }
    let data: Vec<u8> = points.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    message.block(6, &data);
    message
}
