//! The language of boolean programs: syntax tree, [`parse`], [`print`](print()) and [`verify`].
//!
//! One grammar takes the dialects of Bebop, c2bp and SLAM, Moped, Getafix and SATABS/Boppo. In it `x…` is a list with
//! commas, `[x]` is optional, and *name* is an identifier or `{any text}`:
//!
//! ```text
//! program   = { declaration | procedure | "thread" name… ";" }
//! declaration = "decl" ( name [":=" expr] )… ";"   |   "decl" name… ":=" expr… ";"
//! procedure = [type] name "(" [name…] ")" ( ";" | "begin" { declaration | "enforce" expr ";" | labelled } "end" )
//! type      = "void" | "bool" | "bool" "<" number ">"          each also with "dfs", which means nothing
//! labelled  = { (name | number) ":" } statement
//! statement = "skip" | "print" "(" [expr…] ")" | "goto" label… | "return" [expr…] | "dead" name…
//!           | target… ":=" expr… ["constrain" expr]            target = name | "_"
//!           | [target… ":="] ["call"] name "(" [expr…] ")"
//!           | "assume" expr ["constrain" expr] | "assert" expr | "constrain" expr
//!           | "if" expr "then" … { "elsif" expr "then" … } [ "else" … ] "fi"
//!           | "while" expr "do" … "od"
//!           | "start_thread" ( "goto" label | name "(" [expr…] ")" ) | "end_thread" | "atomic_begin" | "atomic_end"
//! expr      = "0" | "1" | "F" | "T" | "false" | "true" | name | "'" name | "*" | "schoose" "[" expr "," expr "]"
//!           | "(" expr ")" | "!" expr | expr operator expr
//! ```
//!
//! Statements end with `;`, which may be missing before `fi`, `od`, `else`, `elsif` and `end`, and after `fi` and `od`.
//! A procedure without a type returns as many values as its first `return`. A call with a label `ASYNC_n` starts a
//! thread. Precedence is documented with the parser of expressions (tightest first: `!`, `= !=`, `&`, `^`, `|`, `=>`,
//! `<->`). Comments are `// …`, `/* … */` and `# …`.
//!
//! Names are resolved by scope: formals and locals, declared anywhere in the procedure, then globals.

mod ast;
mod diagnostic;
mod dialect;
mod lexer;
mod lines;
mod parser;
mod print;
mod suggest;
mod token;
mod verify;

pub(crate) use ast::id;
pub use ast::*;
pub use diagnostic::{Diagnostic, Severity};
pub use dialect::{Dialect, print_in};
pub use lines::Lines;
pub(crate) use parser::parse_bracketed;
pub use parser::{parse, parse_with_warnings};
pub use print::print;
pub use suggest::nearest;
pub use verify::{
    Entry, forgotten_init, has_threads, refuse_threads, threads_by_name, uncalled, verify,
};

#[cfg(test)]
mod tests;
