//! Pictures of a run's cameras: made when a camera samples, and on disk before anyone is notified of it.

use nalgebra::{Matrix3, Rotation3, UnitQuaternion};
use planetfall::ground::scm::{Executor, Serial};
use planetfall::imaging::{Imager, Shot};
use planetfall::state::State;
use planetfall::vehicle::sensor::{Camera, Colours, Sensor};
use planetfall::world::World;
use planetfall_files::quantity::Quantity;
use planetfall_files::quantity::metric::CameraPictures;
use planetfall_files::records::{Put, RecordError, Take};
use planetfall_files::run_folder::images::{AlbumEntry, AlbumHead, AlbumWriter, Plate};
use planetfall_files::run_folder::{OutputFolder, RunFileError, content_error};
use planetfall_files::scenario::cameras;
use std::fmt;
use std::sync::Arc;

/// The cameras of a run.
pub(crate) struct Photographs<'a> {
    imager: Option<Imager<'a>>,
    executor: Arc<dyn Executor + Send>,
    /// One for each sensor that is a camera.
    albums: Vec<Option<Album>>,
    failed: Option<RunFileError>,
}

#[derive(Debug)]
struct Album {
    name: String,
    head: AlbumHead,
    writer: AlbumWriter,
    pictures: u64,
    last: Option<Measures>,
}

/// Numbers of the last sample.
#[derive(Clone, Copy, Debug)]
struct Measures {
    mean_level: f64,
    nearest_m: f64,
    farthest_m: f64,
}

impl<'a> Photographs<'a> {
    /// Makes the folders of all cameras.
    pub(crate) fn new(
        folder: &OutputFolder,
        world: &'a World,
        executor: Option<Arc<dyn Executor + Send>>,
    ) -> Result<Self, RunFileError> {
        let mut albums: Vec<Option<Album>> = world.sensors().iter().map(|_| None).collect();
        for (index, sensor, camera) in cameras(world) {
            let (name, head) = (sensor.name.clone(), head(world, sensor, camera));
            let writer = AlbumWriter::create(folder.path(), &head)?;
            albums[index] = Some(Album { name, head, writer, pictures: 0, last: None });
        }
        Ok(Self::of(world, executor, albums))
    }

    /// Puts down how far each camera is.
    pub(crate) fn save(&self, put: &mut Put) -> Result<(), RunFileError> {
        for album in self.albums.iter().flatten() {
            put.word(album.pictures);
            put.word(album.writer.bytes()?);
            put.count(usize::from(album.last.is_some()));
            let last = album.last.unwrap_or(Measures::NONE);
            [last.mean_level, last.nearest_m, last.farthest_m]
                .iter()
                .for_each(|one| put.real(*one));
        }
        Ok(())
    }

    /// Goes on from what was put down, with the folders that are there.
    pub(crate) fn resume(
        folder: &OutputFolder,
        world: &'a World,
        executor: Option<Arc<dyn Executor + Send>>,
        take: &mut Take<'_>,
    ) -> Result<Self, RunFileError> {
        let mut albums: Vec<Option<Album>> = world.sensors().iter().map(|_| None).collect();
        for (index, sensor, camera) in cameras(world) {
            let (name, head) = (sensor.name.clone(), head(world, sensor, camera));
            let damaged = |error: RecordError| content_error(folder.path(), error);
            let (pictures, bytes) = (take.word().map_err(damaged)?, take.word().map_err(damaged)?);
            let any = take.count().map_err(damaged)? != 0;
            let mut numbers = [0.0; 3];
            take.reals(&mut numbers).map_err(damaged)?;
            let [mean_level, nearest_m, farthest_m] = numbers;
            let last = any.then_some(Measures { mean_level, nearest_m, farthest_m });
            let writer = AlbumWriter::resume(folder.path(), &head, bytes)?;
            albums[index] = Some(Album { name, head, writer, pictures, last });
        }
        Ok(Self::of(world, executor, albums))
    }

    fn of(
        world: &'a World,
        executor: Option<Arc<dyn Executor + Send>>,
        albums: Vec<Option<Album>>,
    ) -> Self {
        Self {
            imager: world.is_pictured().then(|| Imager::new(world)),
            executor: executor.unwrap_or_else(|| Arc::new(Serial)),
            albums,
            failed: None,
        }
    }

    /// Makes and keeps what a camera sees.
    pub(crate) fn see(&mut self, state: &State, sensor: usize) {
        let (Some(imager), Some(Some(album))) = (&self.imager, self.albums.get_mut(sensor)) else {
            return;
        };
        if self.failed.is_some() {
            return;
        }
        if let Some(shot) = imager.shot(state, sensor, &*self.executor) {
            self.failed = album.keep(&shot).err();
        }
    }

    /// Whether something could not be written.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Metrics of all cameras.
    ///
    /// # Errors
    /// If something could not be written.
    pub(crate) fn finish(self) -> Result<Vec<(String, f64)>, RunFileError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.metrics()),
        }
    }

    /// Metrics of all cameras so far.
    pub(crate) fn metrics(&self) -> Vec<(String, f64)> {
        self.albums.iter().flatten().flat_map(Album::metrics).collect()
    }
}

impl fmt::Debug for Photographs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Photographs").field("albums", &self.albums).finish_non_exhaustive()
    }
}

impl Album {
    fn keep(&mut self, shot: &Shot) -> Result<(), RunFileError> {
        for (name, picture) in self.head.pictures(shot.number).iter().zip(&shot.pictures) {
            let (width, height) = (picture.width, picture.height);
            self.writer.picture(name, &Plate { width, height, levels: &picture.levels })?;
        }
        if let Some(depths) = &shot.depth {
            self.writer.depths(shot.number, self.head.width_px, depths)?;
        }
        self.writer.add(&AlbumEntry {
            number: shot.number,
            time_s: shot.time.seconds(),
            position_m: shot.eyes.first().copied().unwrap_or_default().into(),
            rotation_wxyz: quaternion(&shot.site_from_optical),
        })?;
        self.pictures += 1;
        self.last = Some(Measures::of(shot));
        Ok(())
    }

    fn metrics(&self) -> Vec<(String, f64)> {
        let name = |quantity: Quantity| quantity.of(&self.name);
        let last = |of: fn(&Measures) -> f64| self.last.as_ref().map_or(f64::NAN, of);
        let mut all = vec![(name(CameraPictures::COUNT), self.pictures as f64)];
        if self.head.colours.is_some() {
            all.push((
                name(CameraPictures::FINAL_MEAN_LEVEL),
                last(|measures| measures.mean_level),
            ));
        }
        if self.head.depth {
            all.push((name(CameraPictures::FINAL_NEAREST), last(|measures| measures.nearest_m)));
            all.push((name(CameraPictures::FINAL_FARTHEST), last(|measures| measures.farthest_m)));
        }
        all
    }
}

impl Measures {
    const NONE: Self = Self { mean_level: f64::NAN, nearest_m: f64::NAN, farthest_m: f64::NAN };

    fn of(shot: &Shot) -> Self {
        let levels = shot.pictures.first().map_or(&[][..], |picture| &picture.levels);
        let sum: u64 = levels.iter().map(|level| u64::from(*level)).sum();
        let depths = shot.depth.iter().flatten().filter(|depth| **depth > 0.0);
        let (nearest, farthest) = depths.fold((f32::INFINITY, f32::NAN), |(low, high), depth| {
            (low.min(*depth), high.max(*depth))
        });
        let known = if farthest.is_nan() { f64::NAN } else { f64::from(nearest) };
        Self {
            mean_level: sum as f64 / levels.len() as f64,
            nearest_m: known,
            farthest_m: f64::from(farthest),
        }
    }
}

fn head(world: &World, sensor: &Sensor, camera: &Camera) -> AlbumHead {
    let vehicle = &world.vehicles()[sensor.vehicle];
    let (lens, distortion) = (&camera.lens, camera.lens.distortion());
    let ([k1, k2, k3], [p1, p2]) = (distortion.radial, distortion.tangential);
    let (f, centre) = (lens.focal(), lens.centre());
    let word = |colours: Colours| match colours {
        Colours::Grey => "grey".to_owned(),
        Colours::Rgb => "rgb".to_owned(),
    };
    AlbumHead {
        format: AlbumHead::FORMAT,
        name: sensor.name.clone(),
        vehicle: vehicle.name.clone(),
        link: vehicle.tree.links()[camera.link].name.clone(),
        width_px: lens.size().0,
        height_px: lens.size().1,
        camera_matrix: [[f, 0.0, centre.x], [0.0, f, centre.y], [0.0, 0.0, 1.0]],
        distortion_k1_k2_p1_p2_k3: [k1, k2, p1, p2, k3],
        baseline_m: camera.baseline,
        link_position_m: camera.eye(0).into(),
        link_rotation_wxyz: quaternion(&camera.link_from_optical()),
        period_s: sensor.period.seconds(),
        colours: camera.picture.map(word),
        depth: camera.depth,
        max_range_m: camera.reach,
    }
}

fn quaternion(rotation: &Matrix3<f64>) -> [f64; 4] {
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*rotation));
    [turn.w, turn.i, turn.j, turn.k]
}
