//! Lists of tasks: tables as text, with a first line that names the columns.
//!
//! | column | other names | meaning |
//! |---|---|---|
//! | `path` | `file`, `input`, `program` | the C file, or several with spaces between them, relative to the list |
//! | `rule` | `property`, `spec` | what to check: a rule, or a file relative to the list |
//! | `expected` | `expected_verdict`, `verdict`, `status` | `true` or `proved`, `false` or `bug`, or nothing |
//! | `bits` | `data_model`, `architecture` | `32` or `ILP32`, `64` or `LP64` |
//! | `entry` | `function` | where execution starts |
//! | `options` | `arguments`, `args` | more arguments of `cegar check`: those that say what the program means |
//!
//! Only the first is needed; what other columns say is passed over. Commas, semicolons or tabs separate the fields.

use std::path::Path;

use csv::StringRecord;

use super::super::task::Problem;
use super::file_names::{named, resolve};
use super::read;
use super::scope::Scope;
use super::unit::{Claim, TaskFilePosition, Unit, data_model, expected};

const PATH_TITLES: &[&str] = &["path", "file", "input", "program"];
const PROPERTY_TITLES: &[&str] = &["rule", "property", "spec"];
const EXPECTED_TITLES: &[&str] = &["expected", "expected_verdict", "verdict", "status"];
const DATA_MODEL_TITLES: &[&str] = &["bits", "data_model", "architecture"];
const ENTRY_TITLES: &[&str] = &["entry", "function"];
const OPTIONS_TITLES: &[&str] = &["options", "arguments", "args"];

/// The rows that can be used, and what is wrong with the others.
pub(super) fn read_list(scope: &Scope, path: &Path) -> (Vec<Unit>, Vec<Problem>) {
    let text = match read(path) {
        Ok(text) => text,
        Err(problem) => return (Vec::new(), vec![problem]),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let columns = match reader.headers() {
        Ok(header) => Columns::new(header),
        Err(error) => return (Vec::new(), vec![malformed(path, &error)]),
    };
    if columns.path.is_none() {
        let place = TaskFilePosition::line(path, 1);
        let reason = "no column of the first line is called path, file, input or program";
        return (Vec::new(), vec![place.problem(reason)]);
    }
    let (mut units, mut problems) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let read = record
            .map_err(|error| malformed(path, &error))
            .and_then(|record| columns.unit(scope, path, &record));
        match read {
            Ok(unit) => units.push(unit),
            Err(problem) => problems.push(problem),
        }
    }
    (units, problems)
}

/// What the first line is separated by.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.starts_with('#'));
    let found = |c: char| first.is_some_and(|line| line.contains(c));
    match () {
        () if found(',') => b',',
        () if found(';') => b';',
        () if found('\t') => b'\t',
        () => b',',
    }
}

fn malformed(path: &Path, error: &csv::Error) -> Problem {
    let place = match error.position() {
        Some(position) => TaskFilePosition::line(path, position.line() as u32),
        None => TaskFilePosition::file(path),
    };
    place.problem(format!("not a well-formed table: {error}"))
}

/// Which column says what.
struct Columns {
    count: usize,
    path: Option<usize>,
    property: Option<usize>,
    expected: Option<usize>,
    model: Option<usize>,
    entry: Option<usize>,
    options: Option<usize>,
}

impl Columns {
    fn new(header: &StringRecord) -> Columns {
        let names: Vec<String> = header
            .iter()
            .map(|name| name.to_ascii_lowercase().replace([' ', '-'], "_"))
            .collect();
        let find = |known: &[&str]| {
            let mut known = known.iter();
            known.find_map(|wanted| names.iter().position(|name| name == wanted))
        };
        Columns {
            count: names.len(),
            path: find(PATH_TITLES),
            property: find(PROPERTY_TITLES),
            expected: find(EXPECTED_TITLES),
            model: find(DATA_MODEL_TITLES),
            entry: find(ENTRY_TITLES),
            options: find(OPTIONS_TITLES),
        }
    }

    fn unit(&self, scope: &Scope, path: &Path, row: &StringRecord) -> Result<Unit, Problem> {
        let line = row.position().map_or(0, csv::Position::line) as u32;
        let place = TaskFilePosition::line(path, line);
        let wrong = |reason: String| place.problem(reason);
        if row.len() > self.count {
            return Err(wrong(format!(
                "{} fields, but the first line names {} columns",
                row.len(),
                self.count
            )));
        }
        let field = |column: Option<usize>| {
            let text = column.and_then(|column| row.get(column));
            text.filter(|text| !text.is_empty())
        };
        let files = field(self.path).ok_or_else(|| wrong("this line names no file".to_owned()))?;
        let data_model = match field(self.model) {
            None => None,
            Some(text) => Some(data_model(text).ok_or_else(|| {
                wrong(format!(
                    "the data model '{text}' is neither 32 or ILP32 nor 64 or LP64"
                ))
            })?),
        };
        let answer = field(self.expected).unwrap_or_default();
        let expected = expected(answer).ok_or_else(|| {
            wrong(format!(
                "the expected verdict '{answer}' is neither true or proved nor false or bug"
            ))
        })?;
        let property = field(self.property).map(|property| resolve(scope, path, property));
        let property = property.transpose().map_err(wrong)?;
        let claim = Claim {
            property,
            place: place.clone(),
            expected,
            violation: None,
        };
        let asked = claim.property.is_some() || claim.expected.is_some();
        Ok(Unit {
            files: listed(scope, path, files).map_err(wrong)?,
            data_model,
            entry: field(self.entry).map(str::to_owned),
            options: scope
                .options(tokens(field(self.options).unwrap_or_default()))
                .map_err(wrong)?,
            claims: asked.then_some(claim).into_iter().collect(),
            ..Unit::default()
        })
    }
}

/// One file, whose name may have spaces in it, or several.
fn listed(scope: &Scope, path: &Path, text: &str) -> Result<Vec<std::path::PathBuf>, String> {
    match named(scope, path, text) {
        Err(_) if text.contains(' ') => {
            let each = tokens(text)
                .into_iter()
                .map(|name| named(scope, path, &name));
            Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
        }
        found => found,
    }
}

fn tokens(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
