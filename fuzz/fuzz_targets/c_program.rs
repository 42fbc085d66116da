//! C text is lowered to a program that keeps the invariants of the IR, or refused with a message.
#![no_main]

use frontend::{Config, Input, compile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let input = Input::Text {
        name: "fuzzed.i".into(),
        text: text.to_vec(),
    };
    match compile(&[input], &Config::default()) {
        Ok(compiled) => compiled.program.verify().expect("lowering keeps the invariants"),
        Err(failure) => assert!(failure.diagnostics.has_errors()),
    }
});
