//! The checks that an answer is made of: each is a check of its own, of the program with the checks woven in.

use std::collections::BTreeMap;

use analysis::passes::termination::Woven;
use frontend::property::{Checked, Violation};
use ir::FuncId;

use super::Search;
use crate::{Config, Event, Observer, Outcome, ProvedBy, Session};

/// A question of safety.
pub(super) struct Question<'q> {
    pub(super) woven: &'q Woven,
    /// What a failure means.
    pub(super) message: &'q str,
    pub(super) iterations: usize,
    /// Whether the ends of its executions are near: then they are followed at once, before there are any predicates.
    pub(super) is_short: bool,
}

impl Search<'_> {
    /// Whether any of the checks can fail.
    pub(super) fn ask(
        &self,
        question: &Question<'_>,
        observer: &mut dyn Observer,
    ) -> (Checked, Outcome) {
        let woven = question.woven;
        let checked = self.with_checks(woven, question.message);
        let config = Config {
            max_iterations: Some(question.iterations),
            ..self.config
        };
        let mut session = Session::new(&checked, config);
        if question.is_short {
            session.decided_before.push(ProvedBy::Unrolling);
        }
        let machine = self.sought.counting.map(|counting| counting.state);
        let noted = woven.noted.iter().filter(|pair| Some(pair.1) != machine);
        let noted = noted.map(|pair| pair.0);
        session.synthetic.state.extend(noted.filter(|&var| {
            let kind = woven.program.vars[var].kind;
            kind.is_static()
        }));
        let outcome = session.run(&mut OnlyPhases(observer));
        (checked, outcome)
    }

    /// The user's program with checks, whose failures are the violations.
    fn with_checks(&self, woven: &Woven, message: &str) -> Checked {
        let mut checked = self.checked.clone();
        checked.compiled.program.clone_from(&woven.program);
        let of_loops = woven.points.iter().filter_map(|point| point.error);
        let errors = of_loops.chain(woven.recursions.iter().copied());
        let violation = |error: FuncId| {
            let rule = self.sought.rule.clone();
            let message = format!("{message}{}", self.sought.means);
            (error, Violation { rule, message })
        };
        checked.violations = errors.map(violation).collect::<BTreeMap<_, _>>();
        checked
    }
}

/// What a part finds and saves is of no use to who asked for the whole.
struct OnlyPhases<'o>(&'o mut dyn Observer);

impl Observer for OnlyPhases<'_> {
    fn see(&mut self, session: &Session, event: Event<'_>) {
        if let Event::Phase(phase) = event {
            self.0.see(session, Event::Phase(phase));
        }
    }
}
