//! What is read as a boolean program is printed in a form that is read as the same.
#![no_main]

use checker::bp;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(program) = bp::parse(text) {
        let printed = program.to_string();
        let again = bp::parse(&printed).expect("what is printed is read");
        assert_eq!(again.to_string(), printed);
    }
});
