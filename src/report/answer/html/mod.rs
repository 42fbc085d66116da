//! html
use super::super::outcome::{Asked, Outcome};
pub(crate) fn html(_outcome: Outcome<'_>, _asked: &Asked) -> String {
    String::new()
}
