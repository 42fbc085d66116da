//! The printed results of the analyses on small programs.

use analysis::callgraph::{CallGraph, call_graph};
use analysis::mod_ref::mod_ref;
use analysis::passes::dead_code;
use analysis::points_to::{self, ObjectKind, PointsTo};
use analysis::print;
use analysis::regions::regions;
use frontend::{Input, compile};
use ir::Program;

fn analysed(text: &str) -> (Program, PointsTo, CallGraph) {
    let input = Input::Text {
        name: "test.i".into(),
        text: text.as_bytes().to_vec(),
    };
    let program = compile(&[input], &frontend::Config::default())
        .map_err(|f| format!("{:?}", f.diagnostics))
        .expect("the test is C")
        .program;
    let pts = points_to::points_to(&program, points_to::Config::default());
    let calls = call_graph(&program, &pts);
    (program, pts, calls)
}

const DRIVER: &str = "
struct ops { int (*open)(int); void (*close)(void); };
static int users;
static int my_open(int n) { users++; return n; }
static void my_close(void) { users--; }
static int unused(int n) { return n; }
static struct ops ops = { my_open, my_close };
extern void printk(const char *, ...);
static int depth(int n) { if (n > 0) return depth(n - 1); return ops.open(n); }
int main(void) { struct ops *p = &ops; depth(3); p->close(); printk(\"done\"); return users; }
";

#[test]
fn call_graphs() {
    let (program, _, calls) = analysed(DRIVER);
    let text = print::call_graph_text(&program, &calls);
    let expected = "my_open\nmy_close\nprintk (no body)\ndepth (recursive)\n  *my_open\n  depth\n\
                    main\n  *my_close\n  printk\n  depth\n";
    assert_eq!(text, expected);
    let dot = print::call_graph_dot(&program, &calls);
    assert!(
        dot.contains("\"depth\" -> \"my_open\" [style=dotted];"),
        "{dot}"
    );
    assert!(dot.contains("\"printk\" [style=dashed];"), "{dot}");
}

#[test]
fn candidates_are_told_apart_by_field() {
    let (program, pts, _) = analysed(DRIVER);
    let text = print::points_to_text(&program, &pts);
    assert!(text.contains("ops[0..8] -> my_open()\n"), "{text}");
    assert!(text.contains("ops[8..16] -> my_close()\n"), "{text}");
    assert!(text.contains("calls my_close\n"), "{text}");
}

#[test]
fn functions_write_what_their_callees_write() {
    let (program, pts, calls) = analysed(DRIVER);
    let effects = mod_ref(&program, &pts, &calls);
    let writes = |name: &str| {
        let func = program.function_named(name).expect("it is there");
        let cells = effects.writes(func);
        let names = cells
            .iter()
            .map(|&c| match pts.objects[pts.cells()[c].object].kind {
                ObjectKind::Var(v) => program.vars[v].unique.to_string(),
                kind => format!("{kind:?}"),
            });
        names.collect::<Vec<_>>()
    };
    assert_eq!(writes("my_open"), ["users"]);
    assert!(writes("depth").contains(&"users".to_owned()));
    assert!(!writes("my_close").contains(&"ops".to_owned()));
}

#[test]
fn regions_follow_objects_fields_and_punning() {
    let (program, pts, _) = analysed(
        "struct s { int a; int b; }; struct s x, y; union u { int i; char c[4]; } u;
         int f(struct s *p) { return p->a; }
         int main(void) { int n = 0; x.b = 1; y.b = 2; u.i = 7; n += u.c[n];
         return f(&x) + f(&y) + x.b + n; }",
    );
    let text = print::regions_text(&program, &pts, &regions(&program, &pts));
    // The first fields are reached by one pointer, the second ones by none.
    assert!(text.contains("array: x[0..4], y[0..4]\n"), "{text}");
    assert!(text.contains("array: x[4..8]\n"), "{text}");
    assert!(text.contains("bytes: u[0..4]\n"), "{text}");
    assert!(text.contains("symbol: main::n[0..4]\n"), "{text}");
}

#[test]
fn dead_branches_and_functions_go() {
    let (program, pts, _) = analysed(
        "static int debug; static int level = 3; int g;
         static void trace(void) { g = 1; } static void never(void) { g = 2; }
         int main(void) { if (debug) trace(); if (level == 3) g = 5; return g; }",
    );
    let reduced = dead_code::remove_dead_code(&program, &pts);
    reduced.program.verify().expect("it is well formed");
    let names: Vec<&str> = reduced
        .program
        .defined()
        .map(|(_, f, _)| &*f.name)
        .collect();
    assert!(!names.contains(&"never"), "{names:?}");
    let main = reduced.program.function_named("main").expect("it is there");
    let text = reduced.program.show_function(main).to_string();
    assert!(
        !text.contains("trace()") && !text.contains("assume"),
        "{text}"
    );
    assert!(text.contains("g = 5"), "{text}");
}

#[test]
fn the_same_program_gives_the_same_text() {
    let text = || {
        let (program, pts, calls) = analysed(DRIVER);
        let parts = regions(&program, &pts);
        print::points_to_text(&program, &pts)
            + &print::call_graph_text(&program, &calls)
            + &print::regions_text(&program, &pts, &parts)
    };
    assert_eq!(text(), text());
}
