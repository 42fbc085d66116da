//! The sets of configurations that `cegar pds check` is asked about.

use std::path::Path;

use checker::pds::{self, Exploration, PAutomaton, PdsFile, PushdownSystem, System};

use crate::exit::Exit;
use crate::output::note;
use crate::program_text::ProgramText;
use crate::render::Renderer;

/// The system of a file, or what is wrong with it is shown.
pub(super) fn read_file(source: &ProgramText, renderer: &Renderer) -> Result<PdsFile, Exit> {
    pds::read(&source.text).map_err(|problems| source.refuse(&problems, renderer))
}

/// The same as it is to be explored.
pub(super) fn read_for(
    source: &ProgramText,
    exploration: Exploration,
    renderer: &Renderer,
) -> Result<System, Exit> {
    pds::read_for(&source.text, exploration).map_err(|problems| source.refuse(&problems, renderer))
}

/// The set that an option gives: a pattern, or an automaton in a file.
enum Given {
    Pattern(ProgramText),
    File(ProgramText),
}

impl Given {
    fn new(option: &str, text: &str) -> Result<Self, Exit> {
        match text.strip_prefix('@') {
            Some(path) => ProgramText::read(Path::new(path)).map(Given::File),
            None => Ok(Given::Pattern(ProgramText {
                name: option.to_owned(),
                text: text.to_owned(),
            })),
        }
    }

    fn file(&self) -> Option<&ProgramText> {
        match self {
            Given::File(file) => Some(file),
            Given::Pattern(_) => None,
        }
    }
}

/// Where runs begin, and what is to be reached.
pub(super) struct Sets {
    pub(super) system: PushdownSystem,
    pub(super) from: Option<PAutomaton>,
    pub(super) reach: Option<PAutomaton>,
}

impl Sets {
    /// Options take the place of what the file says.
    pub(super) fn new(
        file: PdsFile,
        from: Option<&str>,
        reach: Option<&str>,
        renderer: &Renderer,
    ) -> Result<Self, Exit> {
        let mut system = file.system;
        let known = (system.control_count(), system.symbol_count());
        let from_given = from.map(|text| Given::new("--from", text)).transpose()?;
        let reach_given = reach.map(|text| Given::new("--reach", text)).transpose()?;
        let givens = [from_given, reach_given];
        let mut automata = automata(&givens, &mut system, renderer)?.into_iter();
        let mut sets = [file.from, file.reach];
        let grown = known != (system.control_count(), system.symbol_count());
        for (given, set) in givens.iter().zip(&mut sets) {
            *set = match given {
                Some(Given::File(_)) => automata.next(),
                Some(Given::Pattern(text)) => Some(pattern(text, &system, renderer)?),
                None => set
                    .take()
                    .map(|set| if grown { set.widened(&system) } else { set }),
            };
        }
        let [from, reach] = sets;
        Ok(Sets {
            system,
            from,
            reach,
        })
    }
}

/// The automata of the files: all of them, before anything else is made, because they may have control states of their own.
fn automata(
    givens: &[Option<Given>],
    system: &mut PushdownSystem,
    renderer: &Renderer,
) -> Result<Vec<PAutomaton>, Exit> {
    let files: Vec<&ProgramText> = givens.iter().flatten().filter_map(Given::file).collect();
    let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
    pds::read_automata(&texts, system)
        .map_err(|(number, problem)| files[number].refuse(&[problem], renderer))
}

fn pattern(
    text: &ProgramText,
    system: &PushdownSystem,
    renderer: &Renderer,
) -> Result<PAutomaton, Exit> {
    pds::parse_pattern(&text.text, system).map_err(|problem| {
        text.refuse(&[problem], renderer);
        Exit::Usage
    })
}

/// A set that is needed; what is missing is said.
pub(super) fn needed<'s>(
    set: &'s Option<PAutomaton>,
    option: &str,
) -> Result<&'s PAutomaton, Exit> {
    set.as_ref().ok_or_else(|| {
        note(&format!(
            "error: the file does not say it: give {option} SET, as in {option} 'p <A _*>', or {option} @automaton.json"
        ));
        Exit::Usage
    })
}
