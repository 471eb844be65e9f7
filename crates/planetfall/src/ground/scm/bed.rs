//! The constant part of soft ground: terrain, grid of nodes, soils and where they lie.

use super::Node;
use super::parameters::{ScmVariant, Soil, SoilError};
use super::strata::Strata;
use super::tile::{NODES, Tile};
use crate::math::real;
use crate::terrain::Terrain;
use std::sync::Arc;

/// Soil over a terrain.
#[derive(Clone, Debug)]
pub struct SoilBed {
    terrain: Arc<dyn Terrain>,
    strata: Arc<dyn Strata>,
    soils: Vec<Soil>,
    /// What is computed from each soil once.
    derived: Vec<Derived>,
    spacing: f64,
    recipe: ScmVariant,
}

/// Numbers that follow from a soil and the spacing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Derived {
    /// tan φ.
    pub(super) friction: f64,
    /// Greatest difference of height between neighbours and diagonal neighbours, units.
    pub(super) repose: [i64; 2],
    /// What undisturbed soil stands in addition, units.
    pub(super) standing: i64,
}

/// A bed that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BedError {
    /// No soil was given.
    #[error("a soil bed needs at least one soil")]
    NoSoil,
    /// More soils than can be distinguished.
    #[error("a soil bed can have at most {most} soils, not {found}")]
    TooManySoils {
        /// Given.
        found: usize,
        /// Allowed.
        most: usize,
    },
    /// The spacing is no length.
    #[error("the spacing of soil nodes is {0} m, but must be from 0.0001 m to 10 m")]
    Spacing(f64),
    /// A soil has a number that none has.
    #[error("soil {index}: {error}")]
    Soil {
        /// Which soil.
        index: usize,
        /// What is wrong.
        error: SoilError,
    },
    /// Soil that would have to lie on several surfaces at once.
    #[error(
        "soil cannot lie on ground with overhangs: some of its triangles face down or lie under others, \
         and soil knows one height at a place. Cut them off, or take another ground"
    )]
    Overhangs,
    /// The centrality exponent is no number of use.
    #[error("the centrality exponent is {0}, but must be from 0 to 4")]
    Centrality(f64),
    /// What may be touched would not fit.
    #[error(
        "soil nodes every {spacing} m over {width} m by {length} m would need {needed_mb:.0} MB if \
         all were touched, more than the {allowed_mb:.0} MB allowed: take a spacing of at least \
         {suggested:.4} m or a smaller patch"
    )]
    Memory {
        /// m
        spacing: f64,
        /// East to west, m.
        width: f64,
        /// South to north, m.
        length: f64,
        /// 10⁶ bytes.
        needed_mb: f64,
        /// 10⁶ bytes.
        allowed_mb: f64,
        /// m
        suggested: f64,
    },
    /// A body would cover too many nodes.
    #[error(
        "soil nodes every {spacing} m are {nodes:.0} under a body of {width} m by {length} m, more \
         than the {most} that can be evaluated: take a spacing of at least {suggested:.4} m"
    )]
    Print {
        /// m
        spacing: f64,
        /// m
        width: f64,
        /// m
        length: f64,
        /// How many.
        nodes: f64,
        /// Allowed.
        most: i64,
        /// m
        suggested: f64,
    },
}

impl SoilBed {
    /// Soils over a terrain with nodes every `spacing` metres, where and as deep as `strata` says.
    pub fn new(
        terrain: Arc<dyn Terrain>,
        spacing: f64,
        soils: Vec<Soil>,
        strata: Arc<dyn Strata>,
        recipe: ScmVariant,
    ) -> Result<Self, BedError> {
        if !(1e-4..=10.0).contains(&spacing) {
            return Err(BedError::Spacing(spacing));
        }
        if terrain.overhangs() {
            return Err(BedError::Overhangs);
        }
        let most = usize::from(super::tile::ROCK);
        match soils.len() {
            0 => return Err(BedError::NoSoil),
            found if found > most => return Err(BedError::TooManySoils { found, most }),
            _ => {}
        }
        if !(0.0..=4.0).contains(&recipe.centrality_exponent) {
            return Err(BedError::Centrality(recipe.centrality_exponent));
        }
        for (index, soil) in soils.iter().enumerate() {
            soil.checked().map_err(|error| BedError::Soil { index, error })?;
        }
        let derived = soils.iter().map(|soil| Derived::new(soil, spacing, &recipe)).collect();
        Ok(Self { terrain, strata, soils, derived, spacing, recipe })
    }

    /// Refuses a bed whose memory would exceed `allowed` bytes if a patch (m) of it were touched
    /// everywhere.
    pub fn fits(&self, width: f64, length: f64, allowed: f64) -> Result<(), BedError> {
        let needed = Self::bytes(self.spacing, width, length);
        if needed <= allowed {
            return Ok(());
        }
        Err(BedError::Memory {
            spacing: self.spacing,
            width,
            length,
            needed_mb: needed * 1e-6,
            allowed_mb: allowed * 1e-6,
            // Rounded up to what is printed, so that it is enough.
            suggested: (1e4 * self.spacing * (needed / allowed).sqrt()).ceil() * 1e-4,
        })
    }

    /// Refuses a bed on which a body of so many metres would cover more nodes than can be evaluated.
    pub fn holds(&self, width: f64, length: f64) -> Result<(), BedError> {
        let nodes = (width / self.spacing + 1.0) * (length / self.spacing + 1.0);
        if nodes <= super::window::NODE_LIMIT as f64 {
            return Ok(());
        }
        let least = (width * length / super::window::NODE_LIMIT as f64).sqrt();
        Err(BedError::Print {
            spacing: self.spacing,
            width,
            length,
            nodes,
            most: super::window::NODE_LIMIT,
            // Above what is just enough, and of as many digits as are printed.
            suggested: (1e4 * least + 0.1).ceil() * 1e-4,
        })
    }

    /// What to say where k_c/b* + k_φ was not positive, `somewhere` in words.
    pub fn softened(&self, somewhere: &str) -> String {
        let least = |soil: &Soil| -soil.cohesive / soil.frictional;
        let least = self.soils.iter().map(least).fold(0.0, f64::max);
        format!(
            "the soil's stiffness k_c/b* + k_phi was not positive {somewhere} and was taken as a \
             thousandth of k_phi there. A negative cohesive_modulus_n_per_m_n1 holds for footprints \
             wider than the plates it was measured with: here b* must exceed -k_c/k_phi = {least:.4} \
             m. Take numbers measured with smaller plates."
        )
    }

    /// Memory in bytes of a patch (m) that was touched everywhere.
    pub fn bytes(spacing: f64, width: f64, length: f64) -> f64 {
        let nodes = (width / spacing).ceil() * (length / spacing).ceil();
        nodes * (size_of::<Tile>() as f64 / NODES as f64)
    }

    /// The ground as it was found.
    pub fn terrain(&self) -> &dyn Terrain {
        &*self.terrain
    }

    /// Which soil lies where.
    pub fn strata(&self) -> &dyn Strata {
        &*self.strata
    }

    /// Its soils.
    pub fn soils(&self) -> &[Soil] {
        &self.soils
    }

    /// From node to node, m.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// The variant of the model.
    pub fn recipe(&self) -> &ScmVariant {
        &self.recipe
    }

    /// Where a node is, m.
    #[inline]
    pub fn place(&self, node: Node) -> (f64, f64) {
        (f64::from(node.column) * self.spacing, f64::from(node.row) * self.spacing)
    }

    /// The node nearest to a place (m), or `None` where rows and columns can no longer be counted.
    pub fn nearest(&self, x: f64, y: f64) -> Option<Node> {
        let count = |value: f64| {
            let number = (value / self.spacing).round();
            (number.abs() < INDEX_LIMIT).then_some(number as i32)
        };
        Some(Node::new(count(y)?, count(x)?))
    }

    #[inline]
    pub(super) fn soil(&self, code: u16) -> Option<(&Soil, &Derived)> {
        self.soils.get(usize::from(code)).zip(self.derived.get(usize::from(code)))
    }
}

impl Derived {
    fn new(soil: &Soil, spacing: f64, recipe: &ScmVariant) -> Self {
        let step = spacing * real::tan(soil.repose_angle);
        let units = |height: f64| (height / super::UNIT) as i64;
        let standing = if recipe.standing_step { soil.standing_height().min(1e3) } else { 0.0 };
        Self {
            friction: real::tan(soil.friction_angle),
            repose: [units(step), units(step * std::f64::consts::SQRT_2)],
            standing: units(standing),
        }
    }
}

/// Rows and columns are counted up to here: below 2³¹, with space for sums of two.
pub(super) const INDEX_LIMIT: f64 = 1e9;
