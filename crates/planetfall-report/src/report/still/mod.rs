//! Stills of the run, in three dimensions, as plain SVG: the ground's relief as shaded facets, the
//! vehicles' shapes, the cables between them and the trails of their centres of mass.
//!
//! The view is orthographic, so one scale holds all over the picture. Facets are drawn from the
//! farthest to the nearest (the painter's algorithm: Newell, Newell and Sancha, "A solution to the
//! hidden surface problem", ACM 1972, without its splitting of facets that pierce each other); each
//! is shaded by the cosine between its normal and the sun. Colours of the ground are left to the
//! page's style, by class, so that one drawing serves light and dark.

mod camera;
mod moment;
mod relief;
mod solid;

use std::fmt::Write;

use nalgebra::{Point3, Vector3};

use self::camera::Camera;
use self::moment::Moment;
use super::axis::{Axis, Scale};
use super::decimate::decimate;
use super::figure::Recorded;
use super::markup::escape;
use planetfall_files::quantity::column::Body;
use planetfall_files::quantity::{Quantity, significant, typeset_number};
use planetfall_files::run_folder::scene::Scene;

type Point = Point3<f64>;

/// A flat piece of a surface, seen from outside.
struct Facet {
    corners: Vec<Point>,
    paint: Paint,
    /// How far towards the camera it counts, m.
    depth: f64,
}

/// How a facet is filled.
enum Paint {
    /// A shade of the ground, from dark to bright.
    Ground(usize),
    /// Red, green and blue, shaded already.
    Solid([f64; 3]),
    /// A piece of a line of this class of the page's style, not filled.
    Line(&'static str),
}

/// The part of the world that is shown: around a point, so far in each direction.
struct ViewVolume {
    centre: Vector3<f64>,
    half: f64,
    /// Cells of the ground along each side, at most.
    cells: usize,
}

/// Shades of the ground that the style knows.
const SHADES: usize = 12;
const WIDTH: f64 = 760.0;
const TALLEST: f64 = 460.0;
const MARGIN: f64 = 10.0;
/// Points of a trail.
const POINTS: usize = 400;
/// Pieces of a cable, each of which is hidden by what is nearer.
const PIECES: usize = 16;
/// The window reaches no farther than this many times the vehicle's own size.
const REACH: f64 = 8.0;
/// Cells of the ground along each side of the first picture: enough to see rocks, few enough for a
/// page. The other pictures have half of them.
const MOST_CELLS: usize = 60;

/// The pictures: of the end, and of the last record before a cable is cut. Vehicles too far from each
/// other for one picture have one each. None where the scene has nothing to show or the history lacks
/// what poses it.
pub(super) fn still(recorded: &Recorded, scene: &Scene) -> Option<String> {
    let mut figures = String::new();
    for moment in moment::all(recorded, scene) {
        let companies = moment.companies();
        let apart = companies.len() > 1;
        for company in &companies {
            let cells = if figures.is_empty() { MOST_CELLS } else { MOST_CELLS / 2 };
            let Some(svg) = picture(recorded, scene, &moment, company, cells) else { continue };
            figures += &figure(&svg, scene, &moment, if apart { company } else { &[] });
        }
    }
    (!figures.is_empty()).then_some(figures)
}

fn figure(svg: &str, scene: &Scene, moment: &Moment, named: &[usize]) -> String {
    let time = typeset_number(&significant(moment.time_s, 6));
    let names = named.iter().filter_map(|vehicle| scene.vehicles.get(*vehicle));
    let names: Vec<String> = names.map(|vehicle| escape(&vehicle.name)).collect();
    let who = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    format!(
        "<figure>{svg}<figcaption><b>{}, t = {} s{who}.</b> <span>Seen from the south-west, {:.0}° above \
         the horizon, true to scale. Line: trail of the centre of mass.</span></figcaption></figure>",
        moment.words,
        escape(&time),
        Camera::from_south_west().elevation_deg()
    )
}

/// Some vehicles of a moment, with the ground, their trails and the cables between them.
fn picture(
    recorded: &Recorded,
    scene: &Scene,
    moment: &Moment,
    company: &[usize],
    cells: usize,
) -> Option<String> {
    let sun = Vector3::from(scene.sun_direction);
    let camera = Camera::from_south_west();
    let members = || company.iter().filter_map(|vehicle| moment.vehicles.get(*vehicle));
    let mut facets: Vec<Facet> =
        members().flat_map(|one| solid::facets(one.scene, &one.poses, &camera, &sun)).collect();
    let trails: Vec<Vec<Point>> =
        members().map(|one| trail(recorded, &one.scene.prefix, moment.row)).collect();
    let volume = volume(&facets, &trails, members().next()?.root, cells);
    if let Some(ground) = &scene.terrain {
        facets.extend(relief::facets(ground, &volume, &camera, &sun));
    }
    facets.extend(trails.iter().flat_map(|trail| pieces(trail, "trail", &volume, &camera)));
    let cables =
        moment.cables.iter().filter(|cable| cable.joins.iter().all(|v| company.contains(v)));
    facets.extend(cables.flat_map(|cable| pieces(&cable.line(), "cable", &volume, &camera)));
    facets.retain(|facet| facet.depth.is_finite());
    facets.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    let frame = Frame::around(&facets, &camera)?;
    Some(draw(&facets, &camera, &frame, moment.words))
}

/// The path of a vehicle's centre of mass up to a record, thinned along its length.
fn trail(recorded: &Recorded, prefix: &str, row: usize) -> Vec<Point> {
    let rows = 0..row + 1;
    let read = |quantity: Quantity| {
        let name = format!("{prefix}{}", quantity.name);
        recorded.history.read_column(&name, rows.clone()).map(|column| column.values)
    };
    let (Ok(x), Ok(y), Ok(z)) = (read(Body::COM_X), read(Body::COM_Y), read(Body::COM_Z)) else {
        return Vec::new();
    };
    // Thinned by rows: what lies between two drawn points is shorter than a pixel.
    let index: Vec<f64> = (0..x.len()).map(|row| row as f64).collect();
    let kept = decimate(&index, &z, POINTS).into_iter().flatten();
    kept.filter_map(|point| {
        let row = point[0] as usize;
        Some(Point::new(*x.get(row)?, *y.get(row)?, *z.get(row)?))
    })
    .collect()
}

/// The whole trail where it is not too long, else the place of the vehicle.
fn volume(facets: &[Facet], trails: &[Vec<Point>], root: Vector3<f64>, cells: usize) -> ViewVolume {
    let solid = || facets.iter().flat_map(|facet| &facet.corners);
    // Half of heights: what hangs high above another needs no wider ground.
    let away = |corner: &Point| {
        let away = corner.coords - root;
        away.xy().norm().max(0.5 * away.z.abs())
    };
    let size = solid().map(away).filter(|distance| distance.is_finite()).fold(0.1, f64::max);
    let (mut low, mut high) = (root, root);
    let corners = solid().chain(trails.iter().flatten());
    for corner in corners.filter(|corner| corner.iter().all(|x| x.is_finite())) {
        low = low.inf(&corner.coords);
        high = high.sup(&corner.coords);
    }
    let half = 0.5 * (high - low).xy().amax() + 0.6 * size;
    if half <= REACH * size {
        let middle = 0.5 * (low + high);
        let centre = Vector3::new(middle.x, middle.y, root.z);
        return ViewVolume { centre, half: half.max(1.6 * size), cells };
    }
    ViewVolume { centre: root, half: REACH * 0.5 * size, cells }
}

impl ViewVolume {
    fn holds(&self, point: &Point) -> bool {
        let away = point.coords - self.centre;
        away.x.abs() <= self.half && away.y.abs() <= self.half && away.z.abs() <= 2.0 * self.half
    }
}

/// From the camera's plane to the page.
struct Frame {
    left: f64,
    top: f64,
    per_metre: f64,
    height: f64,
}

impl Frame {
    fn around(facets: &[Facet], camera: &Camera) -> Option<Self> {
        let seen = facets.iter().flat_map(|facet| &facet.corners).map(|c| camera.project(c));
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in seen {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let [width, height] = [high[0] - low[0], high[1] - low[1]];
        if !(width > 0.0 && height > 0.0 && width.is_finite() && height.is_finite()) {
            return None;
        }
        let space = [WIDTH - 2.0 * MARGIN, TALLEST - 2.0 * MARGIN];
        let per_metre = (space[0] / width).min(space[1] / height);
        Some(Self {
            left: low[0] - 0.5 * (WIDTH / per_metre - width),
            top: high[1] + MARGIN / per_metre,
            per_metre,
            height: height * per_metre + 2.0 * MARGIN + 26.0,
        })
    }

    fn place(&self, seen: [f64; 2]) -> [f64; 2] {
        [(seen[0] - self.left) * self.per_metre, (self.top - seen[1]) * self.per_metre]
    }
}

fn draw(facets: &[Facet], camera: &Camera, frame: &Frame, words: &str) -> String {
    let mut svg = format!(
        "<svg class=\"still\" viewBox=\"0 0 {WIDTH} {:.0}\" role=\"img\" aria-label=\"{words}\">",
        frame.height
    );
    facets.iter().for_each(|facet| svg += &drawn_facet(facet, camera, frame));
    svg += &scale_bar(frame);
    svg += &compass(camera, frame);
    svg + "</svg>"
}

fn drawn_facet(facet: &Facet, camera: &Camera, frame: &Frame) -> String {
    let mut path = String::new();
    let mut last = [0.0, 0.0];
    for (index, corner) in facet.corners.iter().enumerate() {
        let place = frame.place(camera.project(corner)).map(|x| (10.0 * x).round() / 10.0);
        let letter = if index == 0 { 'M' } else { 'l' };
        let _ = write!(path, "{letter}{:.1} {:.1}", place[0] - last[0], place[1] - last[1]);
        last = place;
    }
    match facet.paint {
        Paint::Line(class) => format!("<path class=\"{class}\" d=\"{path}\"/>"),
        Paint::Ground(shade) => format!("<path class=\"g{shade}\" d=\"{path}z\"/>"),
        Paint::Solid(colour) => {
            let [r, g, b] = colour.map(|part| (255.0 * part.clamp(0.0, 1.0)).round() as u8);
            // The edge in the same colour closes the hair between neighbours.
            let colour = format!("#{r:02x}{g:02x}{b:02x}");
            format!(
                "<path fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\".4\" d=\"{path}z\"/>"
            )
        }
    }
}

/// A line in the window as short ones, each of which is hidden by what is nearer.
fn pieces(line: &[Point], class: &'static str, volume: &ViewVolume, camera: &Camera) -> Vec<Facet> {
    let pairs = line.iter().zip(line.iter().skip(1));
    let shown = pairs.filter(|(from, to)| volume.holds(from) && volume.holds(to));
    shown
        .map(|(from, to)| Facet {
            corners: vec![*from, *to],
            paint: Paint::Line(class),
            depth: camera.depth(&nalgebra::center(from, to)),
        })
        .collect()
}

/// A round length that takes about a fifth of the picture.
fn scale_bar(frame: &Frame) -> String {
    let axis = Axis { low: 0.0, high: 0.4 * WIDTH / frame.per_metre, scale: Scale::Linear };
    let ticks = axis.ticks(2);
    let Some(tick) = ticks.iter().find(|tick| tick.value > 0.0) else { return String::new() };
    let (x, y) = (MARGIN, frame.height - 10.0);
    let length = tick.value * frame.per_metre;
    format!(
        "<path class=\"scale\" d=\"M{x} {:.1}v6M{x} {y:.1}h{length:.1}m0 -6v6\"/>\
         <text x=\"{:.1}\" y=\"{y:.1}\">{} m</text>",
        y - 6.0,
        x + length + 7.0,
        tick.label
    )
}

/// Where north and east lie.
fn compass(camera: &Camera, frame: &Frame) -> String {
    const ARM: f64 = 24.0;
    let (x, y) = (WIDTH - 60.0, frame.height - 22.0);
    let origin = camera.project(&Point::origin());
    let mut svg = String::new();
    for (direction, name) in [(Vector3::x(), "E"), (Vector3::y(), "N"), (Vector3::z(), "up")] {
        let seen = camera.project(&Point::from(direction));
        let [dx, dy] = [ARM * (seen[0] - origin[0]), -ARM * (seen[1] - origin[1])];
        let _ = write!(
            svg,
            "<path class=\"arrow\" d=\"M{x} {y:.1}l{dx:.1} {dy:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>",
            x + 1.35 * dx,
            y + 1.35 * dy + 4.0
        );
    }
    svg
}

/// Brightness of a surface under the sun, from 0 to 1, with the light of the sky in its shadow.
fn brightness(normal: &Vector3<f64>, sun: &Vector3<f64>) -> f64 {
    const SKY: f64 = 0.38;
    SKY + (1.0 - SKY) * normal.dot(sun).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_a_short_trail_whole_and_of_a_long_one_the_end() {
        let corner = |x: f64| Point::new(x, 0.0, 0.0);
        let solid = |corners| Facet { corners, paint: Paint::Ground(0), depth: 0.0 };
        let root = Vector3::new(10.0, 0.0, 0.0);
        let facets = [solid(vec![corner(9.0), corner(11.0)])];
        let short = volume(&facets, &[vec![corner(6.0)]], root, 60);
        assert!(short.holds(&corner(6.0)) && short.holds(&corner(11.0)));
        let long = volume(&[solid(vec![corner(9.0)])], &[vec![corner(-1000.0)]], root, 60);
        assert!(long.holds(&corner(10.0)) && !long.holds(&corner(-1000.0)));
    }

    #[test]
    fn a_long_fall_leaves_the_window_where_the_vehicle_is() {
        let corner = |z: f64| Point::new(1.0, 0.0, z);
        let facets = [Facet { corners: vec![corner(0.5)], paint: Paint::Ground(0), depth: 0.0 }];
        let fallen = volume(&facets, &[vec![corner(100.0), corner(0.0)]], Vector3::zeros(), 60);
        assert!(fallen.holds(&corner(0.5)) && !fallen.holds(&corner(50.0)));
    }

    #[test]
    fn a_face_to_the_sun_is_fully_bright_and_one_in_shadow_is_not_black() {
        let sun = Vector3::new(0.0, 0.6, 0.8);
        assert!((brightness(&sun, &sun) - 1.0).abs() < 1e-12);
        assert!(brightness(&-sun, &sun) > 0.3);
    }
}
