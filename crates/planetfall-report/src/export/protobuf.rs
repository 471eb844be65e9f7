//! Protocol Buffers, as far as messages of numbers and words need them: the wire format, and types
//! that describe themselves. A reader of MCAP knows a message only by its descriptor, which is
//! itself a message (`google.protobuf.FileDescriptorSet`), so one small writer serves both.
//!
//! Reference: Protocol Buffers, "Encoding" and `descriptor.proto`.

/// A message on the wire.
#[derive(Clone, Debug, Default)]
pub(super) struct Message(Vec<u8>);

/// A type of messages.
#[derive(Clone, Debug)]
pub(super) struct MessageType {
    pub(super) name: String,
    pub(super) fields: Vec<FieldType>,
    pub(super) enums: Vec<(&'static str, &'static [&'static str])>,
}

/// A field of a type; its number is its place, from 1.
#[derive(Clone, Debug)]
pub(super) struct FieldType {
    pub(super) name: String,
    pub(super) number: u32,
    pub(super) kind: FieldKind,
    pub(super) repeated: bool,
}

/// What a field holds; types are named in full, with the leading dot.
#[derive(Clone, Debug)]
pub(super) enum FieldKind {
    Double,
    Int64,
    Fixed32,
    Int32,
    Bool,
    Text,
    Bytes,
    Message(String),
    Enum(String),
}

impl Message {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn double(&mut self, field: u32, value: f64) {
        self.tag(field, 1);
        self.0.extend(value.to_le_bytes());
    }

    pub(super) fn fixed32(&mut self, field: u32, value: u32) {
        self.tag(field, 5);
        self.0.extend(value.to_le_bytes());
    }

    /// An integer, an enum or a flag.
    pub(super) fn integer(&mut self, field: u32, value: u64) {
        self.tag(field, 0);
        self.varint(value);
    }

    pub(super) fn text(&mut self, field: u32, value: &str) {
        self.block(field, value.as_bytes());
    }

    pub(super) fn block(&mut self, field: u32, bytes: &[u8]) {
        self.tag(field, 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
    }

    pub(super) fn message(&mut self, field: u32, inner: &Self) {
        self.block(field, &inner.0);
    }

    /// A packed list of fixed 32-bit integers.
    pub(super) fn indices(&mut self, field: u32, indices: &[u32]) {
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        self.block(field, &bytes);
    }

    fn tag(&mut self, field: u32, wire: u32) {
        self.varint(u64::from(field << 3 | wire));
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

impl FieldType {
    pub(super) fn new(name: &str, number: u32, kind: FieldKind) -> Self {
        Self { name: name.to_owned(), number, kind, repeated: false }
    }

    pub(super) fn many(name: &str, number: u32, kind: FieldKind) -> Self {
        Self { repeated: true, ..Self::new(name, number, kind) }
    }

    fn descriptor(&self) -> Message {
        let (code, named) = match &self.kind {
            FieldKind::Double => (1, None),
            FieldKind::Int64 => (3, None),
            FieldKind::Int32 => (5, None),
            FieldKind::Fixed32 => (7, None),
            FieldKind::Bool => (8, None),
            FieldKind::Text => (9, None),
            FieldKind::Message(name) => (11, Some(name)),
            FieldKind::Bytes => (12, None),
            FieldKind::Enum(name) => (14, Some(name)),
        };
        let mut message = Message::default();
        message.text(1, &self.name);
        message.integer(3, u64::from(self.number));
        message.integer(4, if self.repeated { 3 } else { 1 });
        message.integer(5, code);
        if let Some(name) = named {
            message.text(6, name);
        }
        message
    }
}

impl MessageType {
    pub(super) fn new(name: &str, fields: Vec<FieldType>) -> Self {
        Self { name: name.to_owned(), fields, enums: Vec::new() }
    }

    fn descriptor(&self) -> Message {
        let mut message = Message::default();
        message.text(1, &self.name);
        for field in &self.fields {
            message.message(2, &field.descriptor());
        }
        for (name, values) in &self.enums {
            let mut listed = Message::default();
            listed.text(1, name);
            for (number, value) in values.iter().enumerate() {
                let mut one = Message::default();
                one.text(1, value);
                one.integer(2, number as u64);
                listed.message(2, &one);
            }
            message.message(4, &listed);
        }
        message
    }
}

/// The description of types of one package, for a reader that knows none of them.
pub(super) fn descriptor_set(package: &str, types: &[MessageType]) -> Vec<u8> {
    let stamp = |name: &str| {
        let whole = FieldType::new("seconds", 1, FieldKind::Int64);
        let part = FieldType::new("nanos", 2, FieldKind::Int32);
        MessageType::new(name, vec![whole, part])
    };
    let time = "google/protobuf/timestamp.proto";
    let span = "google/protobuf/duration.proto";
    let mut set = Message::default();
    set.message(1, &file(time, "google.protobuf", &[], &[stamp("Timestamp")]));
    set.message(1, &file(span, "google.protobuf", &[], &[stamp("Duration")]));
    set.message(1, &file(&format!("{package}.proto"), package, &[time, span], types));
    set.0
}

fn file(name: &str, package: &str, imports: &[&str], types: &[MessageType]) -> Message {
    let mut message = Message::default();
    message.text(1, name);
    message.text(2, package);
    imports.iter().for_each(|import| message.text(3, import));
    types.iter().for_each(|one| message.message(4, &one.descriptor()));
    message.text(12, "proto3");
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wire_is_that_of_the_manuals_examples() {
        let mut message = Message::default();
        message.integer(1, 150);
        message.text(2, "testing");
        assert_eq!(message.bytes(), b"\x08\x96\x01\x12\x07testing");
        let mut outer = Message::default();
        let mut inner = Message::default();
        inner.integer(1, 150);
        outer.message(3, &inner);
        assert_eq!(outer.bytes(), [0x1a, 0x03, 0x08, 0x96, 0x01]);
    }
}
