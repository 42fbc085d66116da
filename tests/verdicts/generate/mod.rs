//! Small programs in the style of drivers, at random: loops that end, few inputs of small range, functions that call
//! each other and themselves, pointers to locals and globals, arrays, structures by value and by pointer, unions,
//! tables of functions, blocks of memory, a lock, and less usual shapes (`odd`). No program does anything that C leaves undefined.
//!
//! The points of observation are macros `CHECK_n(e)`; what they check is decided when the values are known.

mod declare;
mod expr;
mod func;
mod odd;
mod stmt;

use fastrand::Rng;

use func::Func;

/// A program; the same text for us and for gcc, which get different preludes.
pub(crate) struct Made {
    pub(crate) text: String,
    pub(crate) points: usize,
}

/// Names in scope, by what they are.
#[derive(Clone, Default)]
struct Scope {
    /// Scalars that can be assigned.
    numbers: Vec<String>,
    /// Counters of loops, only read.
    counters: Vec<String>,
    pointers: Vec<String>,
    arrays: Vec<String>,
    structs: Vec<String>,
    links: Vec<String>,
    /// Arrays of two structures.
    rows: Vec<String>,
    /// Arrays that are only read.
    tables: Vec<String>,
}

struct Maker {
    random: Rng,
    text: String,
    depth: usize,
    fresh: usize,
    points: usize,
    funcs: Vec<Func>,
    /// Functions in the table `ops`.
    ops: usize,
    tabled: bool,
    /// The function being made, if it calls itself.
    itself: Option<Func>,
    locks: bool,
    loops: usize,
    /// Global pointers, with the variables that they point to at first.
    lenders: Vec<(String, String)>,
}

const TYPES: &str = "\
struct inner { short a; unsigned char b; };
struct S { int x; unsigned char y; struct inner in; int v[2]; };
struct N { struct N *next; int n; };
struct B { unsigned u : 3; signed i : 4; unsigned w : 17; };
union U { int i; unsigned char c[4]; short h[2]; };
";

pub(crate) fn program(seed: u64) -> Made {
    let mut random = Rng::with_seed(seed);
    let locks = random.u8(..4) == 0;
    let mut maker = Maker {
        random,
        text: TYPES.to_owned(),
        depth: 0,
        fresh: 0,
        points: 0,
        funcs: Vec::new(),
        ops: 0,
        tabled: false,
        itself: None,
        locks,
        loops: 0,
        lenders: Vec::new(),
    };
    let globals = maker.globals();
    for _ in 0..maker.random.usize(0..3) {
        maker.op(&globals);
    }
    maker.table();
    for _ in 0..maker.random.usize(0..4) {
        maker.func(&globals);
    }
    maker.main(&globals);
    Made {
        text: maker.text,
        points: maker.points,
    }
}

impl Maker {
    fn chance(&mut self, one_in: u32) -> bool {
        self.random.u32(0..one_in) == 0
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.random.usize(0..among.len())].clone()
    }

    fn name(&mut self, what: &str) -> String {
        self.fresh += 1;
        format!("{what}{}", self.fresh)
    }

    fn line(&mut self, text: &str) {
        self.text += &"    ".repeat(self.depth);
        self.text += text;
        self.text.push('\n');
    }
}
