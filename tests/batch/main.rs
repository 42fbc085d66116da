//! `cegar batch`: what users see of it, what it leaves behind, and what it does when things go wrong.

mod again;
mod inputs;
mod limits;
mod reports;
mod runs;
mod support;
