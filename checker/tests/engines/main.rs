//! All engines give the same answers, on hand-written programs and on random ones.

mod growth;

use checker::bp::{self, Program};
use checker::families::Random;
use checker::{BddConfig, Config, Engine, Error, Goal, Query, Report, Session};

fn parse(text: &str) -> Program {
    bp::parse(text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

/// Asks everything: each label, the assertions, the valuations at each label, and what is unreachable.
fn everything(program: &Program) -> Query {
    let mut labels: Vec<String> = Vec::new();
    for proc in &program.procs {
        let procedure = program.text(proc.name.symbol);
        let spans = proc.span.start..proc.end.end;
        let inside = |s: &&bp::Stmt| spans.contains(&s.span.start);
        let own = program.stmts.iter().filter(inside);
        labels.extend(
            own.flat_map(|s| &s.labels)
                .map(|l| format!("{procedure}:{}", program.text(l.symbol))),
        );
    }
    let mut goals: Vec<Goal> = labels.iter().cloned().map(Goal::Label).collect();
    goals.push(Goal::Assertions);
    Query {
        goals,
        invariants: labels,
        unreachable: true,
    }
}

fn ask(program: &Program, query: &Query, config: &Config) -> Report {
    let config = Config {
        trace: false,
        invariant_terms: 100_000,
        bdd: BddConfig {
            nodes: 1 << 18,
            cache: 1 << 12,
            ..BddConfig::default()
        },
        ..config.clone()
    };
    Session::new(program, &[], &config)
        .and_then(|session| session.check(query))
        .unwrap_or_else(|e: Error| panic!("{e:?}"))
}

fn agree(text: &str) {
    let program = parse(text);
    let query = everything(&program);
    for (live_ranges, mod_ref) in [(true, true), (true, false), (false, true), (false, false)] {
        let config = Config {
            live_ranges,
            mod_ref,
            ..Config::default()
        };
        let expected = ask(&program, &query, &config);
        for engine in Engine::ALL {
            let config = Config {
                engine,
                ..config.clone()
            };
            let found = ask(&program, &query, &config);
            let what = format!("{engine:?}, live ranges {live_ranges}, MOD/REF {mod_ref}");
            assert_eq!(found.goals, expected.goals, "{what}\n{text}");
            assert_eq!(found.invariants, expected.invariants, "{what}\n{text}");
            assert_eq!(found.unreachable, expected.unreachable, "{what}\n{text}");
        }
    }
}

#[test]
fn figure_1_of_bebop() {
    agree(
        "decl g;
        void main() begin
            decl h;
            h := !g;
            A(g, h);
            skip;
            A(g, h);
            skip;
            if (g) then R: skip; else S: skip; fi
        end
        void A(a1, a2) begin
            if (a1) then
                A(a2, a1);
                skip;
            else
                g := a2;
            fi
            T: skip;
        end",
    );
}

#[test]
fn mutual_recursion_with_results() {
    agree(
        "decl g;
        decl h := 0;
        bool<2> even(a, b) begin
            decl c, d;
            if (*) then E: return a, b; fi
            c, d := odd(b, !a);
            F: g := g ^ d;
            return d, c;
        end
        bool<2> odd(a, b) begin
            decl c, d;
            if (g) then h := 1; G: return b, a; fi
            c, d := even(a = b, b);
            H: assert(c | !d | g);
            return c, c ^ d;
        end
        void main() begin
            decl x, y;
            x, y := even(g, h);
            M: if (x & !y & h) then N: skip; fi
            _, x := odd(x, x);
            O: assert(!(x & !x));
        end",
    );
}

#[test]
fn main_calls_itself() {
    agree(
        "decl g := 0;
        decl depth := 0;
        void main() begin
            decl l;
            l := g;
            if (!depth) then depth := *; g := !g; main(); B: g := l; fi
            C: skip;
        end",
    );
}

#[test]
fn a_global_goes_round_a_procedure() {
    agree(
        "decl a;
        decl b := 1;
        decl c;
        void main() begin
            a := *;
            touch_a();
            L1: assert(b);
            b := c;
            touch_a();
            L2: if (b & !c) then L3: skip; fi
            if (a != c) then L4: skip; fi
        end
        void touch_a() begin a := !a; inner(); L5: skip; end
        void inner() begin if (a) then a := a & *; L6: inner(); fi end",
    );
}

#[test]
fn enforce_constrain_dead_and_schoose() {
    agree(
        "decl g, h;
        bool f(p) begin
            decl l := p;
            enforce (g | p);
            l := schoose[p, g] constrain ('l | h);
            dead h;
            L1: if (l) then g := *; r(l); fi
            return l & h;
        end
        void r(p) begin
            decl k := p;
            enforce (!(g & h));
            h := f(!p);
            L2: assume(k = h);
            L3: skip;
        end
        void main() begin
            decl x;
            x := f(g);
            L4: assert(x | g | h);
            r(x);
            L5: skip;
        end",
    );
}

#[test]
fn a_procedure_that_never_returns() {
    agree(
        "decl g;
        void stop() begin while (1) do skip; od end
        bool outside(a) begin return *; end
        void main() begin
            decl x;
            x := outside(g);
            L1: if (x) then stop(); L2: skip; fi
            L3: skip;
        end",
    );
}

#[test]
fn results_that_are_never_returned() {
    agree(
        "decl r;
        bool inner() begin return 1; end
        bool outer() begin decl x; x := inner(); L1: skip; end
        void main() begin r := outer(); if (!r) then L2: skip; fi end",
    );
}

#[test]
fn random_programs() {
    for seed in 0..200 {
        let size = [6, 12, 20, 32][(seed % 4) as usize];
        agree(&Random { seed, size }.to_string());
    }
}
