//! One description of a solid, in the axes of the link that carries it.
//!
//! Contact detection, the soil's raster, cameras, `scene.json`, statics and the checks of files all
//! ask this type. What an algorithm works out from it beforehand has its own type, made from a
//! [`Shape`] in one place:
//!
//! | derived data | for | made by |
//! |---|---|---|
//! | [`crate::contact::geometry::CollisionShape`] | narrow and broad phase: corners, faces, bounding ball | `CollisionShape::new` |
//! | [`crate::contact::sample_point::SampleLocus`] | contact sample points of force laws | `sample_loci` |
//! | [`crate::ground::scm::RasterShape`] | lower envelope over the soil's grid: spokes of grousers, face normals | `RasterShape::new` |
//! | [`crate::imaging::Visual`] | rays of cameras: triangles in a hierarchy of boxes | `Visual::new` |
//!
//! A `match` on shapes has no wildcard arm, so that a new shape is answered everywhere or does not
//! compile; a question about one kind only is a method here.

use nalgebra::{Matrix3, Vector3};

/// A solid. Lengths in m; positions and axes are those of the link.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A point without size: a marker.
    Point {
        /// m
        point: Vector3<f64>,
    },
    /// A ball.
    Ball {
        /// m
        centre: Vector3<f64>,
        /// m
        radius: f64,
    },
    /// A box.
    Box {
        /// Its middle, m.
        centre: Vector3<f64>,
        /// Unit vectors along its sides, as columns.
        axes: Matrix3<f64>,
        /// Half its sides, m.
        half: Vector3<f64>,
    },
    /// A cylinder: a pad, a tank, a mast.
    Cylinder {
        /// Its middle, m.
        centre: Vector3<f64>,
        /// Unit vectors as columns, the third along the cylinder.
        axes: Matrix3<f64>,
        /// m
        radius: f64,
        /// m
        half_length: f64,
    },
    /// A wheel.
    Wheel(Wheel),
    /// A body with flat faces, convex or not.
    Mesh {
        /// Origin of the mesh's own axes, m.
        origin: Vector3<f64>,
        /// The mesh's own axes, unit vectors as columns.
        axes: Matrix3<f64>,
        /// Vertices in the mesh's own axes, m.
        vertices: Vec<Vector3<f64>>,
        /// Its faces by numbers of vertices, counter-clockwise seen from outside. Without any, the
        /// body is its vertices only.
        triangles: Vec<[u32; 3]>,
    },
}

/// A cylinder that rolls about its axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// m
    pub centre: Vector3<f64>,
    /// Unit vector of the axle.
    pub axis: Vector3<f64>,
    /// To the ground: with grousers, to their tips, m.
    pub radius: f64,
    /// m; zero makes it a disc.
    pub width: f64,
    /// Ribs across the rim.
    pub grousers: Option<Grousers>,
}

/// Plates across the rim of a wheel, as wide as the wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grousers {
    /// How many, evenly spaced.
    pub count: u32,
    /// Above the rim, m.
    pub height: f64,
    /// Along the rim, m.
    pub thickness: f64,
}

/// Width at which a wheel without any is drawn, as a share of its radius. Chosen.
const DRAWN_WIDTH_SHARE: f64 = 0.05;

impl Grousers {
    /// Thickness where nothing says otherwise, m. Chosen: sheet metal.
    pub const SHEET: f64 = 0.002;
}

impl Wheel {
    /// Radius of the rim, from which grousers stand out, m.
    pub fn rim(&self) -> f64 {
        self.radius - self.grousers.map_or(0.0, |grousers| grousers.height)
    }

    /// Width at which it is drawn, m: a disc would not be seen from its edge.
    pub fn drawn_width(&self) -> f64 {
        if self.width > 0.0 { self.width } else { DRAWN_WIDTH_SHARE * self.radius }
    }
}

impl Shape {
    /// A body with flat faces whose vertices are given in the link's axes, m.
    pub fn mesh(vertices: Vec<Vector3<f64>>, triangles: Vec<[u32; 3]>) -> Self {
        Self::Mesh { origin: Vector3::zeros(), axes: Matrix3::identity(), vertices, triangles }
    }

    /// The wheel, if it is one.
    #[inline]
    pub fn as_wheel(&self) -> Option<&Wheel> {
        match self {
            Self::Wheel(wheel) => Some(wheel),
            Self::Point { .. }
            | Self::Ball { .. }
            | Self::Box { .. }
            | Self::Cylinder { .. }
            | Self::Mesh { .. } => None,
        }
    }

    /// Whether it has no size.
    pub fn is_point(&self) -> bool {
        match self {
            Self::Point { .. } => true,
            Self::Ball { .. }
            | Self::Box { .. }
            | Self::Cylinder { .. }
            | Self::Wheel(_)
            | Self::Mesh { .. } => false,
        }
    }

    /// Radius of a ball, m.
    pub fn ball_radius(&self) -> Option<f64> {
        match self {
            Self::Ball { radius, .. } => Some(*radius),
            Self::Point { .. }
            | Self::Box { .. }
            | Self::Cylinder { .. }
            | Self::Wheel(_)
            | Self::Mesh { .. } => None,
        }
    }

    /// Its middle, or the origin of a mesh's own axes, m.
    pub fn centre(&self) -> &Vector3<f64> {
        match self {
            Self::Point { point: centre }
            | Self::Ball { centre, .. }
            | Self::Box { centre, .. }
            | Self::Cylinder { centre, .. }
            | Self::Wheel(Wheel { centre, .. })
            | Self::Mesh { origin: centre, .. } => centre,
        }
    }

    /// Whether the surface stays where it is while the solid turns about its own axis, so that
    /// turning alone brings no place of it nearer to anything: wheels roll, balls and cylinders
    /// too.
    #[inline]
    pub fn is_round(&self) -> bool {
        match self {
            Self::Ball { .. } | Self::Cylinder { .. } | Self::Wheel(_) => true,
            Self::Point { .. } | Self::Box { .. } | Self::Mesh { .. } => false,
        }
    }

    /// How fast it turns otherwise than about its axis of symmetry, rad/s: the part of a rate that
    /// moves its surface. `rotation` leads from the link's axes to those of the rate.
    #[inline]
    pub fn tilting(&self, rotation: &Matrix3<f64>, rate: &Vector3<f64>) -> f64 {
        match self {
            Self::Wheel(wheel) => rate.cross(&(rotation * wheel.axis)).norm(),
            Self::Cylinder { axes, .. } => rate.cross(&(rotation * axes.column(2))).norm(),
            Self::Ball { .. } => 0.0,
            Self::Point { .. } | Self::Box { .. } | Self::Mesh { .. } => rate.norm(),
        }
    }

    /// Vertices of a mesh in the link's axes, m; none of others.
    pub fn vertices(&self) -> impl Iterator<Item = Vector3<f64>> + '_ {
        let (origin, axes, vertices) = match self {
            Self::Mesh { origin, axes, vertices, .. } => (*origin, *axes, &vertices[..]),
            Self::Point { .. }
            | Self::Ball { .. }
            | Self::Box { .. }
            | Self::Cylinder { .. }
            | Self::Wheel(_) => (Vector3::zeros(), Matrix3::identity(), &[][..]),
        };
        vertices.iter().map(move |vertex| origin + axes * vertex)
    }

    /// How wide and how long its print on the ground can be, m; `marker` is that of a point.
    pub fn print(&self, marker: f64) -> [f64; 2] {
        match self {
            Self::Point { .. } => [marker; 2],
            Self::Wheel(Wheel { radius, width, .. }) => [*width, 2.0 * radius],
            Self::Ball { radius, .. } => [2.0 * radius; 2],
            Self::Box { half, .. } => [2.0 * half.norm(); 2],
            Self::Cylinder { radius, half_length, .. } => [2.0 * radius.hypot(*half_length); 2],
            Self::Mesh { .. } => {
                [bounds(self.vertices()).map_or(0.0, |(low, high)| (high - low).norm()); 2]
            }
        }
    }

    /// The narrowest that its print on soft ground can be where it stands as it is meant to, m: a wheel
    /// upright, anything else on its largest face; `marker` is the radius of a point.
    pub fn narrowest_print(&self, marker: f64) -> f64 {
        let middle = |sides: &Vector3<f64>| sides.sum() - sides.max() - sides.min();
        match self {
            Self::Point { .. } => 2.0 * marker,
            Self::Ball { radius, .. } | Self::Cylinder { radius, .. } => 2.0 * radius,
            Self::Wheel(Wheel { radius, width, .. }) => width.min(2.0 * radius),
            Self::Box { half, .. } => 2.0 * middle(half),
            Self::Mesh { .. } => {
                bounds(self.vertices()).map_or(0.0, |(low, high)| middle(&(high - low)))
            }
        }
    }

    /// The box around a mesh along the link's axes; `None` of a mesh without vertices, and every
    /// other shape as it is.
    pub fn boxed(&self) -> Option<Self> {
        match self {
            Self::Mesh { .. } => bounds(self.vertices()).map(|(low, high)| Self::Box {
                centre: 0.5 * (low + high),
                axes: Matrix3::identity(),
                half: 0.5 * (high - low),
            }),
            Self::Point { .. }
            | Self::Ball { .. }
            | Self::Box { .. }
            | Self::Cylinder { .. }
            | Self::Wheel(_) => Some(self.clone()),
        }
    }

    /// The mirror image in the plane y = 0 of the link.
    pub fn mirrored(&self) -> Self {
        match self {
            Self::Point { point } => Self::Point { point: flip(point) },
            Self::Ball { centre, radius } => Self::Ball { centre: flip(centre), radius: *radius },
            // Box and cylinder are their own images, so any one of their axes may be turned about
            // to keep the three right-handed.
            Self::Box { centre, axes, half } => {
                Self::Box { centre: flip(centre), axes: mirrored_axes(axes), half: *half }
            }
            Self::Cylinder { centre, axes, radius, half_length } => Self::Cylinder {
                centre: flip(centre),
                axes: mirrored_axes(axes),
                radius: *radius,
                half_length: *half_length,
            },
            Self::Wheel(wheel) => {
                let (centre, axis) = (flip(&wheel.centre), -flip(&wheel.axis));
                Self::Wheel(Wheel { centre, axis, ..*wheel })
            }
            Self::Mesh { origin, axes, vertices, triangles } => Self::Mesh {
                origin: flip(origin),
                axes: mirrored_axes(axes),
                vertices: vertices.iter().map(flip).collect(),
                // What was counter-clockwise is clockwise in the mirror.
                triangles: triangles.iter().map(|&[a, b, c]| [a, c, b]).collect(),
            },
        }
    }

    /// The same with grousers of another thickness, m, if it is a wheel that has some.
    #[must_use]
    pub fn with_grouser_thickness(mut self, thickness: f64) -> Self {
        match &mut self {
            Self::Wheel(Wheel { grousers, .. }) => {
                *grousers = grousers.map(|grousers| Grousers { thickness, ..grousers });
            }
            Self::Point { .. }
            | Self::Ball { .. }
            | Self::Box { .. }
            | Self::Cylinder { .. }
            | Self::Mesh { .. } => {}
        }
        self
    }
}

/// Corners of a box; bit 0 of a corner's number is its side along the first axis, and so on.
pub fn box_corners(
    centre: &Vector3<f64>,
    axes: &Matrix3<f64>,
    half: &Vector3<f64>,
) -> [Vector3<f64>; 8] {
    std::array::from_fn(|number| {
        let side = |axis: usize| if number >> axis & 1 == 1 { half[axis] } else { -half[axis] };
        centre + axes * Vector3::new(side(0), side(1), side(2))
    })
}

/// Lowest and highest corner of the upright box around points; none around none.
pub fn bounds(
    mut points: impl Iterator<Item = Vector3<f64>>,
) -> Option<(Vector3<f64>, Vector3<f64>)> {
    let first = points.next()?;
    Some(points.fold((first, first), |(low, high), point| (low.inf(&point), high.sup(&point))))
}

fn flip(v: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(v.x, -v.y, v.z)
}

/// M A M with M the mirror: right-handed axes stay right-handed.
fn mirrored_axes(axes: &Matrix3<f64>) -> Matrix3<f64> {
    let flipped = |column: usize| flip(&axes.column(column).into_owned());
    Matrix3::from_columns(&[flipped(0), -flipped(1), flipped(2)])
}

#[cfg(test)]
mod tests;
