//! A line on the terminal that says what is going on; nothing at all where standard error is no terminal.

use std::sync::OnceLock;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report::check::counted;
use verify::{Event, Session};

#[derive(Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

/// How often the line is drawn.
const TIME_BETWEEN_DRAWS: Duration = Duration::from_millis(120);

/// The line of this process, once there is one.
static LINE: OnceLock<ProgressBar> = OnceLock::new();

/// Does something, such as printing, while the line is not on the terminal.
pub(crate) fn aside(work: impl FnOnce()) {
    match LINE.get() {
        Some(bar) => bar.suspend(work),
        None => work(),
    }
}

/// Where a line that changes can be drawn, if that is possible.
pub(crate) fn target() -> ProgressDrawTarget {
    match std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb") {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    }
}

impl Progress {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, target());
        if !bar.is_hidden() {
            let style = ProgressStyle::with_template("{spinner} {elapsed}  {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_message("reading");
            bar.enable_steady_tick(TIME_BETWEEN_DRAWS);
        }
        let _ = LINE.set(bar.clone());
        Progress { bar }
    }

    pub(crate) fn see(&self, check: &Session, event: &Event<'_>) {
        if let Event::Phase(phase) = event
            && !self.bar.is_hidden()
        {
            let n = check.statistics.iterations.len();
            let predicates = counted(check.precision.len(), "predicate");
            let doing = phase.name();
            self.bar
                .set_message(format!("iteration {n}, {predicates}: {doing}"));
        }
    }

    /// Leaves the terminal as it was.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
