//! What is printed of predicates is read as the same terms; what people write instead; what is told of mistakes.

use super::*;
use ir::Stmt;
use semantics::Layout;

const PROGRAM: &str = "
    struct node { int key; unsigned flag : 3; struct node *next; struct { char deep; }; int grid[2][3]; };
    enum mode { OFF, ON = 7 };
    struct node *head, all[4];
    enum mode mode; _Bool ready; unsigned long big; double ratio; float small; short half; void *raw;
    int (*act)(int);
    int twice(int x) { static int calls; calls = calls + 1; if (calls > 9) return 0; x = x + x; return x; }
    int outside(void);
    int main(void) {
        struct node *n = head; int i = outside(), *p = &i; char c = i;
        if (n->next->key == 5) i = 1;
        if (n->flag != 2u) i = 2;
        if (all[i].grid[1][i + 2] < -2147483647 - 1) i = 3;
        if (*p + 1 > i * 3 % 7) i = 4;
        if (c == 'a') i = 5;
        if (mode == ON) i = 6;
        if (ready) i = 7;
        if ((big >> 3 & 0xffful) != 0x8000000000000000ul) i = 8;
        if (ratio < 1.5 || small > 0.1f) i = 9;
        if (half + 1 == 3) i = 10;
        if (act == twice) i = act(3);
        if (((struct node *)raw)->next == &all[2]) i = 11;
        if (n - all > 2) i = 12;
        if (n + i == head) i = 13;
        if (-i == ~i) i = 14;
        if (n->deep) i = 15;
        if ((unsigned char)i > 200) i = 16;
        if (!n) i = 17;
        if (p) i = 18;
        return twice(i);
    }";

fn program(model: ir::types::DataModel) -> Program {
    let text = PROGRAM.as_bytes().to_vec();
    let input = frontend::Input::Text {
        name: "test.i".into(),
        text,
    };
    let config = frontend::Config {
        model,
        ..frontend::Config::default()
    };
    frontend::compile(&[input], &config)
        .unwrap_or_else(|f| panic!("{}", f.diagnostics.render(&f.sources)))
        .program
}

#[test]
fn what_is_printed_is_read_as_the_same_term() {
    use ir::types::DataModel::{Ilp32, Lp64};
    for model in [Lp64, Ilp32] {
        let mut program = program(model);
        let mut exprs = Vec::new();
        for (func, _, cfg) in program.defined() {
            for edge in cfg.edges() {
                if let Stmt::Assume { cond } = cfg.edge(edge).stmt {
                    exprs.push((func, cond));
                }
            }
        }
        assert!(exprs.len() > 30);
        for (func, expr) in exprs {
            let text = program.show_expr(expr).to_string();
            let again = expression(&mut program, &Layout::default(), Some(func), &text);
            let shown = again.clone().map(|e| program.show_expr(e).to_string());
            assert_eq!(again, Ok(expr), "{text}: {shown:?}");
        }
    }
}

#[test]
fn people_may_write_less() {
    let mut program = program(ir::types::DataModel::Lp64);
    let main = program.function_named("main");
    let mut same = |a: &str, b: &str| {
        let a = expression(&mut program, &Layout::default(), main, a);
        let b = expression(&mut program, &Layout::default(), main, b);
        assert!(a.is_ok(), "{a:?}");
        assert_eq!(a, b);
    };
    same("big == 3", "big == 3ul");
    same("c == 97", "(int)c == 97");
    same("n == NULL", "n == (struct node *)0");
    same("!n", "n == (struct node*)0");
    same("mode == ON", "(unsigned int)mode == 7u");
    same("i + 1 << 2 == 3", "((i + 1) << 2) == 3");
    same("all[i].key < *p", "all[(long)i].key < (*p)");
    same("n->deep == 0", "(int)n->field3.deep == 0");
    same("n[1].key == 2", "(n + 1)->key == 2");
}

#[test]
fn mistakes_are_told() {
    let mut program = program(ir::types::DataModel::Lp64);
    let main = program.function_named("main");
    let mut why = |text: &str| match expression(&mut program, &Layout::default(), main, text) {
        Err(why) => why,
        Ok(expr) => panic!("{text} is {:?}", program.terms.expr(expr).kind),
    };
    assert_eq!(
        why("j == 1"),
        "there is no 'j' in 'main' and among the globals"
    );
    assert_eq!(
        why("i == 1 && i == 2"),
        "one condition per line, without && and ||"
    );
    assert_eq!(why("i =="), "an operand is missing at the end");
    assert_eq!(why("i = 1"), "'=' is not expected here");
    assert_eq!(why("n->nothing"), "there is no member 'nothing'");
    assert_eq!(why("*i == 2"), "only pointers to objects can be followed");
    assert_eq!(
        why("&n == 0"),
        "the program does not take the address of 'n'"
    );
    assert_eq!(why("*n == 0"), "arithmetic needs numbers");
    assert_eq!(why("ratio % 2"), "'%' needs integers");
    assert_eq!(why("n * 2"), "'*' does not go with pointers");
    assert_eq!(
        why("99999999999999999999999999999 == i"),
        "'99999999999999999999999999999' is not a number"
    );
    assert_eq!(why(&"(".repeat(100_000)), "it is nested too deeply");
    assert_eq!(why(&"-".repeat(100_000)), "it is nested too deeply");
}
