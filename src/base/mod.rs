//! Floor 0: what every floor may use: limits, numbers, findings, files, cancel, progress, text.
//! It knows no word of the trade: no mesh, no package, no bone.

pub mod cancel;
pub mod digest;
pub mod files;
pub mod findings;
pub mod limits;
pub mod memory;
pub mod numbers;
pub mod progress;
pub mod refusal;
pub mod text;
