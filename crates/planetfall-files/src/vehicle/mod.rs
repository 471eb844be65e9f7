//! Vehicle files: our TOML, URDF, and overlays that add to a URDF what it cannot say.
//!
//! ```text
//! TOML -> format::check -> parts -> mirrored sides -> draft ┐
//! URDF -> XML tree ------------------------------> draft ──┼-> assemble -> VehicleModel
//! overlay TOML, laid over the draft of its URDF ───────────┘
//! ```
//! All mistakes of a file are reported at once, each in the file and line where it stands.

mod assemble;
mod builtin;
mod carried;
mod contactor;
mod diagnostics;
mod draft;
mod inertia;
mod joint;
pub(crate) mod mesh;
mod mirror;
mod model;
mod order;
mod overlay;
mod part;
mod propulsion;
mod schema;
mod urdf;

pub use builtin::{BuiltInVehicle, builtin, builtins, flown};
pub use model::{
    ContactorModel, Drawing, DriveLayout, DriveWheel, Provenance, VehicleModel, Visual,
};
pub use schema::{OVERLAY, VEHICLE};

use crate::format::declare::Declared;
use crate::format::{self, Ink, Mistakes, Severity, Source};
use contactor::FileContext;
use diagnostics::{FileDiagnostics, FileId};
use draft::{Draft, DraftDrive};
use schema::{DriveWheelKeys, OverlayKeys, RootChoice, VehicleFileKeys};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A vehicle file before it is checked.
#[derive(Clone, Debug)]
pub struct VehicleFile {
    name: String,
    folder: Option<PathBuf>,
    source: Source,
}

impl VehicleFile {
    /// A file on disk, TOML or URDF; other files it names are relative to it.
    pub fn read(path: &Path) -> std::io::Result<Self> {
        let name = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        let folder = path.parent().map(Path::to_path_buf);
        Ok(Self { name, folder, source: Source::read(path)? })
    }

    /// A text under a name.
    pub fn from_text(name: &str, text: &str) -> Self {
        let ending = if is_xml(text) { "urdf" } else { "toml" };
        let source = Source::new(format!("{name}.{ending}"), text);
        Self { name: name.to_owned(), folder: None, source }
    }

    /// A built-in vehicle by its name, or a file by its path, relative to a folder if one is given.
    pub fn find(name_or_path: &str, folder: Option<&Path>) -> std::io::Result<Self> {
        match builtin(name_or_path) {
            Some(vehicle) => Ok(vehicle.file()),
            None => {
                Self::read(&folder.map_or(PathBuf::from(name_or_path), |f| f.join(name_or_path)))
            }
        }
    }

    /// The same with values set from the command line; they apply to TOML.
    #[must_use]
    pub fn with_overrides(mut self, settings: &[(String, String)]) -> Self {
        self.source = self.source.with_overrides(settings);
        self
    }

    /// The vehicle's name: the file's, without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Checks the file, and those it names, and builds the vehicle.
    pub fn load(&self, ink: Ink) -> Result<VehicleModel, Mistakes> {
        let mut diagnostics = FileDiagnostics::default();
        let draft = self.draft(&BTreeSet::new(), 0, &mut diagnostics);
        let model = draft.and_then(|draft| assemble::assemble(&draft, &mut diagnostics));
        match model {
            Some(mut model) if !diagnostics.has_errors() => {
                model.warnings = diagnostics.rendered(Severity::Warning, ink);
                Ok(model)
            }
            _ => Err(Mistakes::new(&diagnostics.rendered(Severity::Error, ink))),
        }
    }

    fn draft(
        &self,
        replaced: &BTreeSet<String>,
        depth: usize,
        diagnostics: &mut FileDiagnostics,
    ) -> Option<Draft> {
        let file = diagnostics.open(self.source.clone());
        let folder = self.folder.as_deref();
        if is_xml(self.source.text()) {
            let mut context = FileContext { file, folder, diagnostics };
            return urdf::draft(&self.name, &self.source, replaced, &mut context);
        }
        let is_overlay = overlay::is_overlay(self.source.text());
        let table = if is_overlay { &OVERLAY } else { &VEHICLE };
        let checked = format::check(&self.source, table);
        let sound = !checked.has_errors();
        diagnostics.add(file, checked.diagnostics);
        // What is wrong by itself would only breed further messages.
        if !sound {
            return None;
        }
        if !is_overlay {
            let root = VehicleFileKeys::of(&checked.value);
            return Some(toml_draft(&self.name, &root, FileContext { file, folder, diagnostics }));
        }
        let root = OverlayKeys::of(&checked.value);
        let mut draft = self.base(&root, file, depth, diagnostics)?;
        self.name.clone_into(&mut draft.name);
        overlay::lay_over(&mut draft, &root, &mut FileContext { file, folder, diagnostics });
        Some(draft)
    }

    /// The draft of an overlay's base.
    fn base(
        &self,
        root: &OverlayKeys,
        file: FileId,
        depth: usize,
        diagnostics: &mut FileDiagnostics,
    ) -> Option<Draft> {
        let (name, at) = (root.base.value(), file.at(root.base.place()));
        if depth > 4 {
            diagnostics.error(at, "too many overlays over each other: does one name itself?");
            return None;
        }
        match Self::find(name, self.folder.as_deref()) {
            Ok(base) => base.draft(&overlay::replaced(root), depth + 1, diagnostics),
            Err(error) => {
                diagnostics.error(at, format!("cannot read the base \"{name}\": {error}"));
                None
            }
        }
    }
}

fn toml_draft(name: &str, root: &VehicleFileKeys, mut context: FileContext<'_>) -> Draft {
    let mut draft = Draft::empty(name, root.title.value(), context.file.start());
    draft.free = root.root.value() == RootChoice::Free;
    draft.notes.push(part::note(&root.provenance, format!("vehicle `{name}`")));
    let parts = root.link.iter().map(|keys| part::part(keys, &mut context)).collect();
    let (parts, sides) = mirror::expand(parts, context.diagnostics);
    for part in parts {
        draft.links.push(part.link);
        draft.contactors.extend(part.contactors);
        draft.engines.extend(part.engines);
        draft.tanks.extend(part.tanks);
        draft.visuals.extend(part.visuals);
        draft.notes.extend(part.notes);
    }
    draft.put_supports_first();
    let drives = root.drive.iter().map(|keys| drive(keys, context.file));
    draft.drives = drives.flat_map(|drive| sides.drives(drive)).collect();
    draft
}

fn drive(keys: &DriveWheelKeys, file: FileId) -> DraftDrive {
    DraftDrive {
        at: file.at(keys.wheel.place()),
        wheel: keys.wheel.value().to_owned(),
        drive: keys.drive.given().map(str::to_owned),
        steer: keys.steer.given().map(str::to_owned),
        found: false,
    }
}

fn is_xml(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}
