//! What is read as a formula is printed in a form that is read as the same.
#![no_main]

use checker::ltl;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(formula) = ltl::parse(text) {
        let printed = formula.to_string();
        let again = ltl::parse(&printed).expect("what is printed is read");
        assert_eq!(again.to_string(), printed);
    }
});
