//! One folder of `tests/hostile/`: what its file `case` says, run and looked at.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{Checkout, SECRET, Told};

/// What a file `case` says.
#[derive(Default)]
struct Case {
    run: String,
    codes: Vec<i32>,
    says: Vec<String>,
    allowed: Vec<String>,
    kept: Vec<String>,
    lacks: Vec<(String, String)>,
    shows_secret: bool,
}

impl Case {
    fn read(checkout: &Checkout) -> Case {
        let mut case = Case::default();
        let text = fs::read_to_string(checkout.path("case")).expect("a case");
        fs::remove_file(checkout.path("case")).expect("ours");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (key, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.trim_start();
            let pair = |by: &str| value.split_once(by).expect("two parts");
            match key {
                "run" => case.run = value.to_owned(),
                "code" | "codes" => {
                    let codes = value.split(' ').map(|code| code.parse().expect("a number"));
                    case.codes = codes.collect();
                }
                "says" => case.says.push(value.to_owned()),
                "allowed" => case.allowed.push(format!("repository/{value}")),
                "kept" => case.kept.push(format!("repository/{value}")),
                "link" => checkout.link(pair(" ").0, pair(" ").1),
                "pipe" => checkout.pipe(value),
                "file" => {
                    let (name, text) = pair(" lacks ");
                    case.lacks.push((name.to_owned(), text.to_owned()));
                }
                "shows secret" => case.shows_secret = true,
                _ => panic!("what is '{line}'?"),
            }
        }
        case
    }
}

/// Runs a case in a copy of its folder.
pub(crate) fn run(folder: &Path, name: &str) -> Result<(), String> {
    let checkout = Checkout::new(name);
    checkout.copy(folder, "");
    let case = Case::read(&checkout);
    let before = checkout.files();
    let told = checkout.run(&case.run.split(' ').collect::<Vec<_>>());
    let after = checkout.files();
    answered(&told, &case)?;
    unchanged(&before, &after, &case)?;
    if !case.shows_secret {
        keeps_secrets(&checkout, &told)?;
    }
    for (file, text) in &case.lacks {
        let written =
            fs::read_to_string(checkout.path(file)).map_err(|e| format!("{file}: {e}"))?;
        if written.contains(text) {
            return Err(format!("{file} has '{text}'"));
        }
    }
    Ok(())
}

/// It ended as it should, and said what it should.
fn answered(told: &Told, case: &Case) -> Result<(), String> {
    let text = &told.text;
    let good = match &case.codes[..] {
        [] => told.code.is_some_and(|code| code != 6),
        codes => told.code.is_some_and(|code| codes.contains(&code)),
    };
    if !good {
        return Err(format!(
            "ended with {:?}, {:?}\n{text}",
            told.code, told.signal
        ));
    }
    if let Some(missing) = case.says.iter().find(|says| !text.contains(*says)) {
        return Err(format!("does not say '{missing}'\n{text}"));
    }
    let acts = |c: char| c.is_control() && c != '\n' && c != '\t';
    match text.chars().find(|&c| acts(c)) {
        Some(c) => Err(format!("prints {c:?}\n{text}")),
        None => Ok(()),
    }
}

/// Nothing was written, removed or made that was not to be.
fn unchanged(
    before: &BTreeMap<String, Vec<u8>>,
    after: &BTreeMap<String, Vec<u8>>,
    case: &Case,
) -> Result<(), String> {
    let is_allowed = |name: &String| {
        case.allowed
            .iter()
            .any(|allowed| name.starts_with(allowed.as_str()))
    };
    let is_kept = |name: &String| !is_allowed(name) || case.kept.contains(name);
    if let Some(new) = after
        .keys()
        .find(|name| !before.contains_key(*name) && is_kept(name))
    {
        return Err(format!("made {new}"));
    }
    let changed = before.iter().filter(|(name, _)| is_kept(name));
    let mut changed = changed.filter(|(name, text)| after.get(*name) != Some(text));
    changed
        .next()
        .map_or(Ok(()), |(name, _)| Err(format!("changed {name}")))
}

/// Neither what was printed nor what was written has something of the user's in it.
fn keeps_secrets(checkout: &Checkout, told: &Told) -> Result<(), String> {
    if told.text.contains(SECRET) {
        return Err(format!("tells the secret:\n{}", told.text));
    }
    let beside = checkout.here();
    let beside = beside.parent().expect("a folder");
    let mut waiting = vec![beside.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let kind = entry.file_type().expect("a kind");
            if kind.is_dir()
                && entry.path() != checkout.outside()
                && entry.path() != checkout.here()
            {
                waiting.push(entry.path());
            } else if kind.is_file() {
                let text = fs::read(entry.path()).unwrap_or_default();
                if String::from_utf8_lossy(&text).contains(SECRET) {
                    return Err(format!("writes the secret to {}", entry.path().display()));
                }
            }
        }
    }
    Ok(())
}
