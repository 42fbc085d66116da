//! Batch runs: many tasks, each checked in a process of its own, with limits that hold.
//!
//! `task` says what is to be checked, `record` what came of it: one line of JSON per finished task, in a file that only
//! ever grows, and which `read_run` reads. So whatever ends a run, what it had finished is there, and a later run goes on from it. `run` is what
//! runs the tasks, `display` what is seen of it meanwhile, `input_files` the files that an answer depends on. `tasks`
//! finds the tasks, `report` tells what came of a run.

mod display;
pub(crate) mod input_files;
pub(crate) mod read_run;
pub(crate) mod record;
pub(crate) mod run;
pub(crate) mod task;
pub(crate) mod tasks;
