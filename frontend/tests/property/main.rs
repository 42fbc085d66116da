//! Properties woven into programs, against the interpreter.

mod built_in_rules;
mod errors;
mod events;
mod explore;
mod formulas;
mod hooks;
mod watched;

use explore::{Found, explore};
use frontend::property::{Checked, Property, compile_with_property};
use frontend::{Config, Input};

/// A specification as a property; its own errors are not expected.
fn spec(text: &str) -> Property {
    match Property::parse_spec("test.spec", text.as_bytes(), &mut |_| {
        Err(std::io::ErrorKind::NotFound.into())
    }) {
        Ok(property) => property,
        Err(failure) => panic!("{}", failure.diagnostics.render(&failure.sources)),
    }
}

fn weave(property: &Property, code: &str) -> Result<Checked, String> {
    let input = Input::Text {
        name: "test.c".into(),
        text: code.into(),
    };
    compile_with_property(&[input], &Config::default(), property)
        .map_err(|failure| failure.diagnostics.render(&failure.sources))
}

fn woven(property: &Property, code: &str) -> Checked {
    match weave(property, code) {
        Ok(checked) => checked,
        Err(text) => panic!("{text}"),
    }
}

/// The message of the violation that some small input leads to, or nothing.
fn verdict(property: &Property, code: &str) -> Option<String> {
    match explore(&woven(property, code), 100_000) {
        Found::Violation(message) => Some(message),
        Found::Nothing => None,
        other => panic!("{other:?}"),
    }
}
