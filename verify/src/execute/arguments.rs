//! The arguments that a process is started with.
//!
//! The solver knows little of what `main` is given: that there is one argument or more, and a null pointer behind
//! them. Here its choice becomes what a system can do: a table of strings, each of its own and each with an end. What
//! cannot be made so is no execution.

use analysis::passes::normal_form::{arguments, mentions};
use ir::{AssumptionKind, Program, VarId};
use refiner::{Execution, InputValue};
use semantics::{InputSource, ProgramFacts, UNFIXED_ADDRESSES};
use source::Span;

/// More arguments are not tried.
const MAX_ARGUMENTS: u64 = 1 << 12;

/// The room for a string that the path does not look at.
const UNREAD_STRING_BYTES: u64 = 0x1000;

/// What is assumed of parameters, for the ledger.
const AS_STARTED: &str = "as a process is started: at least one argument, strings that end, and a null pointer behind them";
const ANY_POINTER: &str = "null or any other address; what it leads to holds anything, and is none of the program's \
     variables, unless those have been made known outside";
const ANY_VALUE: &str = "any value of its type";
const AS_DECLARED: &str = "an object is accessed as one type only, or as characters, and does not overlap another: \
     neither do members of structures overlap each other, nor values of other types (with -fno-strict-aliasing they may)";

/// Notes what an answer rests on: parameters of the first function, and how memory outside is seen.
pub(crate) fn note(program: &mut Program, facts: &ProgramFacts) {
    let entry = program.entry.map(|entry| &program.funcs[entry]);
    let params = entry.map_or(&[][..], |entry| &entry.params).iter().copied();
    let body = entry.and_then(|entry| entry.body.as_ref());
    let used = |&param: &VarId| body.is_some_and(|cfg| mentions(program, cfg, param));
    let started = arguments(program).is_some();
    for param in params.filter(used).collect::<Vec<_>>() {
        let variable = &program.vars[param];
        let assumption = match () {
            () if started => AS_STARTED,
            () if program.types.is_pointer(variable.ty) => ANY_POINTER,
            () => ANY_VALUE,
        };
        let (span, name) = (variable.span, variable.name.clone());
        let kind = AssumptionKind::Argument;
        program.ledger.add(span, kind, name, assumption);
    }
    let outside = facts.analyses.regions.outside.len();
    if outside > 1 || (outside > 0 && !facts.apart.is_empty()) {
        let kind = AssumptionKind::MemoryOutside;
        let construct = "objects that the program is given";
        program.ledger.add(Span::NONE, kind, construct, AS_DECLARED);
    }
}

/// What a process is started with: the parameter that says so, and the strings.
#[derive(Clone, Debug)]
pub(crate) struct Started {
    pub(crate) strings: VarId,
    pub(crate) words: Vec<Vec<u8>>,
}

/// Brings the arguments of `main` into form, if that is where the execution begins; or says why that is impossible.
pub(crate) fn fit(program: &Program, execution: &mut Execution) -> Result<Option<Started>, String> {
    let Some(arguments) = arguments(program) else {
        return Ok(None);
    };
    // Where they are not read, any number will do.
    let count = given(execution, arguments.count).and_then(|g| g.value);
    let count = count.filter(|&n| n > 0 && n < 1 << 31).unwrap_or(1);
    if count > MAX_ARGUMENTS {
        return Err(format!(
            "the program would have to be given {count} arguments"
        ));
    }
    set(execution, arguments.count, count);
    let Some(strings) = arguments.strings else {
        return Ok(None);
    };
    let mut memory = Memory::new(&execution.outside, program.types.pointer_size());
    let table = given(execution, strings).and_then(|g| g.value);
    let table = match table.filter(|at| UNFIXED_ADDRESSES.contains(at)) {
        Some(table) => table,
        None => memory.place(UNREAD_STRING_BYTES),
    };
    set(execution, strings, table);
    let words = memory.arguments(table, count)?;
    execution.outside = memory.objects;
    Ok(Some(Started { strings, words }))
}

fn given(execution: &mut Execution, var: VarId) -> Option<&mut InputValue> {
    let by = InputSource::Variable(var);
    execution.given.iter_mut().find(|given| given.by == by)
}

fn set(execution: &mut Execution, var: VarId, value: u64) {
    if let Some(given) = given(execution, var) {
        given.value = Some(value);
    }
}

/// The objects from outside, in order.
struct Memory {
    objects: Vec<(u64, Vec<u8>)>,
    word: u64,
}

impl Memory {
    fn new(objects: &[(u64, Vec<u8>)], word: u64) -> Self {
        let mut objects = objects.to_vec();
        objects.sort_unstable();
        Memory { objects, word }
    }

    /// Makes the table at an address one of so many strings; tells these.
    fn arguments(&mut self, table: u64, count: u64) -> Result<Vec<Vec<u8>>, String> {
        let end = table + (count + 1) * self.word;
        let mut places = Vec::new();
        for n in 0..count {
            let found = self.word_at(table + n * self.word);
            places.push((found != 0).then_some(found));
        }
        for place in places.iter().flatten() {
            let again = places.iter().flatten().filter(|p| *p == place).count() > 1;
            if again || !UNFIXED_ADDRESSES.contains(place) || (table..end).contains(place) {
                return Err("the arguments of the program would overlap".into());
            }
        }
        let mut all = Vec::new();
        for place in places {
            all.push(match place {
                Some(place) => place,
                None => self.place(UNREAD_STRING_BYTES),
            });
        }
        let addresses = all.iter().chain(&[0]);
        let word = self.word as usize;
        let bytes: Vec<u8> = addresses
            .flat_map(|a| a.to_le_bytes()[..word].to_vec())
            .collect();
        self.put(table, &bytes)?;
        let words: Result<Vec<_>, _> = all.iter().map(|&at| self.string(at)).collect();
        let words = words?;
        let reaches = |at: u64, word: &Vec<u8>| at + word.len() as u64 + 1;
        for (&at, text) in all.iter().zip(&words) {
            let into = |&other: &u64| at < other && other < reaches(at, text);
            if all.iter().any(into) || (at < table && table < reaches(at, text)) {
                return Err("the arguments of the program would overlap".into());
            }
        }
        Ok(words)
    }

    fn byte(&self, at: u64) -> Option<u8> {
        let (start, bytes) = self.objects.iter().rfind(|(start, _)| *start <= at)?;
        bytes.get((at - start) as usize).copied()
    }

    fn word_at(&self, at: u64) -> u64 {
        let bytes = (0..self.word).map(|n| u64::from(self.byte(at + n).unwrap_or(0)) << (8 * n));
        bytes.sum()
    }

    /// The bytes up to the first zero, which is put there if it is missing.
    fn string(&mut self, at: u64) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        loop {
            match self.byte(at + text.len() as u64) {
                Some(0) => return Ok(text),
                Some(byte) => text.push(byte),
                None => break,
            }
        }
        self.put(at + text.len() as u64, &[0])?;
        Ok(text)
    }

    /// An address above all others, with room.
    fn place(&mut self, room: u64) -> u64 {
        let end = |(start, bytes): &(u64, Vec<u8>)| start + bytes.len() as u64;
        let all = self
            .objects
            .iter()
            .map(end)
            .max()
            .unwrap_or(UNFIXED_ADDRESSES.start);
        let free = all.next_multiple_of(room);
        if free + 2 * room < UNFIXED_ADDRESSES.end {
            self.objects.push((free, vec![0]));
            return free;
        }
        // The solver has put something to the very end.
        let fits = |at: &u64| {
            self.objects
                .iter()
                .all(|o| end(o) <= *at || o.0 >= at + room)
        };
        let mut places = (UNFIXED_ADDRESSES.start..UNFIXED_ADDRESSES.end).step_by(room as usize);
        let free = places.find(fits).unwrap_or(UNFIXED_ADDRESSES.start);
        self.objects.push((free, vec![0]));
        self.objects.sort_unstable();
        free
    }

    fn put(&mut self, at: u64, bytes: &[u8]) -> Result<(), String> {
        let end = at + bytes.len() as u64;
        if self
            .objects
            .iter()
            .any(|(start, _)| at < *start && *start < end)
        {
            return Err("the arguments of the program would overlap".into());
        }
        let found = self
            .objects
            .iter_mut()
            .rfind(|(start, old)| *start <= at && at <= start + old.len() as u64);
        match found {
            Some((start, old)) => {
                let from = (at - *start) as usize;
                if old.len() < from + bytes.len() {
                    old.resize(from + bytes.len(), 0);
                }
                old[from..from + bytes.len()].copy_from_slice(bytes);
            }
            None => {
                self.objects.push((at, bytes.to_vec()));
                self.objects.sort_unstable();
            }
        }
        Ok(())
    }
}
