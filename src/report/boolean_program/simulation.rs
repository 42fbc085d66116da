//! The lines of a simulation, printed as it goes.

use checker::bp::Program;
use checker::flow::ControlPoint;
use checker::simulate::SimulationState;

use super::places::Places;
use super::text::indent;
use crate::program_text::ProgramText;

/// Columns for the statement; longer ones push the values to the right.
const STATEMENT_COLUMNS: usize = 40;

pub(crate) struct Walk<'a> {
    file: &'a str,
    places: Places<'a>,
    /// Columns for the place.
    place: usize,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(source: &'a ProgramText, program: &'a Program) -> Self {
        let lines = source.text.lines().count().max(1);
        Walk {
            file: &source.name,
            places: Places::new(source, program),
            place: source.name.chars().count() + 1 + lines.to_string().len(),
        }
    }

    pub(crate) fn line(&self, position: &SimulationState) -> String {
        let spot = self.places.spot(position.proc, position.place);
        let at = format!("{}:{}", self.file, spot.line);
        let remark = match position.place {
            ControlPoint::Returned(_) => "  (returned)",
            _ => "",
        };
        let statement = format!("{}{}{remark}", indent(position.depth), spot.text);
        let values = self.places.values(&position.values);
        format!(
            "{at:<place$}  {statement:<STATEMENT_COLUMNS$}  [{values}]",
            place = self.place
        )
    }

    pub(crate) fn printed(&self, values: &[bool]) -> String {
        let values: Vec<String> = values.iter().map(|&v| u8::from(v).to_string()).collect();
        format!(
            "{:place$}  prints {}",
            "",
            values.join(" "),
            place = self.place
        )
    }
}
