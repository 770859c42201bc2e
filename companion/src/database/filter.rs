//! The filters of `YXDELETEDATABASEALL`.

use super::graph::Fate;
use super::record::{DRAWN, LOST, Record, WON};

/// Which moves `YXDELETEDATABASEALL` deletes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    kind: Kind,
    /// Moves that stay are followed further.
    is_recursive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    All,
    /// Those with one of these labels.
    With(&'static [i8]),
    /// Those without.
    Without(&'static [i8]),
    /// Wins and losses of unknown length.
    WithoutPlies,
    /// Wins and losses within so many plies.
    Within(usize),
}

impl Filter {
    /// Reads what follows the word.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(argument: &str) -> Result<Filter, String> {
        let mut words = argument.split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_lowercase();
        let is_recursive = word.ends_with("recursive");
        let kind = match word.strip_suffix("recursive").unwrap_or(&word) {
            "" if !is_recursive => Kind::All,
            "w" => Kind::With(&[WON]),
            "l" => Kind::With(&[LOST]),
            "wl" => Kind::With(&[WON, LOST]),
            "wld" => Kind::With(&[WON, LOST, DRAWN]),
            "nonwl" => Kind::Without(&[WON, LOST]),
            "nonwld" => Kind::Without(&[WON, LOST, DRAWN]),
            "wlnostep" => Kind::WithoutPlies,
            "wlinstep" => {
                let plies = words.next().and_then(|word| word.parse().ok());
                Kind::Within(plies.ok_or("wlinstep needs a number of plies")?)
            }
            _ => {
                let known = "w, l, wl, wld, nonwl, nonwld, wlnostep, wlinstep N";
                return Err(format!("YXDELETEDATABASEALL needs one of {known}, or nothing"));
            }
        };
        Ok(Filter { kind, is_recursive })
    }

    /// What becomes of a position.
    pub fn fate(self, record: &Record) -> Fate {
        let is_result = record.label == WON || record.label == LOST;
        let plies = record.score.distance().filter(|_| record.bound.is_some()).map(|n| n + 1);
        let is_out = match self.kind {
            Kind::All => true,
            Kind::With(labels) => labels.contains(&record.label),
            Kind::Without(labels) => !labels.contains(&record.label),
            Kind::WithoutPlies => is_result && plies.is_none(),
            Kind::Within(most) => is_result && plies.is_some_and(|plies| plies <= most),
        };
        match (is_out, self.is_recursive) {
            (true, _) => Fate::Delete,
            (false, true) => Fate::KeepAndLookOn,
            (false, false) => Fate::Keep,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::Score;

    #[test]
    fn filters_choose_by_label_and_length() {
        let labelled = |label| Record { label, ..Record::default() };
        let records = [
            Record::default(),
            labelled(WON),
            labelled(DRAWN),
            Record::proof(Score::loss_in(4)),
            Record::proof(Score::win_in(9)),
        ];
        for (words, deleted) in [
            ("", [true; 5]),
            ("w", [false, true, false, true, false]),
            ("L", [false, false, false, false, true]),
            ("wl", [false, true, false, true, true]),
            ("wldrecursive", [false, true, true, true, true]),
            ("nonwl", [true, false, true, false, false]),
            ("nonwldrecursive", [true, false, false, false, false]),
            ("wlnostep", [false, true, false, false, false]),
            ("wlinstep 5", [false, false, false, true, false]),
            ("wlinsteprecursive 10", [false, false, false, true, true]),
        ] {
            let filter = Filter::parse(words).expect(words);
            let kept = if words.contains("recursive") { Fate::KeepAndLookOn } else { Fate::Keep };
            for (record, is_out) in records.iter().zip(deleted) {
                let fate = if is_out { Fate::Delete } else { kept };
                assert_eq!(filter.fate(record), fate, "{words}: {record:?}");
            }
        }
        for bad in ["x", "wlinstep", "recursive"] {
            assert!(Filter::parse(bad).is_err(), "{bad}");
        }
    }
}
