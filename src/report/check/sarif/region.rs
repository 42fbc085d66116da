//! Lines of the user's files as places of SARIF: the line from its first sign to its last, with its text.

use rustc_hash::FxHashMap;
use source::{Listing, Sources};

use crate::report::formats::sarif::{Artifacts, Location, Region, Snippet};

pub(super) struct Regions<'a> {
    sources: &'a Sources,
    artifacts: &'a mut Artifacts,
    listings: FxHashMap<String, Listing<'a>>,
}

/// Longer lines are not written by hand: their text is not repeated.
const MAX_SNIPPET_BYTES: usize = 2_000;

impl<'a> Regions<'a> {
    pub(super) fn new(sources: &'a Sources, artifacts: &'a mut Artifacts) -> Self {
        Regions {
            sources,
            artifacts,
            listings: FxHashMap::default(),
        }
    }

    pub(super) fn location(&mut self, file: &str, line: u32) -> Location {
        let region = (line > 0).then(|| self.region(file, line));
        Location::new(self.artifacts.location(file), region)
    }

    fn region(&mut self, file: &str, line: u32) -> Region {
        if !self.listings.contains_key(file) {
            let listing = self.sources.listing(file);
            self.listings.insert(file.to_owned(), listing);
        }
        let mut region = Region {
            start_line: line,
            ..Region::default()
        };
        let Some(bytes) = self.listings[file].line(line) else {
            return region;
        };
        let text = String::from_utf8_lossy(bytes);
        let said = text.trim();
        if !said.is_empty() && said.len() <= MAX_SNIPPET_BYTES {
            let before = &text[..text.len() - text.trim_start().len()];
            let start = before.chars().count() as u32 + 1;
            region.start_column = Some(start);
            region.end_column = Some(start + said.chars().count() as u32);
            region.snippet = Some(Snippet {
                text: said.to_owned(),
            });
        }
        region
    }
}
