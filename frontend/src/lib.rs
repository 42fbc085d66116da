//! C text becomes a typed, side-effect-free control-flow graph, with the property woven in.

pub mod entity;
pub mod ir;
pub mod source;
pub mod syntax;
pub mod types;
