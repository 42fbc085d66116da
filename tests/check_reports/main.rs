//! `cegar check --report`: what is in the files, whatever the answer is.

mod answers;
mod assumptions;
mod failures;
mod long_stories;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use quick_xml::events::Event;
use serde_json::Value;

/// A folder of its own for each test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    }

    fn check(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cegar"))
            .current_dir(self.0.path())
            .arg("check")
            .args(["--time-limit", "30"])
            .args(arguments)
            .output()
            .expect("cegar runs")
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).expect("a report")
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }
}

const LOCKS: &str = "\
int nondet_int(void);
void mutex_lock(int *);
void mutex_unlock(int *);
int m;
static void work(int n)
{
    if (n > 3)
        mutex_unlock(&m);
}
int main(void)
{
    int n = nondet_int();
    mutex_lock(&m);
    work(n);
    mutex_lock(&m);
    mutex_unlock(&m);
    return 0;
}
";

const ALL: [&str; 6] = [
    "--report",
    "html=r.html",
    "--report",
    "sarif=r.sarif",
    "--report",
    "json=r.json",
];

fn with_all<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    arguments.iter().copied().chain(ALL).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The only result, whose rule must be there, and whose first place must be in a file.
#[track_caller]
fn result(sarif: &Value) -> &Value {
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    let result = &results[0];
    assert_eq!(
        result["ruleId"], run["tool"]["driver"]["rules"][0]["id"],
        "{sarif:#}"
    );
    let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(uri.as_str().is_some_and(|uri| !uri.is_empty()), "{sarif:#}");
    result
}

/// Every place in a file: the file is listed, the line is one of it, and the snippet is what stands there.
#[track_caller]
fn check_places(value: &Value, run: &Value, root: &Path) -> usize {
    let below = |values: &mut dyn Iterator<Item = &Value>| {
        let counts = values.map(|value| check_places(value, run, root));
        counts.sum::<usize>()
    };
    let Some(object) = value.as_object() else {
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        return below(&mut list.iter());
    };
    let mut found = below(&mut object.values());
    if let Some(at) = object.get("physicalLocation") {
        found += 1;
        let file = &at["artifactLocation"];
        let index = file["index"].as_u64().expect("an index") as usize;
        let listed = &run["artifacts"][index]["location"];
        assert_eq!(listed["uri"], file["uri"]);
        assert_eq!(listed["uriBaseId"], "%SRCROOT%");
        let text = std::fs::read(root.join(file["uri"].as_str().expect("a name"))).expect("a file");
        let text = String::from_utf8_lossy(&text).into_owned();
        let region = &at["region"];
        let number = region["startLine"].as_u64().expect("a line") as usize;
        let line = text.lines().nth(number - 1).expect("a line of the file");
        let start = region["startColumn"].as_u64().unwrap_or(1) as usize;
        let rest = || line.chars().skip(start - 1);
        assert!(start <= line.chars().count() + 1, "{region}");
        if let Some(end) = region["endColumn"].as_u64() {
            let part: String = rest().take(end as usize - start).collect();
            assert_eq!(region["snippet"]["text"], part);
        }
    }
    found
}

/// The text between the tags of a page, which must be well formed and have no link that leads nowhere; and the tags.
#[track_caller]
fn parse(page: &str) -> (String, Vec<String>) {
    let mut reader = quick_xml::Reader::from_str(page);
    let (mut text, mut tags) = (String::new(), Vec::new());
    let (mut ids, mut links) = (BTreeSet::new(), Vec::new());
    loop {
        match reader.read_event().expect("well formed") {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    let attribute = attribute.expect("well formed");
                    let value = String::from_utf8_lossy(&attribute.value).into_owned();
                    match attribute.key.as_ref() {
                        b"id" => assert!(ids.insert(value.clone()), "{value} is there twice"),
                        b"href" => links.push(value),
                        _ => {}
                    }
                }
                tags.push(String::from_utf8_lossy(tag.name().as_ref()).into_owned());
            }
            Event::Text(part) => text += &part.decode().expect("UTF-8"),
            Event::GeneralRef(part) => {
                let c = part.resolve_char_ref().expect("a number");
                text.push(c.expect("only numbers are used"));
            }
            _ => {}
        }
    }
    for link in links {
        let target = link.strip_prefix('#').expect("a link within the page");
        assert!(ids.contains(target), "{link} leads nowhere");
    }
    (text, tags)
}
