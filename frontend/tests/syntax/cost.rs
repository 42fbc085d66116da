//! Cost grows with size and not faster.

use std::time::{Duration, Instant};

use crate::tools::{files, parse};

/// How often the files are repeated for a text of some hundred kilobytes, whose time can be measured.
const COPIES: usize = 10;
/// Ten times the text may take this many times as long: quadratic cost would be a hundred.
const LIMIT: u32 = 30;

#[test]
fn cost_is_linear() {
    let texts = files("accept").into_iter();
    let texts: Vec<Vec<u8>> = texts.map(|f| std::fs::read(f).expect("readable")).collect();
    let lines = texts
        .iter()
        .flat_map(|text| text.split(|&byte| byte == b'\n'));
    // Directives are the preprocessor's.
    let kept: Vec<&[u8]> = lines.filter(|line| !line.starts_with(b"#")).collect();
    let text = kept.join(&b'\n').repeat(COPIES);
    let once = fastest(&text);
    let ten = fastest(&text.repeat(10));
    assert!(ten < once * LIMIT, "{once:?} grows to {ten:?}");
}

fn fastest(text: &[u8]) -> Duration {
    let time = || {
        let start = Instant::now();
        parse("timed.i", text);
        start.elapsed()
    };
    (0..3).map(|_| time()).min().unwrap_or_default()
}
