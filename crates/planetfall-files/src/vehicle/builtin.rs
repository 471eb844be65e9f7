//! Vehicles that come with the binary.

use super::VehicleFile;

/// A built-in vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInVehicle {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

impl BuiltInVehicle {
    /// The file, ready to load.
    pub fn file(&self) -> VehicleFile {
        VehicleFile::from_text(self.name, self.text)
    }
}

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(BuiltInVehicle {
            name: $name,
            text: include_str!(concat!("../../../../scenarios/vehicles/", $name, ".toml")),
        }),*]
    };
}

/// All built-in vehicles that stand, land or drive.
pub fn builtins() -> &'static [BuiltInVehicle] {
    embedded![
        "crawler",
        "curiosity",
        "mer",
        "mer-dtm",
        "exomars",
        "exomars-siconos",
        "exomars-siconos-step",
        "exomars-3drov",
        "lander",
        "msl-rover",
        "msl-descent-stage",
    ]
}

/// Built-in vehicles that fly an entry, and the parts that they let go: none of them is made to stand or to drive.
pub fn flown() -> &'static [BuiltInVehicle] {
    embedded![
        "msl-descent-stage-rcs",
        "msl-backshell",
        "msl-heat-shield",
        "msl-balance-mass",
        "msl-parachute",
    ]
}

/// The built-in vehicle of a name.
pub fn builtin(name: &str) -> Option<&'static BuiltInVehicle> {
    builtins().iter().chain(flown()).find(|vehicle| vehicle.name == name)
}
