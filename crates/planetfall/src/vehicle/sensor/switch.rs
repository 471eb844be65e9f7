//! A switch that closes while a contactor carries load.

/// A touchdown switch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchSwitch {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Normal force from which it is closed, N.
    pub threshold: f64,
}

/// Name and meaning of its channel.
pub(super) const CHANNELS: [(&str, &str); 1] = [("closed", "1 while the contactor carries load")];

impl TouchSwitch {
    /// 1 if it is closed under a load, else 0.
    pub fn sample(&self, load: f64) -> f64 {
        f64::from(u8::from(load >= self.threshold))
    }
}
