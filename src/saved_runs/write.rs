//! `--save`: every iteration of the loop in a folder of its own.
//!
//! `N/program.bp` is the boolean program, `N/predicates.txt` what it tracks, `N/trace.txt` the path to a violation that
//! it has, with the conditions that contradict each other marked; `precision.txt` has the predicates of the end, and
//! can be given back with `--predicates`; of a proof, `proof.txt` has the invariants. Where an execution could not be
//! reproduced, `N/not-reproduced.txt` has its inputs. `source.txt` says which source lines the labels of boolean
//! programs stand for: label, place and text, with tabs between. `saved.txt` says whose all that is: where it is
//! missing, nothing is written over.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use abstractor::precision::text;
use abstractor::{Abstraction, Step};
use semantics::InputSource;
use source::{Sources, regular_file};

use crate::output::note;
use crate::predicates;
use crate::report::check::invariants;
use crate::safe_files;
use verify::{Event, Session};

/// The file with the source lines of labels.
pub(crate) const SOURCE_LINES: &str = "source.txt";
/// The file with what a proof claims of functions and lines.
const PROOF: &str = "proof.txt";
/// The file that says what the others are.
const ABOUT: &str = "saved.txt";
const ABOUT_TEXT: &str = "\
Written by cegar check --save, which removes what it wrote here before it writes again.

N/program.bp      the boolean program of iteration N: cegar bp check N/program.bp --label ERROR
N/predicates.txt  the conditions that it tracks
N/trace.txt       the path to a violation that was looked at; * marks what cannot be true together
precision.txt     the conditions of the end, for cegar check --predicates
source.txt        the source lines that the labels of the boolean programs stand for
proof.txt         of a proof: what holds at which line

cegar inspect shows all this side by side.
";
/// Those of a whole run.
const FILES_OF_RUN: [&str; 4] = [ABOUT, SOURCE_LINES, "precision.txt", PROOF];
/// The last line of a path that no execution takes.
pub(crate) const EXCLUDED: &str =
    "The path cannot be taken: the conditions marked * contradict each other.";

pub(crate) struct Save<'s> {
    folder: PathBuf,
    sources: &'s Sources,
    /// The first problem was told; later ones would say the same.
    failed: bool,
}

/// Makes a folder ready to be written to, or says why it is not: others' files are not touched.
pub(crate) fn prepare(folder: &Path) -> Result<(), String> {
    let name = folder.display();
    if folder.is_file() {
        return Err(format!("{name} is a file: --save wants a folder"));
    }
    if let Some(path) = occupied(folder) {
        let path = path.display();
        return Err(format!(
            "{path} is not ours to write over: choose another folder for --save"
        ));
    }
    let made = std::fs::create_dir_all(folder)
        .and_then(|()| safe_files::write(&folder.join(ABOUT), ABOUT_TEXT.as_bytes()));
    made.map_err(|problem| format!("cannot write to {name}: {problem}"))?;
    forget_earlier_run(folder);
    Ok(())
}

/// A file, not ours, that is in the way.
fn occupied(folder: &Path) -> Option<PathBuf> {
    let about = regular_file::read(&folder.join(ABOUT)).unwrap_or_default();
    let first = |text: &'static str| text.lines().next().unwrap_or_default().as_bytes();
    if about.starts_with(first(ABOUT_TEXT)) {
        return None;
    }
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let names = entries.map(|entry| entry.file_name());
    let in_the_way = names.filter(|name| {
        let name = name.to_string_lossy();
        FILES_OF_RUN.contains(&&*name) || name.bytes().all(|b| b.is_ascii_digit())
    });
    in_the_way.min().map(|name| folder.join(name))
}

impl<'s> Save<'s> {
    /// In a folder that is ready.
    pub(crate) fn new(folder: &Path, sources: &'s Sources) -> Self {
        Save {
            folder: folder.to_owned(),
            sources,
            failed: false,
        }
    }

    /// Writes what there is to write of an event.
    pub(crate) fn see(&mut self, check: &Session, event: &Event<'_>) {
        let n = check.statistics.iterations.len();
        match event {
            Event::Abstracted(abstraction) => {
                let name = |file| format!("{n}/{file}");
                if n == 1 {
                    let lines = source_lines(check, self.sources, abstraction);
                    self.write(SOURCE_LINES, &lines);
                }
                self.write(&name("program.bp"), &program(abstraction));
                self.write(&name("predicates.txt"), &predicates::write(check));
            }
            Event::Trace(path) => {
                let text = trace(check, self.sources, path, &[]);
                self.write(&format!("{n}/trace.txt"), &text);
            }
            Event::Infeasible(path, core) => {
                let core: Vec<(usize, usize)> = core.iter().map(|c| (c.step, c.edge)).collect();
                let text = trace(check, self.sources, path, &core);
                self.write(&format!("{n}/trace.txt"), &text);
            }
            Event::NotReproduced(path, execution, why) => {
                let text = trace(check, self.sources, path, &[]);
                self.write(&format!("{n}/trace.txt"), &text);
                let text = not_reproduced(check, execution, why);
                self.write(&format!("{n}/not-reproduced.txt"), &text);
            }
            Event::Phase(_) => {}
        }
    }

    /// Writes what is known at the end. `told`: a proof is one, and not that there was nothing to prove.
    pub(crate) fn end(&mut self, check: &Session, told: bool) {
        self.write("precision.txt", &predicates::write(check));
        let proof = invariants::page(check, self.sources);
        if let Some(text) = proof.filter(|_| told) {
            self.write(PROOF, &text);
        }
    }

    fn write(&mut self, name: &str, text: &str) {
        let path = self.folder.join(name);
        let folder = path.parent().unwrap_or(&self.folder);
        let written = std::fs::create_dir_all(folder).and_then(|()| {
            let is_ours = folder == self.folder || safe_files::is_real_folder(folder);
            match is_ours {
                true => safe_files::write(&path, text.as_bytes()),
                false => Err(std::io::Error::other("its folder is a link")),
            }
        });
        if let Err(problem) = written
            && !std::mem::replace(&mut self.failed, true)
        {
            note(&format!(
                "error: cannot write {}: {problem}",
                path.display()
            ));
        }
    }
}

/// Removes what a run that was saved in the same folder left behind: it would look like a part of this one.
fn forget_earlier_run(folder: &Path) {
    let names = [
        "program.bp",
        "predicates.txt",
        "trace.txt",
        "not-reproduced.txt",
    ];
    // What cannot be removed is written over, or reported when that fails.
    let remove = |path: PathBuf| std::fs::remove_file(path).is_ok();
    remove(folder.join("precision.txt"));
    remove(folder.join(PROOF));
    for n in 1.. {
        let iteration = folder.join(n.to_string());
        if !safe_files::is_real_folder(&iteration) {
            break;
        }
        if names.map(|name| remove(iteration.join(name))) == [false; 4] {
            break;
        }
        let _ = std::fs::remove_dir(iteration);
    }
}

/// The source lines of every block that has a label.
fn source_lines(check: &Session, sources: &Sources, abstraction: &Abstraction) -> String {
    let mut out = String::new();
    for stmt in &abstraction.program.stmts {
        let step = stmt.origin.map(|o| abstraction.steps[o.0 as usize]);
        let (Some(label), Some(Step::Block(id) | Step::Pass(id) | Step::Call(id))) =
            (stmt.labels.first(), step)
        else {
            continue;
        };
        let label = abstraction.program.text(label.symbol);
        let block = &check.prepared.abstractor.blocks.blocks[id];
        let Some(cfg) = &check.prepared.program.funcs[block.func].body else {
            continue;
        };
        let mut last = None;
        for excerpt in block
            .edges
            .iter()
            .filter_map(|&e| sources.excerpt(cfg.edge(e).span))
        {
            let place = format!("{}:{}", excerpt.at.file, excerpt.at.line);
            if last.as_ref() != Some(&place) {
                // Writing to a string does not fail.
                let _ = writeln!(out, "{label}\t{place}\t{}", excerpt.line.trim());
            }
            last = Some(place);
        }
    }
    out
}

/// The inputs of an execution that the interpreter does not take, and why.
fn not_reproduced(check: &Session, execution: &refiner::Execution, why: &str) -> String {
    let program = &check.prepared.program;
    let mut out = format!("{why}\n\ninputs, in order:\n");
    for given in &execution.given {
        let asker = match given.by {
            InputSource::Variable(var) => format!("variable {}", program.vars[var].unique),
            InputSource::Edge(func, edge) => {
                let cfg = program.funcs[func].body.as_ref();
                let stmt = cfg.map_or(String::new(), |cfg| {
                    program.show_stmt(&cfg.edge(edge).stmt).to_string()
                });
                format!("{}: {stmt}", program.funcs[func].name)
            }
        };
        let value = given
            .value
            .map_or("-".into(), |value| format!("{value:#x}"));
        // Writing to a string does not fail.
        let _ = writeln!(out, "{asker}  {value}  {:x?}", given.contents);
    }
    out += "\nobjects from outside:\n";
    for (address, contents) in &execution.outside {
        let _ = writeln!(out, "{address:#x}  {contents:x?}");
    }
    out
}

/// The boolean program as `cegar bp check` takes it.
pub(crate) fn program(abstraction: &Abstraction) -> String {
    checker::bp::print(&abstraction.program)
}

/// The statements of a path, with what the trace says of the predicates. `core` marks conditions that contradict each
/// other.
pub(crate) fn trace(
    check: &Session,
    sources: &Sources,
    path: &refiner::Path,
    core: &[(usize, usize)],
) -> String {
    let mut out = String::new();
    for (n, step) in path.steps.iter().enumerate() {
        let block = &check.prepared.abstractor.blocks.blocks[step.block];
        let function = &check.prepared.program.funcs[block.func];
        let Some(cfg) = &function.body else { continue };
        for (e, &edge) in block.edges.iter().enumerate() {
            let edge = cfg.edge(edge);
            let at = sources.locate(edge.span);
            let at = at.map_or(String::new(), |at| format!("{}:{}", at.file, at.line));
            let mark = if core.contains(&(n, e)) { "*" } else { " " };
            let stmt = check.prepared.program.show_stmt(&edge.stmt);
            // Writing to a string does not fail.
            let _ = writeln!(out, "{mark} {at}  {}: {stmt}", function.name);
        }
        if !step.after.is_empty() {
            let one = |&(pred, sign): &abstractor::Literal| {
                let pred = check.precision.preds[pred].expr;
                let not = if sign { "" } else { "not " };
                let pred = text(&check.prepared.program, &check.prepared.facts.layout, pred);
                format!("{not}{pred}")
            };
            let values: Vec<String> = step.after.iter().map(one).collect();
            let _ = writeln!(out, "      [{}]", values.join(", "));
        }
    }
    if !core.is_empty() {
        out += EXCLUDED;
        out += "\n";
    }
    out
}
