//! Attributes of XML elements, with their places and what is wrong with them.

use crate::format::Place;
use crate::vehicle::contactor::FileContext;
use crate::vehicle::diagnostics::At;
use crate::vehicle::part::turned;
use nalgebra::Vector3;
use planetfall::vehicle::Placement;
use roxmltree::Node;

/// The first child element of a name.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

/// All child elements of a name.
pub(super) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// Where an element begins, up to the end of its first tag.
pub(super) fn at(node: Node<'_, '_>, context: &FileContext<'_>) -> At {
    let range = node.range();
    let text = node.document().input_text();
    let tag = text.get(range.clone()).and_then(|text| text.find('>'));
    let end = tag.map_or(range.end, |length| range.start + length + 1);
    context.file.at(Place::from(range.start..end))
}

/// Where the value of an attribute is; the element itself if it has none.
pub(super) fn at_value(node: Node<'_, '_>, key: &str, context: &FileContext<'_>) -> At {
    match node.attribute_node(key) {
        Some(attribute) => context.file.at(Place::from(attribute.range_value())),
        None => at(node, context),
    }
}

/// An attribute that must be there. `owner` names the link or joint in messages.
pub(super) fn text<'a>(
    node: Node<'a, '_>,
    key: &str,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<&'a str> {
    let value = node.attribute(key);
    if value.is_none() {
        let message = format!("{owner}: `<{}>` has no `{key}`", node.tag_name().name());
        context.diagnostics.error(at(node, context), message);
    }
    value
}

/// A number that may be absent.
pub(super) fn optional_number(
    node: Node<'_, '_>,
    key: &str,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<f64> {
    let value = node.attribute(key)?;
    let number = parse(value);
    if number.is_none() {
        let message = format!("{owner}: `{key}` must be a finite number, found \"{value}\"");
        context.diagnostics.error(at_value(node, key, context), message);
    }
    number
}

/// A number that must be there.
pub(super) fn number(
    node: Node<'_, '_>,
    key: &str,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<f64> {
    text(node, key, owner, context)?;
    optional_number(node, key, owner, context)
}

/// Several numbers with blanks between them; `None` if they are absent or wrong.
pub(super) fn numbers<const N: usize>(
    node: Node<'_, '_>,
    key: &str,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<[f64; N]> {
    let value = node.attribute(key)?;
    let numbers: Option<Vec<f64>> = value.split_whitespace().map(parse).collect();
    let numbers: Option<[f64; N]> = numbers.and_then(|numbers| numbers.try_into().ok());
    if numbers.is_none() {
        let message = format!("{owner}: `{key}` must be {N} finite numbers, found \"{value}\"");
        context.diagnostics.error(at_value(node, key, context), message);
    }
    numbers
}

/// The `<origin>` of an element; the same frame if it has none.
pub(super) fn origin(node: Node<'_, '_>, owner: &str, context: &mut FileContext<'_>) -> Placement {
    let Some(origin) = child(node, "origin") else { return Placement::identity() };
    let position = numbers::<3>(origin, "xyz", owner, context).unwrap_or_default();
    let [roll, pitch, yaw] = numbers::<3>(origin, "rpy", owner, context).unwrap_or_default();
    Placement { rotation: turned(yaw, pitch, roll), position: Vector3::from(position) }
}

fn parse(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|x| x.is_finite())
}
