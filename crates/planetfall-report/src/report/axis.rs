//! Axes: the range a plot shows, the round numbers it marks, and where a value lies.

use super::window::TimeWindow;
use planetfall_files::quantity::{typeset_number, without_trailing_zeros};

/// Beyond this, differences of values would overflow.
const GREATEST: f64 = 1e300;
/// Below this, parts of a value would underflow: it counts as zero.
const LEAST: f64 = 1e-290;

/// How an axis divides its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Scale {
    /// Equal steps for equal differences.
    #[default]
    Linear,
    /// Equal steps for equal ratios; only positive values have a place.
    Logarithmic,
}

impl Scale {
    /// The value where it has a place on such an axis; else not a number, a gap in its line.
    pub(super) fn placed(self, value: f64) -> f64 {
        match self {
            Self::Logarithmic if value <= 0.0 => f64::NAN,
            Self::Logarithmic | Self::Linear => value,
        }
    }
}

/// The shown range of one direction of a plot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) scale: Scale,
}

/// A marked value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) label: String,
}

impl Axis {
    /// The axis that shows all the values, with room beyond them as a part of their range.
    pub(super) fn around(values: impl Iterator<Item = f64>, scale: Scale, margin: f64) -> Self {
        let tame = |value: f64| {
            if value.abs() < LEAST { 0.0 } else { value.clamp(-GREATEST, GREATEST) }
        };
        let fits = |value: &f64| scale == Scale::Linear || *value > 0.0;
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = values
            .filter(|value| value.is_finite())
            .map(tame)
            .filter(fits)
            .fold(ends, |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        match scale {
            Scale::Linear => Self::linear(low, high, margin),
            Scale::Logarithmic => Self::logarithmic(low, high),
        }
    }

    /// The same axis with the ends that a window has, where they have a place on it.
    pub(super) fn within(self, window: TimeWindow) -> Self {
        let fits = |end: f64| end.abs() < GREATEST && (self.scale == Scale::Linear || end > 0.0);
        let low = if fits(window.from) { window.from } else { self.low };
        let high = if fits(window.to) { window.to } else { self.high };
        // Ends that rounding cannot distinguish give no scale.
        if high - low > 1e-12 * low.abs().max(high.abs()) {
            Self { low, high, ..self }
        } else {
            self
        }
    }

    /// Where a value lies, from 0 at the low end to 1 at the high end.
    pub(super) fn fraction(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value / self.low).log10() / (self.high / self.low).log10(),
        }
    }

    /// Some round numbers within the range, about as many as wanted.
    pub(super) fn ticks(&self, wanted: usize) -> Vec<Tick> {
        match self.scale {
            Scale::Linear => linear_ticks(self.low, self.high, wanted),
            Scale::Logarithmic => logarithmic_ticks(self.low, self.high, wanted),
        }
    }

    /// An end that misses a round number by a hair, as the last sample of a run does, is moved
    /// there.
    fn linear(low: f64, high: f64, margin: f64) -> Self {
        let magnitude = low.abs().max(high.abs());
        let span = high - low;
        // A range that rounding can no longer divide is shown as a constant.
        let pad = if span > 1e-12 * magnitude {
            margin * span
        } else if magnitude > 0.0 {
            0.1 * magnitude
        } else {
            1.0
        };
        let step = nice_step((span + 2.0 * pad) / 8.0);
        let near = |end: f64| {
            let round = (end / step).round() * step;
            if (round - end).abs() <= 0.002 * span { round } else { end }
        };
        Self { low: near(low - pad), high: near(high + pad), scale: Scale::Linear }
    }

    fn logarithmic(low: f64, high: f64) -> Self {
        let (low, high) = (decade(low.log10().floor()), decade(high.log10().ceil()));
        let high = if high > low { high } else { 10.0 * low };
        Self { low, high, scale: Scale::Logarithmic }
    }
}

fn decade(power: f64) -> f64 {
    10_f64.powf(power.clamp(-300.0, 300.0))
}

/// The step 1, 2, 2.5 or 5 times a power of ten next above the raw one.
fn nice_step(raw: f64) -> f64 {
    let unit = decade(raw.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0];
    unit * steps.into_iter().find(|step| *step * unit >= raw * (1.0 - 1e-9)).unwrap_or(10.0)
}

fn linear_ticks(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let step = nice_step((high - low) / wanted.max(1) as f64);
    let first = (low / step - 1e-9).ceil();
    let values = (0..=2 * wanted).map(|index| (first + index as f64) * step);
    let within = values.take_while(|value| *value <= high + 1e-9 * step);
    let ticks: Vec<Tick> =
        within.map(|value| Tick { value, label: linear_label(value, step) }).collect();
    // One mark alone gives no scale.
    if ticks.len() < 2 && wanted < 8 { linear_ticks(low, high, wanted + 1) } else { ticks }
}

/// A label with as many digits as distinguish one step from the next.
fn linear_label(value: f64, step: f64) -> String {
    if value.abs() < 0.5 * step {
        return "0".to_owned();
    }
    let power = |value: f64| value.abs().log10().floor() as i32;
    // A step of 2.5 has one digit more than its power of ten.
    let digits_of_step =
        power(step) - i32::from((step / decade(f64::from(power(step))) - 2.5).abs() < 0.01);
    if value.abs() < 1e6 && step >= 1e-4 {
        let decimals = usize::try_from(-digits_of_step).unwrap_or(0);
        return typeset_number(without_trailing_zeros(&format!("{value:.decimals$}")));
    }
    let digits = usize::try_from(power(value) - digits_of_step).unwrap_or(0);
    let scientific = format!("{value:.digits$e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    typeset_number(&format!("{}e{exponent}", without_trailing_zeros(mantissa)))
}

/// Whole decades, or every second, fifth and so on where there are many.
fn logarithmic_ticks(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let (first, last) = (low.log10().round() as i32, high.log10().round() as i32);
    let every = (usize::try_from(last - first).unwrap_or(1) / wanted.max(1)).max(1);
    (first..=last)
        .step_by(every)
        .map(|power| Tick { value: decade(f64::from(power)), label: decade_label(power) })
        .collect()
}

fn decade_label(power: i32) -> String {
    match power {
        -2..=3 => typeset_number(&format!("{}", decade(f64::from(power)))),
        _ => typeset_number(&format!("1e{power}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(low: f64, high: f64, wanted: usize) -> Vec<String> {
        linear_ticks(low, high, wanted).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(labels(0.0, 8.0, 8), ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!(labels(-0.3, 0.3, 6), ["−0.3", "−0.2", "−0.1", "0", "0.1", "0.2", "0.3"]);
        assert_eq!(labels(0.0, 1.0, 4), ["0", "0.25", "0.5", "0.75", "1"]);
        assert_eq!(
            labels(-500.0, 20_500.0, 5),
            ["0", "5000", "10\u{202f}000", "15\u{202f}000", "20\u{202f}000"]
        );
    }

    #[test]
    fn very_large_and_small_numbers_are_powers_of_ten() {
        assert_eq!(labels(0.0, 4e-9, 2).last().unwrap(), "4\u{202f}×\u{202f}10⁻⁹");
        assert_eq!(labels(0.0, 2e8, 2).last().unwrap(), "2\u{202f}×\u{202f}10⁸");
    }

    #[test]
    fn a_constant_has_a_margin_around_it() {
        let axis = Axis::around([5.0, 5.0].into_iter(), Scale::Linear, 0.05);
        assert_eq!(axis.fraction(5.0), 0.5);
        let axis = Axis::around(std::iter::empty(), Scale::Linear, 0.05);
        assert!(axis.low < axis.high);
    }

    #[test]
    fn a_logarithmic_axis_spans_whole_decades_and_ignores_what_has_no_logarithm() {
        let axis = Axis::around([0.0, -3.0, 0.02, 700.0].into_iter(), Scale::Logarithmic, 0.05);
        assert_eq!((axis.low, axis.high), (0.01, 1000.0));
        assert!((axis.fraction(0.1) - 0.2).abs() < 1e-12);
        let labels: Vec<_> = axis.ticks(6).into_iter().map(|tick| tick.label).collect();
        assert_eq!(labels, ["0.01", "0.1", "1", "10", "100", "1000"]);
    }

    proptest! {
        #[test]
        fn any_two_values_get_a_few_ticks_in_order_with_labels_that_differ(
            a in any::<f64>(), b in any::<f64>(), wanted in 2usize..10
        ) {
            let axis = Axis::around([a, b].into_iter(), Scale::Linear, 0.04);
            let ticks = axis.ticks(wanted);
            prop_assert!(ticks.len() >= 2 && ticks.len() <= 2 * wanted + 1, "{:?}", ticks);
            for pair in ticks.windows(2) {
                prop_assert!(pair[0].value < pair[1].value);
                prop_assert_ne!(&pair[0].label, &pair[1].label);
            }
            for tick in &ticks {
                let place = axis.fraction(tick.value);
                prop_assert!((-1e-6..1.0 + 1e-6).contains(&place), "{place}");
            }
        }
    }
}
