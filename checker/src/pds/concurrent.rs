//! Several pushdown systems with common control states: the files of CUBA (Liu and Wahl, *CUBA: interprocedural
//! context-unbounded analysis of concurrent programs*, 2018).
//!
//! ```text
//! 4                  the control states are 0 to 3; # begins a comment
//! PDA 1 2            a thread, with the stack symbols 1 and 2
//! 0 1 -> 1 2         in state 0 with 1 on top: state 1, and 2 in place of 1
//! 1 2 -> 0 1 2       1 on top of 2
//! 3 2 -> 0 -         the top is taken away
//! ```
//!
//! A system becomes a boolean program with a recursive procedure for each thread: an activation of it is a symbol of the
//! stack, and a rule is one assignment, with the call or the return that it needs. What is on top of each stack is in
//! globals as well, so that a state of all threads can be asked for; while a thread has yet to say what is on top after a
//! return, its top is none of the symbols. It can always say so, so that nothing is missed.

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::bp::{Diagnostic, Span};

/// A system of several threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcurrentSystem {
    /// How many control states there are.
    pub shared: u32,
    pub threads: Vec<ThreadSystem>,
}

/// A thread of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadSystem {
    pub symbols: RangeInclusive<u32>,
    pub rules: Vec<ConcurrentRule>,
}

/// A rule: from a control state and a symbol to a control state and at most two symbols, the top one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcurrentRule {
    pub from: (u32, u32),
    pub to: u32,
    pub word: Vec<u32>,
}

/// What can be seen of a state of all threads, or a pattern of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleState {
    /// Any control state where there is none.
    pub shared: Option<u32>,
    pub tops: Vec<StackTop>,
}

/// What is on top of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackTop {
    Any,
    /// Nothing is on the stack.
    Empty,
    Symbol(u32),
}

const MAX_NUMBER: u32 = 1 << 20;

/// Reads a system.
pub fn read_concurrent(text: &str) -> Result<ConcurrentSystem, Diagnostic> {
    let mut system = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(start..start + line.trim_end().len());
        start += line.len();
        let words: Vec<&str> = line
            .split('#')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .collect();
        if words.is_empty() {
            continue;
        }
        let problem = |message: &str| Diagnostic::error(span, message.to_owned());
        let Some(system) = &mut system else {
            let [count] = words[..] else {
                return Err(problem("expected the number of control states"));
            };
            let shared = number(count).filter(|&n| n > 0);
            let shared = shared.ok_or_else(|| problem("expected the number of control states"))?;
            system = Some(ConcurrentSystem {
                shared,
                threads: Vec::new(),
            });
            continue;
        };
        if let ["PDA", low, high] = words[..] {
            let symbols = number(low)
                .zip(number(high))
                .filter(|(low, high)| low <= high);
            let (low, high) = symbols
                .ok_or_else(|| problem("expected `PDA` with the first and the last symbol"))?;
            system.threads.push(ThreadSystem {
                symbols: low..=high,
                rules: Vec::new(),
            });
            continue;
        }
        let shared = system.shared;
        let Some(thread) = system.threads.last_mut() else {
            return Err(problem("expected `PDA` with the first and the last symbol"));
        };
        let rule = rule(&words).ok_or_else(|| {
            problem("expected a rule")
                .with_hint("a rule is `state symbol -> state symbol…`, with `-` for no symbol")
        })?;
        let known = |symbol: &u32| thread.symbols.contains(symbol);
        let is_known = known(&rule.from.1) && rule.word.iter().all(known);
        if rule.from.0.max(rule.to) >= shared {
            return Err(problem(&format!(
                "there is no such control state: they are 0 to {}",
                shared - 1
            )));
        }
        if !is_known {
            let (low, high) = (thread.symbols.start(), thread.symbols.end());
            return Err(problem(&format!(
                "there is no such symbol: they are {low} to {high}"
            )));
        }
        thread.rules.push(rule);
    }
    let system = system.filter(|system| !system.threads.is_empty());
    system.ok_or_else(|| Diagnostic::error(Span::default(), "there are no threads in this file"))
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&n| n <= MAX_NUMBER)
}

fn rule(words: &[&str]) -> Option<ConcurrentRule> {
    let [state, symbol, "->", to, word @ ..] = words else {
        return None;
    };
    let symbols: Option<Vec<u32>> = match word {
        ["-"] => Some(Vec::new()),
        [_] | [_, _] => word.iter().map(|symbol| number(symbol)).collect(),
        _ => None,
    };
    Some(ConcurrentRule {
        from: (number(state)?, number(symbol)?),
        to: number(to)?,
        word: symbols?,
    })
}

impl VisibleState {
    /// Reads `state|top,top,…`, with `_` for any and `-` for an empty stack.
    pub fn parse(text: &str, system: &ConcurrentSystem) -> Result<Self, String> {
        let (shared, tops) = text
            .split_once('|')
            .ok_or_else(|| "a state of all threads is written `state|top,top,…`".to_owned())?;
        let shared = match shared.trim() {
            "_" => None,
            state => {
                let known = number(state).filter(|&n| n < system.shared);
                Some(known.ok_or_else(|| format!("there is no control state `{state}`"))?)
            }
        };
        let tops: Vec<&str> = tops.split(',').map(str::trim).collect();
        if tops.len() != system.threads.len() {
            return Err(format!(
                "there are {} threads, and this names {}",
                system.threads.len(),
                tops.len()
            ));
        }
        let top = |(top, thread): (&str, &ThreadSystem)| match top {
            "_" => Ok(StackTop::Any),
            "-" => Ok(StackTop::Empty),
            symbol => {
                let known = number(symbol).filter(|n| thread.symbols.contains(n));
                known
                    .map(StackTop::Symbol)
                    .ok_or_else(|| format!("its thread has no symbol `{symbol}`"))
            }
        };
        let tops = tops.into_iter().zip(&system.threads).map(top);
        Ok(VisibleState {
            shared,
            tops: tops.collect::<Result<_, _>>()?,
        })
    }
}

/// The label of the state that is asked for.
pub const REACHED: &str = "reached";

/// Numbers in variables with a common name.
struct Bits {
    name: String,
    count: u32,
}

impl Bits {
    fn new(name: String, largest: u32) -> Self {
        Bits {
            name,
            count: (u32::BITS - largest.leading_zeros()).max(1),
        }
    }

    fn names(&self) -> Vec<String> {
        (0..self.count)
            .map(|bit| format!("{}{bit}", self.name))
            .collect()
    }

    fn value(&self, value: u32) -> Vec<String> {
        (0..self.count)
            .map(|bit| (value >> bit & 1).to_string())
            .collect()
    }

    /// That the variables have a value.
    fn is(&self, value: u32) -> String {
        let literal = |(bit, name): (usize, String)| match value >> bit & 1 {
            1 => name,
            _ => format!("!{name}"),
        };
        let literals = self.names().into_iter().enumerate().map(literal);
        literals.collect::<Vec<_>>().join(" & ")
    }
}

impl ConcurrentSystem {
    /// The number that says that a stack is empty; the next one says that it is not known yet.
    fn empty(&self, thread: usize) -> u32 {
        self.threads[thread].symbols.end() + 1
    }

    fn shared_bits(&self) -> Bits {
        Bits::new("state".to_owned(), self.shared - 1)
    }

    fn top_bits(&self, thread: usize) -> Bits {
        Bits::new(format!("top{}_", thread + 1), self.empty(thread) + 1)
    }

    fn symbol_bits(&self, thread: usize) -> Bits {
        Bits::new("s".to_owned(), *self.threads[thread].symbols.end())
    }

    /// The procedures that the threads of [`ConcurrentSystem::program`] begin in.
    pub fn procedures(&self) -> Vec<String> {
        (1..=self.threads.len())
            .map(|thread| format!("pda{thread}"))
            .collect()
    }

    /// The label of a rule in the program.
    pub fn label(thread: usize, rule: usize) -> String {
        format!("t{}_{rule}", thread + 1)
    }

    /// The state that values of the program's globals stand for; nothing while it is not known what is on top of a stack.
    pub fn visible(&self, value: &dyn Fn(&str) -> bool) -> Option<VisibleState> {
        let read = |bits: &Bits| {
            let names = bits.names().into_iter().enumerate();
            names
                .map(|(bit, name)| u32::from(value(&name)) << bit)
                .sum::<u32>()
        };
        let top = |thread: usize| match read(&self.top_bits(thread)) {
            number if number == self.empty(thread) => Some(StackTop::Empty),
            number => Some(StackTop::Symbol(number)).filter(|_| number < self.empty(thread)),
        };
        let tops: Option<Vec<StackTop>> = (0..self.threads.len()).map(top).collect();
        Some(VisibleState {
            shared: Some(read(&self.shared_bits())),
            tops: tops?,
        })
    }

    /// The boolean program in which [`REACHED`] is reached where a state of the pattern is.
    pub fn program(&self, from: &VisibleState, wanted: &VisibleState) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write(from, wanted, &mut out);
        out
    }

    fn write(
        &self,
        from: &VisibleState,
        wanted: &VisibleState,
        out: &mut String,
    ) -> std::fmt::Result {
        let state = self.shared_bits();
        let mut condition = vec!["1".to_owned()];
        condition.extend(wanted.shared.map(|value| state.is(value)));
        declare(out, &state, from.shared.unwrap_or(0))?;
        for thread in 0..self.threads.len() {
            let top = self.top_bits(thread);
            declare(out, &top, self.top_number(thread, from.tops[thread]))?;
            if wanted.tops[thread] != StackTop::Any {
                condition.push(top.is(self.top_number(thread, wanted.tops[thread])));
            }
        }
        let condition = condition.join(" & ");
        for thread in 0..self.threads.len() {
            self.write_thread(thread, from.tops[thread], &condition, out)?;
        }
        Ok(())
    }

    fn top_number(&self, thread: usize, top: StackTop) -> u32 {
        match top {
            StackTop::Symbol(symbol) => symbol,
            StackTop::Empty | StackTop::Any => self.empty(thread),
        }
    }

    fn write_thread(
        &self,
        thread: usize,
        from: StackTop,
        condition: &str,
        out: &mut String,
    ) -> std::fmt::Result {
        let (state, top, symbol) = (
            self.shared_bits(),
            self.top_bits(thread),
            self.symbol_bits(thread),
        );
        let number = thread + 1;
        writeln!(out, "void pda{number}() begin")?;
        if let StackTop::Symbol(first) = from {
            writeln!(out, "  stack{number}({});", symbol.value(first).join(", "))?;
            writeln!(
                out,
                "  {} := {};",
                top.names().join(", "),
                top.value(self.empty(thread)).join(", ")
            )?;
        }
        writeln!(out, "  assume({condition});\n  {REACHED}: skip;\nend")?;
        let names = symbol.names().join(", ");
        writeln!(out, "void stack{number}({names}) begin")?;
        let rules = &self.threads[thread].rules;
        let labels = (0..rules.len()).map(|rule| format!(", {}", Self::label(thread, rule)));
        writeln!(out, "  again: goto hit{};", labels.collect::<String>())?;
        for (i, rule) in rules.iter().enumerate() {
            let (on_top, below) = match rule.word[..] {
                [] => (self.empty(thread) + 1, rule.from.1),
                [only] => (only, only),
                [first, second, ..] => (first, second),
            };
            let targets = [state.names(), top.names(), symbol.names()]
                .concat()
                .join(", ");
            let values = [state.value(rule.to), top.value(on_top), symbol.value(below)]
                .concat()
                .join(", ");
            let guard = format!("{} & {}", state.is(rule.from.0), symbol.is(rule.from.1));
            writeln!(
                out,
                "  {}: {targets} := {values} constrain {guard};",
                Self::label(thread, i)
            )?;
            match rule.word[..] {
                [] => writeln!(out, "  return;")?,
                [_] => writeln!(out, "  goto again;")?,
                [first, ..] => {
                    writeln!(out, "  stack{number}({});", symbol.value(first).join(", "))?;
                    let kept = (0..top.count).map(|bit| match bit < symbol.count {
                        true => format!("{}{bit}", symbol.name),
                        false => "0".to_owned(),
                    });
                    let kept = kept.collect::<Vec<_>>().join(", ");
                    writeln!(
                        out,
                        "  {} := {kept};\n  goto again;",
                        top.names().join(", ")
                    )?;
                }
            }
        }
        writeln!(out, "  hit: assume({condition});\n  {REACHED}: skip;\nend")
    }
}

fn declare(out: &mut String, bits: &Bits, value: u32) -> std::fmt::Result {
    for (name, value) in bits.names().into_iter().zip(bits.value(value)) {
        writeln!(out, "decl {name} := {value};")?;
    }
    Ok(())
}
