//! `--save`: every iteration of the loop in a folder of its own.
//!
//! `N/program.bp` is the boolean program, `N/predicates.txt` what it tracks, `N/trace.txt` the path to a violation that
//! it has, with the conditions that contradict each other marked; `precision.txt` has the predicates of the end, and
//! can be given back with `--predicates`. Where an execution could not be reproduced, `N/not-reproduced.txt` has its
//! inputs.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use abstractor::Abstraction;
use frontend::source::Sources;
use semantics::Asker;

use crate::check::{Check, Event};
use crate::output::note;
use crate::predicates;

pub(crate) struct Save<'s> {
    folder: PathBuf,
    sources: &'s Sources,
    /// The first problem was told; later ones would say the same.
    failed: bool,
}

impl<'s> Save<'s> {
    pub(crate) fn new(folder: &Path, sources: &'s Sources) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Save {
            folder: folder.to_owned(),
            sources,
            failed: false,
        })
    }

    /// Writes what there is to write of an event.
    pub(crate) fn see(&mut self, check: &Check, event: &Event<'_>) {
        let n = check.statistics.iterations.len();
        match event {
            Event::Abstracted(abstraction) => {
                let name = |file| format!("{n}/{file}");
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

    /// Writes what is known at the end.
    pub(crate) fn end(&mut self, check: &Check) {
        self.write("precision.txt", &predicates::write(check));
    }

    fn write(&mut self, name: &str, text: &str) {
        let path = self.folder.join(name);
        let folder = path.parent().unwrap_or(&self.folder);
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
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

/// The inputs of an execution that the interpreter does not take, and why.
fn not_reproduced(check: &Check, execution: &refiner::Execution, why: &str) -> String {
    let program = &check.program;
    let mut out = format!("{why}\n\ninputs, in order:\n");
    for given in &execution.given {
        let asker = match given.by {
            Asker::Variable(var) => format!("variable {}", program.vars[var].unique),
            Asker::Edge(func, edge) => {
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
    check: &Check,
    sources: &Sources,
    path: &refiner::Path,
    core: &[(usize, usize)],
) -> String {
    let mut out = String::new();
    for (n, step) in path.steps.iter().enumerate() {
        let block = &check.abstractor.blocks.blocks[step.block];
        let function = &check.program.funcs[block.func];
        let Some(cfg) = &function.body else { continue };
        for (e, &edge) in block.edges.iter().enumerate() {
            let edge = cfg.edge(edge);
            let at = sources.locate(edge.span);
            let at = at.map_or(String::new(), |at| format!("{}:{}", at.file, at.line));
            let mark = if core.contains(&(n, e)) { "*" } else { " " };
            let stmt = check.program.show_stmt(&edge.stmt);
            // Writing to a string does not fail.
            let _ = writeln!(out, "{mark} {at}  {}: {stmt}", function.name);
        }
        if !step.after.is_empty() {
            let one = |&(pred, sign): &abstractor::Literal| {
                let pred = check.precision.preds[pred].expr;
                let not = if sign { "" } else { "not " };
                format!("{not}{}", check.program.show_expr(pred))
            };
            let values: Vec<String> = step.after.iter().map(one).collect();
            let _ = writeln!(out, "      [{}]", values.join(", "));
        }
    }
    if !core.is_empty() {
        out += "The path cannot be taken: the conditions marked * contradict each other.\n";
    }
    out
}
