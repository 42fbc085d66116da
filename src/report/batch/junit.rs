//! A run as JUnit's XML, which CI systems show: a suite for each folder, a test case for each task.
//!
//! A task fails if it has an unexpected bug, or another answer than the expected one. No answer is a test that
//! was skipped, with its reason; a crash, or an input that cannot be read, is an error.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{remark, rule, sorted};
use crate::batch::record::{About, Judgement, Record, Verdict};
use crate::batch::task::Problem;

/// The suite of what could not be used.
const INPUTS: &str = "inputs";

pub(crate) fn write(
    records: &[Record],
    about: Option<&About>,
    to: impl io::Write,
) -> io::Result<()> {
    report(records, about)
        .serialize(to)
        .map_err(io::Error::other)
}

fn report(records: &[Record], about: Option<&About>) -> Report {
    let mut suites: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for record in sorted(records) {
        let suite = suites.entry(&record.group);
        let suite = suite.or_insert_with(|| TestSuite::new(record.group.as_str()));
        suite.add_test_case(case(record));
        let time = suite.time.unwrap_or_default() + seconds(record);
        suite.set_time(time);
    }
    let mut report = Report::new("cegar batch");
    let time = suites.values().filter_map(|suite| suite.time).sum();
    report.set_time(time);
    report.add_test_suites(suites.into_values());
    let problems = about.map(|about| about.problems.as_slice());
    if let Some(problems) = problems.filter(|problems| !problems.is_empty()) {
        let mut suite = TestSuite::new(INPUTS);
        suite.add_test_cases(problems.iter().map(unusable));
        report.add_test_suite(suite);
    }
    report
}

fn case(record: &Record) -> TestCase {
    let mut case = TestCase::new(record.task.as_str(), status(record));
    case.set_classname(rule(record));
    case.set_time(seconds(record));
    case
}

fn status(record: &Record) -> TestCaseStatus {
    let mut status = match (record.verdict, record.judgement()) {
        (Verdict::Error, _) => TestCaseStatus::non_success(NonSuccessKind::Error),
        (Verdict::Unknown, _) => TestCaseStatus::skipped(),
        _ if record.wants_attention() => TestCaseStatus::non_success(NonSuccessKind::Failure),
        (Verdict::NotApplicable, None) => TestCaseStatus::skipped(),
        _ => return TestCaseStatus::success(),
    };
    let words = record.verdict.phrase();
    let kind = match record.judgement() {
        Some(Judgement::Wrong) => format!("wrong answer: {words}"),
        _ => words.to_owned(),
    };
    status.set_type(kind);
    status.set_message(remark(record));
    status
}

fn seconds(record: &Record) -> Duration {
    Duration::try_from_secs_f64(record.seconds).unwrap_or_default()
}

fn unusable(problem: &Problem) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("input");
    status.set_message(problem.to_string());
    let mut case = TestCase::new(problem.file.display().to_string(), status);
    case.set_classname(INPUTS);
    case
}
