//! Symbolic exploration against the explicit one, on random systems with variables: the explicit algorithms share nothing with
//! it but the parser.

use crate::families::prng::Prng;
use crate::ltl;
use crate::pds::{
    EndedRuns, Exploration, LtlVerdict, Measure, PAutomaton, PdsFile, Property, PushdownSystem,
    Reachability, SymbolicReach, SymbolicSystem, SymbolicVerdict, System, check_ltl, parse_pattern,
    post_star, reach, read_for,
};

const CONTROLS: [&str; 2] = ["p", "q"];
const SYMBOLS: [&str; 3] = ["A", "B", "C"];

/// g has two bits, h one; of the locals, x has two.
fn expression(dice: &mut Prng, right: usize, depth: u32) -> String {
    let mut names = vec!["g", "h", "x", "g'", "h'"];
    if right > 0 {
        names.push("x'");
    }
    if right > 1 {
        names.push("x''");
    }
    if depth == 0 || dice.chance(15) {
        return match dice.below(4) {
            0 => dice.below(5).to_string(),
            _ => (*dice.pick(&names)).to_owned(),
        };
    }
    let operators = [
        "=", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "&", "|", "^", "->", "<->",
    ];
    let operator = *dice.pick(&operators);
    let (left, other) = (
        expression(dice, right, depth - 1),
        expression(dice, right, depth - 1),
    );
    match dice.below(12) {
        0 => format!("!({left})"),
        1 => format!("(-{left} < {other})"),
        _ => format!("({left} {operator} {other})"),
    }
}

/// A condition with something that most variables become, so that not everything follows everything.
fn condition(dice: &mut Prng, right: usize) -> String {
    let mut parts = vec![expression(dice, right, 2)];
    let updates = [
        ("g'", ["g", "x", "g + 1", "3 - x"]),
        ("h'", ["h", "!h", "(g = x)", "1"]),
        ("x'", ["x", "g", "x - 1", "x * 2"]),
        ("x''", ["x", "h", "g", "0"]),
    ];
    for (name, values) in updates.iter().take(2 + right) {
        if dice.chance(85) {
            parts.push(format!("{name} = {}", dice.pick(values)));
        }
    }
    parts.join(" & ")
}

fn random_file(dice: &mut Prng) -> String {
    let mut text = "define TWO 2\nglobal int g(TWO)\nglobal bool h\nlocal int x(2)\n".to_owned();
    let stack: Vec<&str> = (0..dice.below(3)).map(|_| *dice.pick(&SYMBOLS)).collect();
    text += &format!("({} <{}>)\n", dice.pick(&CONTROLS), stack.join(" "));
    for _ in 0..3 + dice.below(7) {
        let right = [0, 1, 1, 2, 2][dice.below(5) as usize];
        let put: Vec<&str> = (0..right).map(|_| *dice.pick(&SYMBOLS)).collect();
        let (from, to) = (*dice.pick(&CONTROLS), *dice.pick(&CONTROLS));
        let top = *dice.pick(&SYMBOLS);
        let with = match dice.chance(90) {
            true => format!(" ({})", condition(dice, right)),
            false => String::new(),
        };
        text += &format!("{from} <{top}> --> {to} <{}>{with}\n", put.join(" "));
    }
    text
}

/// The same file, explored in both ways.
fn both(text: &str) -> Option<(PdsFile, SymbolicSystem)> {
    let explicit = match read_for(text, Exploration::Explicit) {
        Ok(System::Explicit(file)) => *file,
        // A number may become too large; nothing else is wrong with these files.
        Ok(System::Symbolic(_)) | Err(_) => return None,
    };
    match read_for(text, Exploration::Symbolic) {
        Ok(System::Symbolic(system)) => Some((explicit, *system)),
        _ => None,
    }
}

/// A control state or symbol with or without values.
fn valued(dice: &mut Prng, name: &str, is_control: bool) -> String {
    match (is_control, dice.below(3)) {
        (true, 0) => format!("{name}[g={};h={}]", dice.below(4), dice.below(2)),
        (false, 0) => format!("{name}[x={}]", dice.below(4)),
        _ => name.to_owned(),
    }
}

fn pattern(dice: &mut Prng) -> String {
    let control = *dice.pick(&CONTROLS);
    let control = valued(dice, control, true);
    let stack: Vec<String> = (0..dice.below(4))
        .map(|_| match dice.below(5) {
            0 => "_".to_owned(),
            1 => "_*".to_owned(),
            _ => {
                let symbol = *dice.pick(&SYMBOLS);
                valued(dice, symbol, false)
            }
        })
        .collect();
    format!("{control} <{}>", stack.join(" "))
}

/// The set of a pattern; that of a name that the explicit system does not have is empty.
fn explicit_set(pattern: &str, system: &mut PushdownSystem) -> PAutomaton {
    for word in pattern.split(|c: char| !crate::pds::system::is_name_char(c)) {
        let name = word.split('[').next().unwrap_or_default();
        if CONTROLS.contains(&name) && system.controls_called(word).is_empty() {
            system.control(word);
        }
        if SYMBOLS.contains(&name) && system.symbols_called(word).is_empty() {
            system.symbol(word);
        }
    }
    parse_pattern(pattern, system).unwrap()
}

fn symbolic_set(pattern: &str, system: &mut SymbolicSystem) -> Option<PAutomaton> {
    system.learn_names(pattern);
    parse_pattern(pattern, system.names()).ok()
}

#[test]
fn reachability_agrees_with_the_explicit_system() {
    let mut dice = Prng(3);
    let (mut reached, mut unreached, mut longest) = (0, 0, 0);
    for round in 0..rounds(250) {
        let text = random_file(&mut dice);
        let patterns: Vec<String> = (0..4).map(|_| pattern(&mut dice)).collect();
        let Some((explicit, mut symbolic)) = both(&text) else {
            continue;
        };
        for pattern in &patterns {
            let mut system = explicit.system.clone();
            let to = explicit_set(pattern, &mut system);
            let from = explicit.from.clone().unwrap().widened(&system);
            let Some(set) = symbolic_set(pattern, &mut symbolic) else {
                continue;
            };
            let expected = reach(&system, &from, &to, Measure::FewestRules).unwrap();
            assert_eq!(
                post_star(&system, &from).meets(&to),
                expected != Reachability::Unreachable
            );
            let found = symbolic.reach(&symbolic.initial().unwrap(), &set).unwrap();
            match (&expected, &found) {
                (Reachability::Unreachable, SymbolicReach::Unreachable) => unreached += 1,
                (Reachability::Reachable { .. }, SymbolicReach::Reachable(Some(run))) => {
                    longest = longest.max(run.run.rules.len());
                    reached += 1;
                }
                other => panic!("round {round}, {pattern}: {other:?}\n{text}"),
            }
        }
    }
    assert!(reached > 150 && unreached > 100, "{reached} {unreached}");
    assert!(longest > 5, "{longest}");
}

/// Formulas with an atom over variables, and what it is in the explicit system.
const FORMULAS: [&str; 12] = [
    "F at A",
    "G F in q",
    "F G at B",
    "at A U in q",
    "G (at B -> X in q)",
    "F terminated",
    "G !terminated",
    "F {x = 1}",
    "G F {g < 2}",
    "G ({h} -> X !{h})",
    "F G {x = g}",
    "G (at C -> F {x > 1 & !h})",
];

/// An expression over variables as a disjunction of names.
fn spelled_out(formula: &str, system: &PushdownSystem) -> String {
    let mut out = String::new();
    let mut rest = formula;
    while let Some(start) = rest.find('{') {
        let end = rest.find('}').unwrap();
        let condition = &rest[start + 1..end];
        let holds = |g: i64, h: i64, x: i64| match condition {
            "x = 1" => x == 1,
            "g < 2" => g < 2,
            "h" => h == 1,
            "x = g" => x == g,
            _ => x > 1 && h == 0,
        };
        let mut parts = vec!["false".to_owned()];
        for (g, h, x) in (0..32).map(|n| (n & 3, n >> 2 & 1, n >> 3)) {
            if !holds(g, h, x) {
                continue;
            }
            let names = |list: &[&str], values: &str, exists: &dyn Fn(&str) -> bool| {
                let names = list.iter().map(|name| format!("{name}[{values}]"));
                let names: Vec<String> = names.filter(|name| exists(name)).collect();
                let names = names.iter().map(|name| format!("\"{name}\""));
                let all: Vec<String> = ["false".to_owned()].into_iter().chain(names).collect();
                all.join(" | ")
            };
            let controls = names(&CONTROLS, &format!("g={g};h={h}"), &|name| {
                system.find_control(name).is_some()
            });
            let symbols = names(&SYMBOLS, &format!("x={x}"), &|name| {
                system.find_symbol(name).is_some()
            });
            // An empty stack has no locals, and an expression without locals is true of it too.
            parts.push(match condition.contains('x') {
                true => format!("(({controls}) & ({symbols}))"),
                false => format!("({controls})"),
            });
        }
        out += &format!("{}({})", &rest[..start], parts.join(" | "));
        rest = &rest[end + 1..];
    }
    out + rest
}

#[test]
fn temporal_logic_agrees_with_the_explicit_system() {
    let mut dice = Prng(5);
    let (mut held, mut violated, mut cycles) = (0, 0, 0);
    for round in 0..rounds(600) {
        let text = random_file(&mut dice);
        let formula = FORMULAS[round % FORMULAS.len()];
        let ended = match dice.below(2) {
            0 => EndedRuns::Stutter,
            _ => EndedRuns::Ignore,
        };
        let Some((explicit, mut symbolic)) = both(&text) else {
            continue;
        };
        let wanted = ltl::parse(&spelled_out(formula, &explicit.system)).unwrap();
        let Ok(property) = Property::formula(&wanted, &[], &explicit.system) else {
            continue;
        };
        let from = explicit.from.as_ref().unwrap();
        let expected = check_ltl(&explicit.system, from, &property, ended).unwrap();
        let wanted = ltl::parse(formula).unwrap();
        symbolic.learn_conditions(wanted.atoms());
        let Ok(property) = Property::formula(&wanted, &[], symbolic.names()) else {
            continue;
        };
        let found = symbolic.check_ltl(&symbolic.initial().unwrap(), &property, ended);
        match (&expected, found.unwrap()) {
            (LtlVerdict::Holds, SymbolicVerdict::Holds) => held += 1,
            (LtlVerdict::Violated(_), SymbolicVerdict::Violated(Some(found))) => {
                cycles += usize::from(!found.lasso.cycle.is_empty());
                violated += 1;
            }
            other => panic!("round {round}, {formula}, {ended:?}: {other:?}\n{text}"),
        }
    }
    assert!(
        held > 30 && violated > 40 && cycles > 20,
        "{held} {violated} {cycles}"
    );
}

fn rounds(default: usize) -> usize {
    let given = std::env::var("CEGAR_SOAK_CASES").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(default)
}
