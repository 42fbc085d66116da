//! The loop comes to an answer for every program that the front end accepts. It has no limit of its own: run it with
//! `-timeout=10 -rss_limit_mb=4000`, and look at slow inputs as at crashes.
#![no_main]

use frontend::property::{Property, compile_with_property};
use frontend::{Config, Input};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let input = Input::Text {
        name: "fuzzed.i".into(),
        text: text.to_vec(),
    };
    let compiled = compile_with_property(&[input], &Config::default(), &Property::default());
    if let Ok(checked) = compiled
        && checked.compiled.program.entry.is_some()
    {
        verify::check(&checked, &verify::Config::default(), &mut ());
    }
});
