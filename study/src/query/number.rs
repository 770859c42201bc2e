//! Whole numbers as they are written.

use dolmen::types::Score;
use serde::Deserialize;
use serde_json::Value;

/// A whole number of at least so much. An error says so, and names no type of this program.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(try_from = "Value")]
pub struct Whole<const LEAST: u64 = 0>(u64);

/// From 1.
pub type Positive = Whole<1>;

impl<const LEAST: u64> TryFrom<Value> for Whole<LEAST> {
    type Error = String;

    fn try_from(value: Value) -> Result<Whole<LEAST>, String> {
        let number = value.as_u64().filter(|&number| number >= LEAST);
        number.map(Whole).ok_or_else(|| format!("{value} is not a whole number from {LEAST}"))
    }
}

/// A score as it is written; the same.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct Units(i32);

impl TryFrom<Value> for Units {
    type Error = String;

    fn try_from(value: Value) -> Result<Units, String> {
        let most = Score::win_in(0).value();
        let units = value.as_i64().and_then(|units| i32::try_from(units).ok());
        let units = units.filter(|units| (-most..=most).contains(units)).map(Units);
        units.ok_or_else(|| format!("{value} is not a whole number from -{most} to {most}"))
    }
}

impl From<Units> for i32 {
    fn from(units: Units) -> i32 {
        units.0
    }
}

impl<const LEAST: u64> From<Whole<LEAST>> for u64 {
    fn from(number: Whole<LEAST>) -> u64 {
        number.0
    }
}

impl<const LEAST: u64> From<Whole<LEAST>> for usize {
    /// The largest one for a number that is even larger.
    fn from(number: Whole<LEAST>) -> usize {
        usize::try_from(number.0).unwrap_or(usize::MAX)
    }
}
