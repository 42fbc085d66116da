//! Boolean programs: the language, and every question one can ask of them.

pub mod bp;
pub mod families;
