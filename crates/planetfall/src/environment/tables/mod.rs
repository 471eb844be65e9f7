//! Numbers of the embedded atmospheres, each with its source.

mod mars_cospar;
mod mars_gram;
mod titan_gram;
mod us_1976;

pub(super) use mars_cospar::MARS_COSPAR;
pub(super) use mars_gram::MARS_GRAM;
pub(super) use titan_gram::TITAN_GRAM;
pub(super) use us_1976::US_1976_ABOVE_86_KM;
