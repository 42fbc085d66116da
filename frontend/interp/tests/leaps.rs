//! Loops that the interpreter leaps over against the same loops run turn by turn.
//!
//! Random programs of a few scalars and loops: both runs must end in the same way, print the same and take the same
//! number of steps. An observer that sees every edge keeps the interpreter from leaping.

#[path = "../../tests/support/mutate.rs"]
#[allow(dead_code)]
mod mutate;

use frontend::{Config, Input, compile};
use interp::{
    Control, Exit, Limit, Limits, Observer, Outcome, RunConfig, Script, View, run, run_observed,
};
use ir::types::DataModel;
use ir::{EdgeId, FuncId, Program};
use mutate::{Random, from_environment};

const ROUNDS: u64 = 100;
const STEPS_WITHOUT_LEAPS: u64 = 2_000_000;
const STEPS_WITH_LEAPS: u64 = 100_000;

struct Everything;

impl Observer for Everything {
    fn edge(&mut self, _: FuncId, _: EdgeId, _: &mut View<'_, '_>) -> Control {
        Control::Continue
    }
}

fn compiled(text: &str, model: DataModel) -> Program {
    let input = Input::Text {
        name: "loops.i".into(),
        text: text.into(),
    };
    let config = Config {
        model,
        ..Config::default()
    };
    let compiled = compile(&[input], &config);
    compiled.expect("the program is good").program
}

fn limited(steps: u64) -> RunConfig {
    RunConfig {
        limits: Limits {
            steps,
            ..Limits::default()
        },
        ..RunConfig::default()
    }
}

fn turn_by_turn(program: &Program) -> Outcome {
    let config = limited(STEPS_WITHOUT_LEAPS);
    run_observed(
        program,
        &config,
        &mut Script::default(),
        Some(&mut Everything),
    )
}

fn leaping(program: &Program) -> Outcome {
    run(program, &limited(STEPS_WITH_LEAPS), &mut Script::default())
}

const TYPES: [&str; 8] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long long",
];

struct Writer {
    random: Random,
    text: String,
}

impl Writer {
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.random.below(of.len())]
    }

    fn variable(&mut self) -> String {
        format!("v{}", self.random.below(5))
    }

    fn number(&mut self) -> String {
        let small = self.random.below(9).to_string();
        let other = self.random.below(70_000).to_string();
        let edges = [
            "-1",
            "127",
            "255",
            "32767",
            "65535",
            "2147483647",
            "4294967295u",
        ];
        let edge = self.pick(&edges);
        match self.random.below(6) {
            0..4 => small,
            4 => other,
            _ => edge.into(),
        }
    }

    fn operand(&mut self) -> String {
        match self.random.below(2) {
            0 => self.variable(),
            _ => self.number(),
        }
    }

    fn statement(&mut self, depth: u32) {
        let (to, a, b) = (self.variable(), self.operand(), self.operand());
        let step = self.random.below(7);
        let comparison = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let operator = self.pick(&["+", "-", "+", "*", "<<", "&", "%"]);
        match self.random.below(12) {
            0..4 => self.text += &format!("{to} += {step};\n"),
            4 => self.text += &format!("{to} -= {step};\n"),
            5 => self.text += &format!("{to} = {a};\n"),
            6 if operator == "<<" => self.text += &format!("{to} = {a} << {};\n", step % 4),
            6 if operator == "%" => self.text += &format!("{to} = {a} % 7;\n"),
            6 => self.text += &format!("{to} = {a} {operator} {b};\n"),
            7 => self.text += &format!("{to} = add({to}, {step});\n"),
            8 => {
                self.text += &format!("if ({a} {comparison} {b}) {{\n");
                self.statement(depth);
                self.text += "}\n";
            }
            9 => self.text += &format!("memory = {to};\n"),
            10 if depth > 0 => self.repeat(depth - 1),
            _ => self.text += &format!("{to}++;\n"),
        }
    }

    fn repeat(&mut self, depth: u32) {
        let most = [20, 3_000, 100_000][depth as usize];
        let name = format!("n{depth}");
        let (a, b) = (self.operand(), self.operand());
        let comparison = self.pick(&["<", "<=", ">", ">=", "!="]);
        let step = 1 + self.random.below(3);
        let head = match self.random.below(3) {
            0 => format!("for ({name} = 0; {name} < {most}; {name} += {step}) {{\n"),
            1 => format!("for ({name} = {most}; {name} != 0; {name}--) {{\n"),
            _ => {
                format!("for ({name} = 0; {a} {comparison} {b} && {name} < {most}; {name}++) {{\n")
            }
        };
        self.text += &head;
        for _ in 0..1 + self.random.below(4) {
            self.statement(depth);
        }
        self.text += "}\n";
    }

    fn program(mut self) -> String {
        self.text += "int printf(const char *, ...);\n";
        self.text += "static unsigned add(unsigned a, unsigned b) { return a + b; }\n";
        let global = self.pick(&TYPES);
        let start = self.number();
        self.text += &format!("{global} v4 = {start};\nint main(void) {{\n");
        self.text += "unsigned n0, n1, n2; long cell = 0; volatile long *p = &cell;\n";
        for n in 0..4 {
            let (ty, start) = (self.pick(&TYPES), self.number());
            self.text += &format!("{ty} v{n} = {start};\n");
        }
        for _ in 0..2 {
            self.repeat(2);
        }
        for n in 0..5 {
            self.text += &format!("printf(\"%lld \", (long long)v{n});\n");
        }
        self.text += "printf(\"%ld\", cell);\nreturn 0;\n}\n";
        self.text.replace("memory", "*p")
    }
}

#[test]
fn a_leap_ends_where_the_turns_end() {
    let rounds = from_environment("FUZZ_ROUNDS").unwrap_or(ROUNDS);
    let seed = from_environment("FUZZ_SEED").unwrap_or(1);
    let mut shorter = 0;
    for round in 0..rounds {
        let writer = Writer {
            random: Random::new(seed.wrapping_mul(1_000_003).wrapping_add(round)),
            text: String::new(),
        };
        let text = writer.program();
        let model = [DataModel::Lp64, DataModel::Ilp32][round as usize % 2];
        let program = compiled(&text, model);
        let (slow, fast) = (turn_by_turn(&program), leaping(&program));
        if fast.exit == Exit::Limit(Limit::Steps) {
            continue;
        }
        if fast.exit == Exit::Limit(Limit::Endless) {
            assert_eq!(slow.exit, Exit::Limit(Limit::Steps), "{text}");
            continue;
        }
        if slow.exit == Exit::Limit(Limit::Steps) {
            shorter += 1;
            continue;
        }
        assert_eq!(fast, slow, "{text}");
        shorter += usize::from(slow.steps > STEPS_WITH_LEAPS);
    }
    assert!(shorter as u64 > rounds / 4, "only {shorter} leaps");
}

#[test]
fn billions_of_turns() {
    let text = "
        int main(void) {
            unsigned long long sum = 0; unsigned i, j;
            for (i = 0; i < 4000000000u; i++) {
                for (j = 0; j < 10; j++) ;
                sum += 3;
            }
            return sum == 12000000000ull && j == 10;
        }";
    let outcome = leaping(&compiled(text, DataModel::Ilp32));
    assert_eq!(outcome.exit, Exit::Code(1));
    assert!(outcome.steps > 40_000_000_000);
}

#[test]
fn a_loop_without_end() {
    let text = "int main(void) { unsigned i = 0; for (;;) i += 2; }";
    let outcome = leaping(&compiled(text, DataModel::Lp64));
    assert_eq!(outcome.exit, Exit::Limit(Limit::Endless));
}

#[test]
fn a_library_function_between_turns() {
    let text = "
        typedef unsigned long size_t;
        void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
        unsigned count;
        int array[200];
        static int compare(const void *a, const void *b) {
            int i = 0;
            do count++; while (++i < 2);
            return count > 1000000;
        }
        int main(void) {
            qsort(array, 200, sizeof(int), compare);
            return count > 1000000;
        }";
    let program = compiled(text, DataModel::Lp64);
    let outcome = leaping(&program);
    assert_eq!(outcome.exit, Exit::Code(0));
    assert_eq!(outcome, turn_by_turn(&program));
}
