//! What is read out of a record for a viewer: forces of contactors, states of joints, and all columns
//! as one message.

use super::foxglove::{self, SITE};
use super::protobuf::{FieldKind, FieldType, Message, MessageType};
use super::run::{ExportedRun, Record};
use nalgebra::Vector3;
use planetfall::math::rotation;
use planetfall_files::quantity::Quantity;
use planetfall_files::quantity::column::{
    Contactor, PrismaticJoint, PrismaticMotor, RevoluteJoint, RevoluteMotor,
};
use std::collections::BTreeSet;

/// Length of the arrow of a force of ordinary size, m.
pub(super) const ARROW_M: f64 = 0.5;

/// Where a contactor's force is in a record.
pub(super) struct ContactColumns {
    name: String,
    point: [usize; 3],
    force: [usize; 3],
    regime: usize,
}

/// Contactors whose columns are all there.
pub(super) fn contacts(run: &ExportedRun) -> Vec<ContactColumns> {
    let vehicles = run.scene.vehicles.iter();
    let names = vehicles.flat_map(|vehicle| {
        vehicle.contactors.iter().map(move |one| format!("{}{}", vehicle.prefix, one.name))
    });
    let found = names.filter_map(|name| {
        let column = |quantity: Quantity| run.column(&quantity.of(&name));
        Some(ContactColumns {
            point: [column(Contactor::X)?, column(Contactor::Y)?, column(Contactor::Z)?],
            force: [
                column(Contactor::FORCE_X)?,
                column(Contactor::FORCE_Y)?,
                column(Contactor::FORCE_Z)?,
            ],
            regime: column(Contactor::REGIME)?,
            name,
        })
    });
    found.collect()
}

impl ContactColumns {
    /// The ground's force, if there is any.
    pub(super) fn force(&self, record: &Record<'_>) -> Option<Vector3<f64>> {
        let force = Vector3::from(self.force.map(|column| record.row[column]));
        (force.norm() > 0.0 && force.iter().all(|part| part.is_finite())).then_some(force)
    }

    /// An arrow, green while it sticks and red while it slips; an entity without arrow where nothing
    /// pushes, which takes the last arrow away.
    pub(super) fn entity(
        &self,
        nanos: u64,
        record: &Record<'_>,
        metres_per_newton: f64,
    ) -> Message {
        const STICKING: [f64; 4] = [0.1, 0.6, 0.3, 1.0];
        const SLIPPING: [f64; 4] = [0.85, 0.15, 0.1, 1.0];
        let mut entity = foxglove::entity(nanos, SITE, &self.name);
        let Some(force) = self.force(record) else { return entity };
        let turn = rotation::shortest(&Vector3::x(), &force.normalize());
        let point = self.point.map(|column| record.row[column]);
        let length = force.norm() * metres_per_newton;
        let mut arrow = Message::default();
        arrow.message(1, &foxglove::pose(&point, &[turn.w, turn.i, turn.j, turn.k]));
        let sizes = [0.8 * length, 0.06 * ARROW_M, 0.2 * length, 0.14 * ARROW_M];
        (2..).zip(sizes).for_each(|(field, size)| arrow.double(field, size));
        let slips = record.row[self.regime] >= 2.0;
        arrow.message(6, &foxglove::parts(if slips { &SLIPPING } else { &STICKING }));
        entity.message(7, &arrow);
        entity
    }
}

/// Where a joint of one coordinate is in a record: position, speed and what its motor gives.
pub(super) struct JointColumns {
    name: String,
    position: usize,
    speed: Option<usize>,
    effort: Option<usize>,
}

pub(super) fn joints(run: &ExportedRun) -> Vec<JointColumns> {
    let vehicles = run.scene.vehicles.iter();
    let found = vehicles.flat_map(|vehicle| {
        vehicle.links.iter().filter_map(|link| {
            let [column] = link.joint.columns.as_slice() else { return None };
            let (joint, _) = column.rsplit_once('.')?;
            let name = format!("{}{joint}", vehicle.prefix);
            let either = |turning: Quantity, sliding: Quantity| {
                let column = |quantity: Quantity| run.column(&quantity.of(&name));
                column(turning).or_else(|| column(sliding))
            };
            Some(JointColumns {
                position: either(RevoluteJoint::ANGLE, PrismaticJoint::EXTENSION)?,
                speed: either(RevoluteJoint::RATE, PrismaticJoint::SPEED),
                effort: either(RevoluteMotor::TORQUE, PrismaticMotor::FORCE),
                name,
            })
        })
    });
    found.collect()
}

impl JointColumns {
    /// Not a number says that there is none.
    pub(super) fn state(&self, record: &Record<'_>) -> Message {
        let number = |column: Option<usize>| column.map_or(f64::NAN, |column| record.row[column]);
        let mut message = Message::default();
        message.text(1, &self.name);
        message.double(2, record.row[self.position]);
        message.double(3, number(self.speed));
        message.double(5, number(self.effort));
        message
    }
}

/// All columns as one message: those of an entity together under its name, others at the top.
pub(super) struct Table {
    top: Vec<(String, usize)>,
    entities: Vec<(String, Vec<(String, usize)>)>,
}

impl Table {
    pub(super) fn new(run: &ExportedRun) -> Self {
        let (mut top, mut entities) = (Vec::new(), Vec::<(String, Vec<(String, usize)>)>::new());
        for (place, column) in run.columns().iter().enumerate() {
            let Some((entity, quantity)) = column.name.rsplit_once('.') else {
                top.push((column.name.clone(), place));
                continue;
            };
            match entities.iter_mut().find(|(name, _)| name == entity) {
                Some((_, fields)) => fields.push((quantity.to_owned(), place)),
                None => entities.push((entity.to_owned(), vec![(quantity.to_owned(), place)])),
            }
        }
        name_fields(
            &mut top
                .iter_mut()
                .map(|(name, _)| name)
                .chain(entities.iter_mut().map(|(name, _)| name)),
        );
        for (_, fields) in &mut entities {
            name_fields(&mut fields.iter_mut().map(|(name, _)| name));
        }
        Self { top, entities }
    }

    pub(super) fn types(&self) -> Vec<MessageType> {
        let doubles = |fields: &[(String, usize)]| -> Vec<FieldType> {
            let numbered = (1..).zip(fields);
            numbered
                .map(|(number, (name, _))| FieldType::new(name, number, FieldKind::Double))
                .collect()
        };
        let mut types = Vec::new();
        let mut record = doubles(&self.top);
        for (number, (name, fields)) in (self.top.len() as u32 + 1..).zip(&self.entities) {
            let entity = format!("Entity{number}");
            let kind = FieldKind::Message(format!(".planetfall.{entity}"));
            types.push(MessageType::new(&entity, doubles(fields)));
            record.push(FieldType::new(name, number, kind));
        }
        types.push(MessageType::new("Record", record));
        types
    }

    pub(super) fn message(&self, record: &Record<'_>) -> Message {
        let numbers = |fields: &[(String, usize)]| {
            let numbers: Vec<f64> = fields.iter().map(|(_, place)| record.row[*place]).collect();
            foxglove::parts(&numbers)
        };
        let mut message = numbers(&self.top);
        for (number, (_, fields)) in (self.top.len() as u32 + 1..).zip(&self.entities) {
            message.message(number, &numbers(fields));
        }
        message
    }
}

/// Makes names that a field may have, each once: letters, digits and underscores.
fn name_fields(names: &mut dyn Iterator<Item = &mut String>) {
    let mut taken = BTreeSet::new();
    for name in names {
        let fit = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut own: String = name.chars().map(fit).collect();
        if !own.starts_with(|c: char| c.is_ascii_alphabetic()) {
            own.insert(0, 'n');
        }
        while !taken.insert(own.clone()) {
            own.push('_');
        }
        *name = own;
    }
}
