//! What is read as a formula of branching time is printed in a form that is read as the same.
#![no_main]

use checker::ctl;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(formula) = ctl::parse(text) {
        let printed = formula.to_string();
        let again = ctl::parse(&printed).expect("what is printed is read");
        assert_eq!(again.to_string(), printed);
    }
});
