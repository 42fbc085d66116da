//! The papers' families, at sizes that the oracle can do, through all engines.

use crate::compare::{Count, Depth, compare};
use crate::parse;
use checker::families::{Property, Quicksort, Tn, Version};

#[track_caller]
fn agrees(text: &str, depth: Depth) {
    let mut count = Count::default();
    let difference = compare(&parse(text), &["main".to_owned()], depth, &mut count);
    assert_eq!(difference, Ok(()), "{text}");
}

#[test]
fn template_of_bebop() {
    (0..4).for_each(|levels| agrees(&Tn { levels }.to_string(), Depth::Full));
}

#[test]
fn quicksort() {
    let mut seen = 0;
    for version in [Version::Faulty, Version::Corrected, Version::Randomised] {
        for property in [Property::Termination, Property::Sorted] {
            let program = Quicksort::new(2, 2, version, property).expect("sizes that fit");
            agrees(&program.to_string(), Depth::Quick(seen));
            seen += 1;
        }
    }
}
