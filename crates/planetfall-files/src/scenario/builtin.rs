//! Scenarios that come with the binary.

/// A built-in scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInScenario {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// Files of the folder `scenarios`, for a module that lies as deep as this one.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$($crate::scenario::BuiltInScenario {
            name: $name,
            text: include_str!(concat!("../../../../scenarios/", $name, ".toml")),
        }),*]
    };
}

pub(crate) use embedded;

/// All built-in scenarios; the first is the showcase.
pub fn builtins() -> &'static [BuiltInScenario] {
    embedded![
        "traverse",
        "msl-incline-drop",
        "msl-incline-slide",
        "msl-gale-drop",
        "bounce",
        "curiosity-drive",
        "msl-edl",
        "msl-sky-crane",
        "msl-sky-crane-dem",
        "msl-sky-crane-gravity-error",
        "msl-sky-crane-engine-out",
        "msl-sky-crane-bridle-stuck",
        "msl-sky-crane-rock",
        "msl-sky-crane-threshold",
        "msl-sky-crane-velocity-bias",
        "curiosity-sky-crane",
        "lander-touchdown",
        "exomars-drop",
        "exomars-slope",
        "exomars-slope-mu02",
        "exomars-slope-mu01",
        "exomars-slope-mu01-double",
        "exomars-step",
        "incline-block",
        "incline-block-slide",
        "bouncing-ball",
        "box-stack",
        "rock-garden",
        "granular-bed",
        "curiosity-park",
        "mer-slope-up",
        "mer-slope-down",
        "mer-slope-cross",
        "mer-arc",
        "mer-turn-in-place",
        "stuck-wheel",
        "sandpit",
        "sandpit-stall",
        "rut-camera",
        "crawler",
        "closed-loop",
        "sky-crane-outside",
    ]
}

impl BuiltInScenario {
    /// Its title: that of its file, or of the one that it builds on. Nothing is built for it.
    #[must_use]
    pub fn title(&self) -> String {
        let Ok(file) = self.text.parse::<toml::Table>() else { return String::new() };
        let text = |key: &str| file.get(key).and_then(toml::Value::as_str);
        match (text("title"), text("extends").and_then(builtin)) {
            (Some(title), _) => title.to_owned(),
            (None, Some(base)) => base.title(),
            (None, None) => String::new(),
        }
    }
}

/// The built-in scenario of a name.
pub fn builtin(name: &str) -> Option<&'static BuiltInScenario> {
    builtins().iter().find(|scenario| scenario.name == name)
}
