//! Formats of reports, apart from what is said in them.

pub(crate) mod sarif;
