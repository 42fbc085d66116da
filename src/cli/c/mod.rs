//! Commands on C programs, and what they have in common: the files and how to read them.

mod all_rules;
pub(super) mod check;
mod diagnostics;
pub(super) mod environment;
pub(super) mod inspect;
pub(super) mod run;

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use checker::bp::nearest;
use clap::ValueEnum;
use frontend::environment::Environment;
use frontend::input::boundary::Boundary;
use frontend::input::compile_commands::{self, CompileCommand, Trust};
use frontend::input::preprocess;
use frontend::{Compiled, Config, Failure, Input};
use ir::types::DataModel;
use source::{Diagnostics, Severity, Sources, Span};

use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{note, note_drawn};
use crate::program_text::try_read_text;
use crate::render::Renderer;

/// C files and the way they are compiled.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Files {
    /// C files, which are linked; `.i` is taken as preprocessed; `-` reads preprocessed text from standard input
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    files: Vec<PathBuf>,
    /// The files of the compilation database that are linked into this kernel module
    #[arg(
        long,
        value_name = "NAME",
        requires = "compile_commands",
        conflicts_with = "files"
    )]
    module: Option<String>,
    /// The function where execution starts, and nothing else is called; without it, `main`, or what the environment calls
    #[arg(long, value_name = "FUNCTION")]
    entry: Option<String>,
    /// What calls a program without `main`: `auto` (a Linux module by what it registers, a driver of Windows by its
    /// DriverEntry), `linux`, `windows`, `none`, or a FILE with models of further subsystems (docs/environments.md)
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "auto",
        conflicts_with = "entry"
    )]
    environment: String,
    /// The sizes of C's types
    #[arg(long, value_enum, default_value_t, value_name = "MODEL")]
    data_model: Model,
    /// C files with models of functions that the program does not define
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<PathBuf>,
    #[command(flatten)]
    preprocessing: Preprocessing,
}

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Preprocessing")]
pub(super) struct Preprocessing {
    /// Search headers in this folder
    #[arg(short = 'I', value_name = "DIR")]
    include_dirs: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Forget a macro
    #[arg(short = 'U', value_name = "NAME")]
    undefine: Vec<String>,
    /// Include this file first
    #[arg(long = "include", value_name = "FILE")]
    include: Vec<String>,
    /// The compiler that preprocesses
    #[arg(long, value_name = "COMMAND", default_value = "cc")]
    cc: String,
    /// Take flags (and, without FILE, the files) from a compilation database
    #[arg(long, value_name = "FILE")]
    compile_commands: Option<PathBuf>,
    /// Run the commands of the compilation database as they stand: its compiler, with all its flags. Without it, --cc
    /// is run, with flags that cannot make it execute or write anything
    #[arg(long)]
    trust_compile_commands: bool,
    /// Take included files from this folder too. Without it, they must lie in the program's folder or checkout, in a
    /// folder that is named, or among the system's headers
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Model {
    /// 64-bit: long and pointers have 64 bits
    #[default]
    Lp64,
    /// 32-bit: int, long and pointers have 32 bits
    Ilp32,
}

impl Files {
    /// Files that are not followed by options of their own, and what calls them.
    pub(super) fn given(
        files: Vec<PathBuf>,
        environment: String,
        preprocessing: Preprocessing,
    ) -> Self {
        Self {
            files,
            module: None,
            entry: None,
            environment,
            data_model: Model::default(),
            models: Vec::new(),
            preprocessing,
        }
    }

    /// How the front end is to work. `models`: give library functions their built-in models.
    fn config(&self, models: bool) -> Config {
        let model = match self.data_model {
            Model::Lp64 => DataModel::Lp64,
            Model::Ilp32 => DataModel::Ilp32,
        };
        let preprocess = preprocess::Config {
            cc: self.preprocessing.cc.clone(),
            flags: self.preprocessing.flags(),
            boundary: self.boundary(),
            ..preprocess::Config::default()
        };
        Config {
            model,
            entry: self.entry().to_owned(),
            preprocess,
            models,
            environment: match self.entry {
                Some(_) => Environment::None,
                None => Environment::named(&self.environment),
            },
        }
    }

    /// Which files the program may be made of.
    fn boundary(&self) -> Boundary {
        let mut boundary = Boundary::around(self.named());
        let preprocessing = &self.preprocessing;
        for file in &preprocessing.include {
            boundary.name(Path::new(file));
        }
        let folders = preprocessing.include_dirs.iter().map(Path::new);
        for folder in folders.chain(preprocessing.allow_read.iter().map(PathBuf::as_path)) {
            boundary.allow(folder);
        }
        boundary
    }

    fn is_ilp32(&self) -> bool {
        matches!(self.data_model, Model::Ilp32)
    }

    fn entry(&self) -> &str {
        self.entry.as_deref().unwrap_or("main")
    }

    /// The files that are named on the command line, models and the compilation database among them.
    fn named(&self) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().chain(&self.models);
        let files = files.chain(&self.preprocessing.compile_commands);
        files.map(PathBuf::as_path)
    }

    /// The files of the program. Of a compilation database, if nothing else is given: those it lists, as far as it can be
    /// read.
    fn of_program(&self) -> Vec<PathBuf> {
        let database = match &self.preprocessing.compile_commands {
            Some(database) if self.files.is_empty() => database,
            _ => return self.files.clone(),
        };
        let root = database.parent().unwrap_or(Path::new("."));
        let text = try_read_text(database).unwrap_or_default();
        let listed =
            compile_commands::read(&text, root, self.preprocessing.trust()).unwrap_or_default();
        match &self.of_module(&listed)[..] {
            [] => vec![database.clone()],
            listed => listed.iter().map(|command| command.path()).collect(),
        }
    }

    /// What to compile, or why that cannot be known.
    fn inputs(&self) -> Result<Vec<Input>, String> {
        let mut inputs = match &self.preprocessing.compile_commands {
            Some(database) => self.listed_in(database)?,
            None => self
                .files
                .iter()
                .map(|f| input(f))
                .collect::<Result<_, _>>()?,
        };
        inputs.extend(self.models.iter().cloned().map(Input::File));
        Ok(inputs)
    }

    fn listed_in(&self, database: &Path) -> Result<Vec<Input>, String> {
        let refuse = |why: String| format!("{}: {why}", database.display());
        let text = try_read_text(database)?;
        let root = database.parent().unwrap_or(Path::new("."));
        let configured = |c: &CompileCommand| {
            let mut config = c.config.clone();
            config.flags.extend(self.preprocessing.flags());
            Input::Configured(c.file.clone(), config)
        };
        if self.files.is_empty() {
            let commands = compile_commands::read(&text, root, self.preprocessing.trust());
            let commands = commands.map_err(|e| refuse(e.to_string()))?;
            let taken = self.of_module(&commands);
            if let (Some(module), []) = (&self.module, &taken[..]) {
                return Err(refuse(no_module(module, &commands)));
            }
            say_left_out(database, taken.iter().copied(), &self.preprocessing.cc);
            return Ok(taken.into_iter().map(configured).collect());
        }
        let entries = compile_commands::read_each(&text, root, self.preprocessing.trust());
        let entries = entries.map_err(|e| refuse(e.to_string()))?;
        let mut mistakes = entries.iter().filter_map(|entry| entry.as_ref().err());
        let commands: Vec<CompileCommand> = entries.iter().flatten().cloned().collect();
        let mut taken = Vec::new();
        for wanted in &self.files {
            let found = compile_commands::matching(&commands, wanted);
            if found.is_empty() {
                let mistake = mistakes.next().map(|mistake| format!("; {}", mistake.what));
                let mistake = mistake.unwrap_or_default();
                return Err(refuse(format!(
                    "no entry for {}{mistake}",
                    wanted.display()
                )));
            }
            taken.extend(once_each(found));
        }
        say_left_out(database, taken.iter().copied(), &self.preprocessing.cc);
        Ok(taken.into_iter().map(configured).collect())
    }

    /// Those commands that make the module, if one is named.
    fn of_module<'c>(&self, commands: &'c [CompileCommand]) -> Vec<&'c CompileCommand> {
        match &self.module {
            None => commands.iter().collect(),
            Some(module) => once_each(compile_commands::of_module(commands, module)),
        }
    }

    fn inputs_or_refuse(&self) -> Result<Vec<Input>, Exit> {
        self.inputs().map_err(|words| {
            note(&format!("error: {words}"));
            Exit::Input
        })
    }

    /// Compiles, with warnings and errors shown.
    pub(super) fn compile(
        &self,
        models: bool,
        limits: Limits,
        renderer: &Renderer,
    ) -> Result<Compiled, Exit> {
        let inputs = self.inputs_or_refuse()?;
        let mut config = self.config(models);
        config.preprocess.limits = limits.preprocessing();
        let compiled = frontend::compile(&inputs, &config).map_err(|f| refuse(&f, renderer))?;
        show(&compiled.diagnostics, &compiled.sources, renderer);
        Ok(compiled)
    }
}

impl Preprocessing {
    fn trust(&self) -> Trust<'_> {
        match self.trust_compile_commands {
            true => Trust::Commands,
            false => Trust::Flags { cc: &self.cc },
        }
    }

    fn flags(&self) -> Vec<String> {
        let dirs = self.include_dirs.iter().map(|d| format!("-I{}", plain(d)));
        let defined = self.define.iter().map(|d| format!("-D{d}"));
        let undefined = self.undefine.iter().map(|u| format!("-U{u}"));
        let included = self.include.iter().map(|f| format!("-include{}", plain(f)));
        dirs.chain(defined)
            .chain(undefined)
            .chain(included)
            .collect()
    }
}

/// A path that compilers do not take for a list of flags.
fn plain(path: &str) -> String {
    match path.starts_with('@') {
        true => format!("./{path}"),
        false => path.to_owned(),
    }
}

/// Says, in a line, what of a compilation database is not done.
fn say_left_out<'c>(database: &Path, commands: impl Iterator<Item = &'c CompileCommand>, cc: &str) {
    let all: BTreeSet<&str> = commands
        .flat_map(|c| c.left_out.iter().map(String::as_str))
        .collect();
    let Some(first) = all.first() else { return };
    let more = match all.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    note(&format!(
        "note: {} asks for `{first}`{more}: left out, {cc} preprocesses; --trust-compile-commands takes all of it",
        database.display()
    ));
}

/// What to say when no entry of a compilation database is about a module.
fn no_module(module: &str, commands: &[CompileCommand]) -> String {
    let known: BTreeSet<&str> = commands.iter().filter_map(|c| c.module()).collect();
    let meant = nearest(module, known.iter().copied());
    let advice = match meant {
        Some(meant) => format!("; did you mean {meant}?"),
        None => format!("; it has {} modules", known.len()),
    };
    format!("no entry is about the module {module}{advice}")
}

/// Of several entries of one file, the first.
fn once_each(commands: Vec<&CompileCommand>) -> Vec<&CompileCommand> {
    let mut once: Vec<&CompileCommand> = Vec::new();
    for command in commands {
        match once.iter().find(|other| other.path() == command.path()) {
            None => once.push(command),
            Some(first) if first.config == command.config => {}
            Some(_) => note(&format!(
                "warning: several entries for {}; the first counts",
                command.path().display()
            )),
        }
    }
    once
}

fn input(path: &Path) -> Result<Input, String> {
    if path.is_dir() {
        let name = path.display();
        return Err(format!(
            "{name} is a folder: `cegar batch` checks what is in it"
        ));
    }
    if path != Path::new("-") {
        return Ok(Input::File(path.to_owned()));
    }
    let mut text = Vec::new();
    match std::io::stdin().lock().read_to_end(&mut text) {
        Ok(_) => Ok(Input::Text {
            name: "<stdin>".into(),
            text,
        }),
        Err(problem) => Err(format!("cannot read standard input: {problem}")),
    }
}

pub(super) fn refuse(failure: &Failure, renderer: &Renderer) -> Exit {
    show(&failure.diagnostics, &failure.sources, renderer);
    Exit::Input
}

/// More messages of one kind than this are counted: those behind them mostly follow from the first ones.
const MAX_MESSAGES_SHOWN: usize = 20;

fn show(diagnostics: &Diagnostics, sources: &Sources, renderer: &Renderer) {
    let mut more = [
        ("warning", Severity::Warning, 0),
        ("error", Severity::Error, 0),
    ];
    for problem in diagnostics.iter() {
        let of_kind = more.iter_mut().find(|kind| kind.1 == problem.severity);
        let count = of_kind.map_or(0, |kind| {
            kind.2 += 1;
            kind.2
        });
        if count <= MAX_MESSAGES_SHOWN {
            let picture = diagnostics::render(renderer, sources, problem);
            note_drawn(&format!("{picture}\n"));
        }
    }
    for (name, _, count) in more {
        if count > MAX_MESSAGES_SHOWN {
            let more = count - MAX_MESSAGES_SHOWN;
            note(&format!("{name}: {more} more are not shown\n"));
        }
    }
}

/// More functions than this are not listed.
const MAX_FUNCTIONS_LISTED: usize = 8;

/// What to say when there is no function to start with.
fn no_entry(compiled: &Compiled, entry: &str) -> String {
    let defined = candidates(compiled);
    let advice = match &defined[..] {
        [] => "it defines none".to_owned(),
        all if all.len() <= MAX_FUNCTIONS_LISTED => format!("--entry takes {}", all.join(", ")),
        all => {
            let some = all[..MAX_FUNCTIONS_LISTED].join(", ");
            format!(
                "--entry takes {some} and {} more",
                all.len() - MAX_FUNCTIONS_LISTED
            )
        }
    };
    let question = match nearest(entry, defined.iter().copied()) {
        Some(meant) => format!("did you mean {meant}? "),
        None => String::new(),
    };
    format!("the program has no function '{entry}' to start with; {question}{advice}")
}

/// The functions that execution may start in: those of headers only where there are no others, and first what code outside
/// can call.
fn candidates(compiled: &Compiled) -> Vec<&str> {
    let in_header = |f: &ir::Function| {
        let at = compiled.sources.locate(f.span);
        at.is_some_and(|at| Path::new(at.file).extension().is_some_and(|e| e == "h"))
    };
    let functions = compiled.program.defined().map(|(_, f, _)| f);
    // What a rule does has names that no function of C can have.
    let functions = functions.filter(|f| !f.name.contains(['.', '$', ' ']));
    let (of_headers, mut own): (Vec<_>, Vec<_>) = functions.partition(|f| in_header(f));
    if own.is_empty() {
        own = of_headers;
    }
    own.sort_by_key(|f| f.internal && !f.address_taken);
    own.into_iter().map(|f| &*f.name).collect()
}

/// A place as people write it: `file:line:column`.
fn place(sources: &Sources, span: Span) -> String {
    match sources.locate(span) {
        Some(at) => format!("{}:{}:{}", at.file, at.line, at.column),
        None => "<nowhere>".into(),
    }
}
