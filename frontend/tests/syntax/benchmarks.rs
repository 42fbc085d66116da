//! The benchmark files, compared with gcc, damaged, and timed. They lie outside of the repository
//! and take minutes: `cargo test -p frontend --test syntax --release -- --ignored`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::hostile::fuzz;
use crate::tools::{gcc, has_gcc, note, parse, same_object};

/// The benchmark files with the gcc flag for their data model; empty if they are not there.
fn benchmarks() -> Vec<(PathBuf, &'static str)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/benchmarks");
    let mut found = Vec::new();
    for (folder, model_column) in [("svcomp", Some(2)), ("linux-rules", None)] {
        let Ok(table) = std::fs::read_to_string(root.join(folder).join("tasks.csv")) else {
            note("the benchmarks are not here: nothing is tested");
            return Vec::new();
        };
        for row in table.lines().skip(1) {
            let columns: Vec<&str> = row.split(',').collect();
            let is_64 = model_column.is_some_and(|column| columns.get(column) == Some(&"64"));
            let model = if is_64 { "-m64" } else { "-m32" };
            found.push((root.join(folder).join(columns[0]), model));
        }
    }
    found
}

fn text_of(file: &Path, model: &str) -> Vec<u8> {
    if file.extension().is_some_and(|extension| extension == "i") {
        return std::fs::read(file).expect("readable");
    }
    gcc(
        &["-E", model, file.to_str().expect("a plain name")],
        &std::env::temp_dir(),
    )
    .stdout
}

#[test]
#[ignore = "minutes"]
fn benchmarks_reprint_to_the_same_code() {
    if !has_gcc() {
        return;
    }
    for (file, model) in benchmarks() {
        let name = file.display().to_string();
        let text = text_of(&file, model);
        let outcome = parse(&name, &text);
        assert!(
            !outcome.parsed.diagnostics.has_errors(),
            "{}",
            outcome.messages()
        );
        if let Err(difference) = same_object(&text, outcome.printed().as_bytes(), model) {
            panic!("{name}: {difference}");
        }
    }
}

#[test]
#[ignore = "minutes"]
fn damaged_benchmarks_do_not_upset_the_parser() {
    if !has_gcc() {
        return;
    }
    let files = benchmarks().into_iter();
    let corpus: Vec<_> = files
        .map(|(file, model)| (file.display().to_string(), text_of(&file, model)))
        .collect();
    if !corpus.is_empty() {
        fuzz(&corpus, 3_000, 0xbeef);
    }
}

/// Cost grows with size and not faster: the same text ten times over takes about ten times.
#[test]
#[ignore = "measures time"]
fn cost_is_linear() {
    let Some((file, model)) = benchmarks()
        .into_iter()
        .max_by_key(|(file, _)| std::fs::metadata(file).map_or(0, |found| found.len()))
    else {
        return;
    };
    let text = text_of(&file, model);
    let once = fastest(&text);
    let ten = fastest(&text.repeat(10));
    note(&format!(
        "{} bytes: {once:?}; ten times that: {ten:?}",
        text.len()
    ));
    assert!(ten < once * 20, "{once:?} grows to {ten:?}");
}

fn fastest(text: &[u8]) -> Duration {
    let time = || {
        let start = Instant::now();
        parse("timed.i", text);
        start.elapsed()
    };
    (0..3).map(|_| time()).min().unwrap_or_default()
}
