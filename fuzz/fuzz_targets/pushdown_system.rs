//! No text is too odd for the readers of pushdown systems, of sets of configurations and of automata.
#![no_main]

use checker::pds;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut system = pds::read(text).map(|file| file.system).unwrap_or_default();
    let _ = pds::parse_pattern(text, &system);
    let _ = pds::read_automata(&[text], &mut system);
});
