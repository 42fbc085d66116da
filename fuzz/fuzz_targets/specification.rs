//! Specifications are read, or refused with a message.
#![no_main]

use std::io;

use frontend::property::Property;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let mut load = |_: &str| Err(io::ErrorKind::NotFound.into());
    if let Err(failure) = Property::parse_spec("fuzzed.spec", text, &mut load) {
        assert!(failure.diagnostics.has_errors());
    }
});
