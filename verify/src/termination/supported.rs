//! Measures that need facts: those are made weaker until they hold wherever the loop is entered, and then until a turn from
//! a state in which they hold leads to another one.

use analysis::passes::termination::Visit;

use super::Search;
use super::candidate::Steps;
use super::facts::Guess;
use super::measures::{Answer, Asking, Found, MAX_GUESSES, Reach, overheard};
use super::seen::Seen;
use super::target::{Overflow, Target};
use crate::Verdict;

/// How often facts are made weaker.
const MAX_WEAKENED: usize = 60;

impl Search<'_> {
    /// A measure that falls on turns from states with facts.
    pub(super) fn fall_with_facts(
        &self,
        target: &Target<'_>,
        seen: &Seen<'_>,
        steps: &Steps,
        asking: &mut Asking<'_>,
    ) -> Option<Found> {
        let mut guess = Guess::new(&target.ingredients);
        let of_steps = steps.steps.iter().flat_map(|step| [&step.0, &step.1]);
        seen.entered
            .iter()
            .chain(of_steps)
            .for_each(|visit| guess.see(visit));
        let mut answers = Vec::new();
        for at in [Visit::Entered, Visit::Again] {
            let answer = self.weaken(target, &mut guess, at, asking)?;
            answers.push(answer);
        }
        let mut found = self.fall(
            target,
            Reach::OneTurn(guess.facts()),
            (steps, MAX_GUESSES),
            asking,
        )?;
        answers.append(&mut found.answers);
        Some(Found { answers, ..found })
    }

    /// Makes facts weaker until they hold there.
    fn weaken(
        &self,
        target: &Target<'_>,
        guess: &mut Guess,
        at: Visit,
        asking: &mut Asking<'_>,
    ) -> Option<Answer> {
        for _ in 0..MAX_WEAKENED {
            let facts = guess.facts();
            if facts.is_empty() {
                return None;
            }
            let woven = target.holds(&facts, at, Overflow::Stops)?;
            let answer = self.ask_about(&woven, at == Visit::Again, asking);
            let bug = match &answer.outcome.verdict {
                Verdict::Proved => return Some(answer),
                Verdict::Bug(bug) => bug,
                Verdict::Unknown(_) => return None,
            };
            let seen = overheard(&woven, &target.values, &answer.outcome.session, bug);
            let mut is_weaker = false;
            match at {
                Visit::Entered => seen.entered.iter().for_each(|visit| {
                    is_weaker |= guess.weaken(visit);
                }),
                Visit::Again => seen.steps[0].steps.iter().for_each(|step| {
                    is_weaker |= guess.weaken(&step.1);
                }),
            }
            if !is_weaker {
                return None;
            }
        }
        None
    }
}
