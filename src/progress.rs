//! A line on the terminal that says what is going on; nothing at all where standard error is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::check::{Check, Event};

#[derive(Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(120);

impl Progress {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if !bar.is_hidden() {
            let style = ProgressStyle::with_template("{spinner} {elapsed}  {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_message("reading");
            bar.enable_steady_tick(TICK);
        }
        Progress { bar }
    }

    pub(crate) fn see(&self, check: &Check, event: &Event<'_>) {
        if let Event::Phase(phase) = event
            && !self.bar.is_hidden()
        {
            let n = check.statistics.iterations.len();
            let predicates = check.precision.len();
            self.bar.set_message(format!(
                "iteration {n}, {predicates} predicates: {}",
                phase.name()
            ));
        }
    }

    /// Leaves the terminal as it was.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
