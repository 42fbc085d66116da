//! What sizes of diagrams follow: numbers of nodes, which do not depend on the machine.

use checker::{Config, Goal, Query, Session, VariableOrder, Verdict};

use super::parse;

/// The most nodes that it takes to tell that a label is not reachable.
fn nodes(text: &str, config: &Config) -> usize {
    let query = Query {
        goals: vec![Goal::Label("R".into())],
        ..Query::default()
    };
    let report = Session::new(&parse(text), &[], config)
        .and_then(|session| session.check(&query))
        .unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(report.goals, [Verdict::Unreachable]);
    report.stats.bdd_peak_nodes
}

fn names(letter: char, n: usize) -> Vec<String> {
    (0..n).map(|i| format!("{letter}{i}")).collect()
}

/// All variables are copied at once, by a step that relates the first half of the order with the second.
fn copy(n: usize) -> String {
    let (x, y) = (names('x', n), names('y', n));
    let (xs, ys) = (x.join(","), y.join(","));
    let zeros = vec!["0"; n].join(",");
    let last = &y[n - 1];
    format!(
        "decl {xs}; decl {ys};
         void main() begin
           {xs} := {zeros};
           {ys} := {xs};
           if ({last}) then R: skip; fi
         end"
    )
}

#[test]
fn a_step_costs_what_it_does_to_a_set() {
    let config = Config {
        variable_order: VariableOrder::Declaration,
        ..Config::default()
    };
    let (small, large) = (nodes(&copy(20), &config), nodes(&copy(40), &config));
    assert!(large < 3 * small, "{small} nodes, then {large}");
}

/// Whatever is there goes round in a procedure that is called from one place, and never comes to the last variable.
fn ring(n: usize) -> String {
    let g = names('g', n);
    let gs = g.join(",");
    let mut turned = g.clone();
    turned.rotate_left(1);
    format!(
        "decl {gs}; decl last;
         void main() begin
           last := 0;
           turn();
           if (last) then R: skip; fi
         end
         void turn() begin
           while (*) do {gs},last := {},g0 & last; od
         end",
        turned.join(",")
    )
}

#[test]
fn a_procedure_called_from_one_place_costs_no_memory() {
    let config = |once| Config {
        memoryless_from_slots: once,
        ..Config::default()
    };
    let (without, with) = (config(Some(0)), config(None));
    let (small, large) = (nodes(&ring(7), &without), nodes(&ring(14), &without));
    assert!(large < 3 * small, "{small} nodes, then {large}");
    let remembered = nodes(&ring(14), &with);
    assert!(
        100 * large < remembered,
        "{large} nodes, {remembered} with memory"
    );
}

/// The most nodes that it takes to explore a program of a family.
fn family_nodes(text: &str, variable_order: VariableOrder) -> usize {
    let config = Config {
        variable_order,
        trace: false,
        ..Config::default()
    };
    let query = Query {
        unreachable: true,
        ..Query::default()
    };
    let report = Session::new(&parse(text), &[], &config)
        .and_then(|session| session.check(&query))
        .unwrap_or_else(|e| panic!("{e:?}"));
    report.stats.bdd_peak_nodes
}

#[test]
fn numbers_are_ordered_by_comparisons_and_predicates_by_assignments() {
    use checker::families::{Driver, Property, Quicksort, Version};
    let numbers = Quicksort::new(4, 3, Version::Corrected, Property::Sorted).expect("they fit");
    let numbers = numbers.to_string();
    let chosen = family_nodes(&numbers, VariableOrder::Automatic);
    assert_eq!(chosen, family_nodes(&numbers, VariableOrder::Comparisons));
    assert!(2 * chosen < family_nodes(&numbers, VariableOrder::Assignments));
    let predicates = Driver {
        seed: 2,
        statements: 300,
        predicates: 20,
        faulty: false,
    };
    let predicates = predicates.to_string();
    let chosen = family_nodes(&predicates, VariableOrder::Automatic);
    assert_eq!(
        chosen,
        family_nodes(&predicates, VariableOrder::Assignments)
    );
    assert!(chosen < family_nodes(&predicates, VariableOrder::Comparisons));
}
