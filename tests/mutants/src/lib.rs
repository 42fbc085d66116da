//! Mutations of the verifier: places where it can be broken on purpose, to see who notices.
//!
//! A mutation is a condition `mutants::is("its-name")` where the right thing is done otherwise. Its name says what is
//! broken and stands in `list.txt`. Without the feature `on` the condition is the constant `false`, and nothing of it is
//! left in the program. With it, the environment variable `CEGAR_MUTANT` chooses: names, with commas in between.
//! `run.py` beside this crate breaks one thing after another and counts what catches it (docs/trust.md).

/// Whether something is broken.
#[cfg(not(feature = "on"))]
#[inline(always)]
pub const fn is(_name: &'static str) -> bool {
    false
}

/// Whether something is broken.
#[cfg(feature = "on")]
pub fn is(name: &'static str) -> bool {
    static CHOSEN: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    let chosen = CHOSEN.get_or_init(|| {
        let names = std::env::var("CEGAR_MUTANT").unwrap_or_default();
        let names = names.split(',').map(str::trim).filter(|n| !n.is_empty());
        let names: Vec<String> = names.map(str::to_owned).collect();
        for name in &names {
            assert!(all().any(|n| n == name), "there is no mutation {name}");
        }
        names
    });
    chosen.iter().any(|chosen| chosen == name)
}

/// The names of all mutations.
pub fn all() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../list.txt").lines();
    let named = lines.filter(|line| !line.starts_with('#'));
    named.filter_map(|line| Some(line.split_once(": ")?.0))
}
