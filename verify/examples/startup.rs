//! What a check costs before its first iteration: the front end, and the passes and facts that the loop begins with.
//!
//! ```sh
//! cargo build --release -p verify --example startup
//! target/release/examples/startup FILE [PROPERTY]
//! valgrind --tool=callgrind target/release/examples/startup FILE [PROPERTY]
//! ```
//!
//! Prints the time of both parts in milliseconds. Instruction counts are steadier, and say which function they are of.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use frontend::property::{Property, compile_with_property};
use frontend::{Config, Input};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: startup FILE [PROPERTY]");
        return ExitCode::FAILURE;
    };
    let property = arguments.next().map(|name| Property::open(&name));
    let Ok(property) = property.unwrap_or_else(|| Ok(Property::default())) else {
        eprintln!("there is no such property");
        return ExitCode::FAILURE;
    };
    let config = Config {
        models: true,
        ..Config::default()
    };
    let (checked, front) =
        timed(|| compile_with_property(&[Input::File(file.into())], &config, &property));
    let Ok(checked) = checked else {
        eprintln!("it does not compile");
        return ExitCode::FAILURE;
    };
    let (_session, passes) = timed(|| verify::Session::new(&checked, verify::Config::default()));
    println!(
        "front end {} ms, passes and facts {} ms",
        front.as_millis(),
        passes.as_millis()
    );
    ExitCode::SUCCESS
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    (work(), started.elapsed())
}
