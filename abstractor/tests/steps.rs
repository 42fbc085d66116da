//! Steps that executions take are never called impossible: the interpreter runs programs with many inputs, and every
//! block it goes through is put to the abstractor with the values that the predicates had before and after it.

use abstractor::{Abstractor, BlockId, BlockKind, Blocks, Literal, Precision, PredId};
use analysis::passes::normal_form::bring_into_form;
use analysis::points_to;
use frontend::{Config, Input};
use interp::{Control, Observer, RunConfig, Script, View};
use ir::{EdgeId, ExprId, FuncId, Program, Stmt};
use rustc_hash::FxHashMap;
use semantics::{EncodingContext, ProgramFacts};

const PROGRAMS: [&str; 5] = [
    // Arithmetic that wraps, and a loop.
    "unsigned char c; int nondet(void);
     int main(void) { int i, s = 0, n = nondet();
       for (i = 0; i < n && i < 9; i++) { s = s * 3 - i; c += 77; if (c > 100) s ^= i; }
       if (s < 0) return 1; if (c == 7) return 2; return 0; }",
    // Pointers to variables of callers, structures, a table of functions.
    "struct d { int state; struct d *next; }; struct d a, b; int nondet(void);
     static void on(struct d *p) { p->state = 1; } static void off(struct d *p) { p->state = 0; }
     void (*const ops[2])(struct d *) = { off, on };
     static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }
     int main(void) { int k, u = 3, v = nondet(); a.next = &b; b.next = &a; struct d *p = &a;
       for (k = 0; k < 4; k++) { ops[nondet() & 1](p); p = p->next; if (p->state == 1) swap(&u, &v); }
       if (u == 3) return a.state; if (v < u) return b.state + 2; return 4; }",
    // Recursion with results and written parameters.
    "int nondet(void); int depth;
     int sum(int n) { if (n <= 0) return 0; depth++; int r = n; n = n - 1; r += sum(n); depth--; return r; }
     int main(void) { int n = nondet(); if (n > 12 || n < 0) n = 5; int s = sum(n);
       if (s == 15) return 1; if (depth != 0) return 2; return 0; }",
    // Arrays, bit-fields, unions.
    "int nondet(void); int t[4]; struct { unsigned a : 3, b : 5; signed c : 4; } f; union { int i; unsigned char b[4]; } u;
     int main(void) { int i; for (i = 0; i < 4; i++) t[i] = nondet();
       f.a = t[0]; f.b = t[1]; f.c = t[2]; u.i = t[3];
       if (t[1] > t[2]) { int x = t[1]; t[1] = t[2]; t[2] = x; }
       if (f.a == 3) return 1; if (f.c < 0) return 2; if (u.b[1] == 0) return 3; if (t[1] > t[2]) return 4; return 0; }",
    // Conversions and shifts.
    "int nondet(void); short s; unsigned long l;
     int main(void) { int n = nondet(); s = n; l = (unsigned)n; char c = n >> 3; _Bool b = n & 6;
       if (s < 0) l += 5; if (l > 4000000000u) s = 1; if (c == -1) b = 0; if (b) return (int)(l >> 4) == n; return s == 1; }",
];

struct Watcher<'a> {
    /// The block that each edge begins, and the one that it ends.
    starts: FxHashMap<(FuncId, EdgeId), BlockId>,
    blocks: &'a Blocks,
    predicates: Vec<(PredId, ExprId)>,
    precision: &'a Precision,
    /// The blocks that activations are in, and the predicates' values at their start.
    open: Vec<(usize, BlockId, Vec<Literal>)>,
    steps: Vec<(BlockId, Vec<Literal>, Vec<Literal>)>,
}

impl Observer for Watcher<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        let Some(&block) = self.starts.get(&(func, edge)) else {
            return Control::Continue;
        };
        let scope: Vec<PredId> = self.precision.in_scope(func).collect();
        let mut now = Vec::new();
        for &(pred, expr) in self.predicates.iter().filter(|(p, _)| scope.contains(p)) {
            if let Ok(value) = view.value(expr)
                && value.defined
            {
                now.push((pred, value.bits != 0));
            }
        }
        let depth = view.depth();
        self.open.retain(|(d, ..)| *d <= depth);
        if let Some(last) = self.open.last()
            && last.0 == depth
        {
            let (_, before, values) = self.open.pop().expect("just looked at");
            if self.blocks.blocks[before].kind == BlockKind::Straight {
                self.steps.push((before, values, now.clone()));
            }
        }
        self.open.push((depth, block, now));
        Control::Continue
    }
}

fn compiled(text: &str) -> Program {
    let input = Input::Text {
        name: "test.c".into(),
        text: text.into(),
    };
    match frontend::compile(&[input], &Config::default()) {
        Ok(compiled) => compiled.program,
        Err(failure) => panic!("{}", failure.diagnostics.render(&failure.sources)),
    }
}

#[test]
fn steps_that_executions_take_are_possible() {
    let mut checked = 0;
    for text in PROGRAMS {
        let mut program = compiled(text);
        let config = points_to::Config::default();
        let (form, _) = bring_into_form(&mut program, config);
        program.verify().expect("still well formed");
        let conditions: Vec<ExprId> = program
            .defined()
            .flat_map(|(_, _, cfg)| cfg.edges().map(|e| cfg.edge(e).stmt.clone()))
            .filter_map(|stmt| match stmt {
                Stmt::Assume { cond } => Some(cond),
                _ => None,
            })
            .collect();
        let mut precision = Precision::new();
        for condition in conditions {
            precision.add(&mut program, condition);
        }
        let facts = ProgramFacts::new(&program, config);
        let blocks = Blocks::new(&program, |_| false, false);
        let mut abstractor = Abstractor::new(blocks.clone(), form);
        abstractor.make(&program, &facts, &precision);
        let context = EncodingContext::new(&program, &facts);
        let starts = blocks
            .blocks
            .iter()
            .map(|(id, block)| ((block.func, block.edges[0]), id));
        let starts: FxHashMap<_, _> = starts.collect();
        for seed in 0..25i128 {
            let values = (0..8).map(|n| match seed {
                0 => 0,
                1 => n,
                2 => -1,
                _ => (seed * 7919 + n * 104_729) % (1 << (n * 4 + 3)),
            });
            let mut watcher = Watcher {
                starts: starts.clone(),
                blocks: &blocks,
                predicates: precision.preds.iter().map(|(id, p)| (id, p.expr)).collect(),
                precision: &precision,
                open: Vec::new(),
                steps: Vec::new(),
            };
            let mut script = Script::new(values);
            let run = RunConfig::default();
            interp::run_observed(&program, &run, &mut script, Some(&mut watcher));
            for (block, before, after) in watcher.steps {
                let lemma = abstractor.impossible_state(&before).or_else(|| {
                    abstractor.impossible_step(&context, &precision, block, &before, &after)
                });
                assert!(lemma.is_none(), "{text}\nseed {seed}: {lemma:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 1_000, "only {checked} steps were looked at");
}
