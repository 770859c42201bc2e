//! What a database knows of a position.

use std::collections::BTreeMap;

use dolmen::search::Known;
use dolmen::types::{Bound, Score};

/// Plies of a win whose length is not known: more than any board has points.
pub const UNKNOWN_PLIES: usize = 900;

/// Where the values of a record come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// From nowhere: there are none.
    #[default]
    None,
    /// A user.
    User,
    /// A search that proved a win.
    Proof,
    /// `dolmen book build`.
    Book,
    /// A library or a text.
    Import,
}

impl Source {
    /// In the order of their codes.
    pub const ALL: [Source; 5] =
        [Source::None, Source::User, Source::Proof, Source::Book, Source::Import];

    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Source::None => "none",
            Source::User => "user",
            Source::Proof => "proof",
            Source::Book => "book",
            Source::Import => "import",
        }
    }
}

/// Labels as Yixin-Board and Rapfi know them, from the view of the side that moved last: -1 is none,
/// others are letters.
pub const NO_LABEL: i8 = -1;
/// The move to the position wins.
pub const WON: i8 = b'w' as i8;
/// It loses.
pub const LOST: i8 = b'l' as i8;
/// It draws.
pub const DRAWN: i8 = b'd' as i8;
/// It is not to be considered.
pub const BLOCKED: i8 = b'x' as i8;
/// It is the only one to consider.
pub const FORCED: i8 = b'!' as i8;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// See [`NO_LABEL`].
    pub label: i8,
    /// Score for the side to move, if there is a bound; the plies of a win count from the position.
    pub score: Score,
    /// How the score relates to the true one; without it there is no score.
    pub bound: Option<Bound>,
    /// Plies of the search behind the score.
    pub depth: u8,
    /// Where the values come from.
    pub source: Source,
    /// A book has searched the next moves: the score is that of the best of them.
    pub is_expanded: bool,
    /// Any text.
    pub comment: String,
    /// Texts on points, numbered by [`Placed::point`](super::key::Placed::point).
    pub texts: BTreeMap<u16, String>,
}

impl Default for Record {
    fn default() -> Record {
        Record {
            label: NO_LABEL,
            score: Score::DRAW,
            bound: None,
            depth: 0,
            source: Source::None,
            is_expanded: false,
            comment: String::new(),
            texts: BTreeMap::new(),
        }
    }
}

const EXPANDED: u8 = 0x20;
const HAS_TEXT: u8 = 0x40;

impl Record {
    /// A proven win or loss for the side to move; the label alone says so if it rests on one whose
    /// length is not known.
    pub fn proof(score: Score) -> Record {
        let (label, bound) =
            if score.is_win() { (LOST, Bound::Lower) } else { (WON, Bound::Upper) };
        let record = Record { label, source: Source::Proof, ..Record::default() };
        match score.distance() {
            Some(plies) if plies < UNKNOWN_PLIES => Record { score, bound: Some(bound), ..record },
            _ => record,
        }
    }

    /// Whether it is known how the game ends.
    pub fn is_decided(&self) -> bool {
        matches!(self.result(), WON | LOST | DRAWN)
    }

    /// The label; of a move that a user has ruled on the one that its score has in place of that.
    fn result(&self) -> i8 {
        match self.bound.filter(|_| self.is_ruled()) {
            Some(_) if self.score.is_loss() => WON,
            Some(_) if self.score.is_win() => LOST,
            _ => self.label,
        }
    }

    /// Whether a user has said that it is not to be considered, or nothing else.
    pub fn is_ruled(&self) -> bool {
        matches!(self.label, BLOCKED | FORCED)
    }

    /// What a search may take from it. A result is one, whether or not a shorter win exists.
    pub fn known(&self) -> Option<Known> {
        let (score, bound) = match self.label {
            WON if self.score.is_loss() => (self.score, Bound::Exact),
            WON => (Score::loss_in(UNKNOWN_PLIES), Bound::Exact),
            LOST if self.score.is_win() => (self.score, Bound::Exact),
            LOST => (Score::win_in(UNKNOWN_PLIES), Bound::Exact),
            DRAWN => (Score::DRAW, Bound::Exact),
            _ => (self.score, self.bound?),
        };
        let depth = if self.is_decided() { u32::MAX } else { u32::from(self.depth) };
        Some(Known { score, bound, depth })
    }

    /// Whether a move to it may be played in a line: it has a value, and no user has ruled it out.
    pub fn is_playable(&self) -> bool {
        self.label != BLOCKED && self.value().is_some()
    }

    /// The score for the side to move, for a comparison of moves.
    pub fn value(&self) -> Option<Score> {
        self.known().map(|known| known.score)
    }

    /// What boards show at a move to the position: `w5`, `l*`, `d`, `54%`; the chance is that of the
    /// side that moved.
    pub fn display(&self) -> String {
        let plies = self.score.distance().filter(|_| self.bound.is_some());
        match (self.label, plies) {
            (WON, Some(plies)) if self.score.is_loss() => format!("w{}", plies + 1),
            (LOST, Some(plies)) if self.score.is_win() => format!("l{}", plies + 1),
            (WON, _) => "w*".into(),
            (LOST, _) => "l*".into(),
            (1.., _) => char::from(self.label as u8).to_string(),
            _ if self.bound == Some(Bound::Exact) => {
                format!("{}%", ((-self.score).win_rate() * 100.0).min(99.0) as u8)
            }
            _ => String::new(),
        }
    }

    /// Whether the values of another record say more: a result more than none, a shorter win more
    /// than a longer one, a deeper search more than another; of equals an exact score.
    pub fn is_bettered_by(&self, other: &Record) -> bool {
        let plies = |record: &Record| record.score.distance().unwrap_or(UNKNOWN_PLIES);
        match (self.is_decided(), other.is_decided()) {
            (true, true) => self.result() == other.result() && plies(other) < plies(self),
            (true, false) => false,
            (false, true) => true,
            (false, false) => {
                let rank = |r: &Record| {
                    (r.bound.is_some(), r.is_expanded, r.depth, r.bound == Some(Bound::Exact))
                };
                rank(other) > rank(self)
            }
        }
    }

    /// Whether both say how the game ends, and not the same.
    pub fn contradicts(&self, other: &Record) -> bool {
        self.is_decided() && other.is_decided() && self.result() != other.result()
    }

    /// Takes over the value, and leaves texts. What a user has ruled stays beside a win or loss, which the
    /// score tells; a draw takes its place.
    pub fn take_value(&mut self, other: &Record) {
        (self.score, self.bound) = (other.score, other.bound);
        (self.depth, self.source) = (other.depth, other.source);
        match other.known().filter(|_| other.is_decided()) {
            Some(known) if self.is_ruled() && other.label != DRAWN => {
                (self.score, self.bound) = (known.score, Some(known.bound));
            }
            Some(_) => self.label = other.result(),
            None => {}
        }
    }

    /// Takes over what the other record knows more. Texts of both are kept, own ones before others.
    pub fn merge(&mut self, other: &Record) {
        if self.is_bettered_by(other) {
            self.take_value(other);
            if other.label != NO_LABEL && !self.is_ruled() {
                self.label = other.label;
            }
        }
        self.is_expanded |= other.is_expanded;
        let is_ruled_by = other.is_ruled() && !self.is_ruled() && self.label != DRAWN;
        if self.label == NO_LABEL || is_ruled_by {
            // Without the label only the score says how the game ends.
            if let Some(known) = self.known() {
                (self.score, self.bound) = (known.score, Some(known.bound));
            }
            self.label = other.label;
        }
        if other.comment.contains(&self.comment) {
            self.comment.clone_from(&other.comment);
        } else if !self.comment.contains(&other.comment) {
            self.comment = format!("{}\n{}", self.comment, other.comment);
        }
        for (point, text) in &other.texts {
            self.texts.entry(*point).or_insert_with(|| text.clone());
        }
    }

    /// Sets the text on a point, without spaces and control characters: boards get it as the last word
    /// of a line. Nothing that is left removes it.
    pub fn set_text(&mut self, point: u16, text: &str) {
        let text: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
        match text.is_empty() {
            true => self.texts.remove(&point),
            false => self.texts.insert(point, text),
        };
    }

    /// How the score relates to the true one, as a number: 1 upper, 2 lower, 3 exact, 0 no score.
    pub const fn bound_code(&self) -> u8 {
        match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        }
    }

    /// Its bytes: label, score (two bytes), depth, flags, and texts if there are any.
    pub fn to_bytes(&self) -> Vec<u8> {
        let score = i16::try_from(self.score.value()).unwrap_or_default().to_be_bytes();
        let source = Source::ALL.iter().position(|s| *s == self.source).unwrap_or(0) as u8;
        let has_text = !self.comment.is_empty() || !self.texts.is_empty();
        let flags = self.bound_code()
            | source << 2
            | if self.is_expanded { EXPANDED } else { 0 }
            | if has_text { HAS_TEXT } else { 0 };
        let mut bytes = vec![self.label as u8, score[0], score[1], self.depth, flags];
        if has_text {
            push_text(&mut bytes, &self.comment);
            for (point, text) in &self.texts {
                bytes.extend(point.to_be_bytes());
                push_text(&mut bytes, text);
            }
        }
        bytes
    }

    /// A record from its bytes; `None` if they are none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Record> {
        let (&[label, high, low, depth, flags], mut rest) = bytes.split_first_chunk()?;
        let bound = match flags & 3 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        };
        let mut record = Record {
            label: label as i8,
            score: score(i32::from(i16::from_be_bytes([high, low])))?,
            bound,
            depth,
            source: *Source::ALL.get(usize::from(flags >> 2 & 7))?,
            is_expanded: flags & EXPANDED != 0,
            ..Record::default()
        };
        if flags & HAS_TEXT != 0 {
            record.comment = take_text(&mut rest)?;
            while let Some((point, after)) = rest.split_first_chunk() {
                rest = after;
                record.set_text(u16::from_be_bytes(*point), &take_text(&mut rest)?);
            }
        }
        rest.is_empty().then_some(record)
    }
}

/// The score with this value, if a position can have it.
pub fn score(value: i32) -> Option<Score> {
    let most = Score::win_in(0).value();
    (-most..=most).contains(&value).then(|| Score::from_value(value))
}

/// Bytes of a text that are kept at most.
const LONGEST_TEXT: usize = u16::MAX as usize;

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    let mut end = text.len().min(LONGEST_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    bytes.extend((end as u16).to_be_bytes());
    bytes.extend(&text.as_bytes()[..end]);
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (text, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_their_bytes() {
        let mut record = Record {
            label: b'a' as i8,
            score: Score::from_value(-29_990),
            bound: Some(Bound::Upper),
            depth: 200,
            source: Source::Import,
            is_expanded: true,
            comment: "two\nlines \u{e9}".into(),
            texts: BTreeMap::from([(3, "A".into()), (400, "\u{4e00}".into())]),
        };
        for _ in 0..2 {
            let bytes = record.to_bytes();
            assert_eq!(Record::from_bytes(&bytes).as_ref(), Some(&record));
            assert!(
                (0..bytes.len()).all(|n| Record::from_bytes(&bytes[..n]) != Some(record.clone()))
            );
            record = Record::default();
        }
        assert_eq!(record.to_bytes().len(), 5);
    }

    #[test]
    fn a_result_counts_more_than_a_value_and_a_short_win_more_than_a_long_one() {
        let valued = |depth| Record {
            score: Score::eval(50),
            bound: Some(Bound::Exact),
            depth,
            ..Record::default()
        };
        let won = |plies| Record::proof(Score::loss_in(plies));
        let rising = [Record::default(), valued(3), valued(9), won(12), won(4)];
        for (i, worse) in rising.iter().enumerate() {
            for (j, better) in rising.iter().enumerate() {
                assert_eq!(worse.is_bettered_by(better), i < j, "{i} {j}");
                let mut merged = worse.clone();
                merged.merge(better);
                assert_eq!(merged, rising[i.max(j)]);
            }
        }
        // What a user has ruled stays, whichever comes first; a result is its value.
        for label in [BLOCKED, FORCED] {
            let ruled = |record: &Record| Record { label, ..record.clone() };
            let (mut first, mut last) = (ruled(&valued(3)), won(4));
            first.merge(&won(4));
            last.merge(&ruled(&valued(3)));
            assert_eq!((first.label, first.score), (label, won(4).score));
            assert_eq!((last.label, last.score), (label, won(4).score));
            assert!(first.is_decided() && !first.contradicts(&won(9)));
            assert!(!first.is_bettered_by(&won(9)) && first.is_bettered_by(&won(2)));
        }
        // Of results without a score too; a draw, of which a score says nothing, takes the place of both.
        for ruled in [BLOCKED, FORCED] {
            for (label, merged) in [(WON, ruled), (LOST, ruled), (DRAWN, DRAWN)] {
                let [result, ruled] =
                    [label, ruled].map(|l| Record { label: l, ..Record::default() });
                for (mut first, last) in [(result.clone(), &ruled), (ruled.clone(), &result)] {
                    first.merge(last);
                    assert_eq!((first.label, first.result()), (merged, label));
                    assert_eq!(first.value(), result.value());
                }
            }
        }
        // Two results that contradict each other: the first stays.
        let lost = Record::proof(Score::win_in(3));
        assert!(!won(9).is_bettered_by(&lost) && !lost.is_bettered_by(&won(9)));
        assert!(won(9).contradicts(&lost) && !won(9).contradicts(&won(4)));
    }

    #[test]
    fn boards_show_moves_from_the_view_of_their_side() {
        assert_eq!(Record::proof(Score::loss_in(4)).display(), "w5");
        assert_eq!(Record::proof(Score::win_in(3)).display(), "l4");
        let even = Record { bound: Some(Bound::Exact), ..Record::default() };
        assert_eq!(even.display(), "50%");
        let labelled = |label| Record { label, ..Record::default() };
        assert_eq!([WON, DRAWN, NO_LABEL].map(|l| labelled(l).display()), ["w*", "d", ""]);
        let known = labelled(WON).known().expect("a result");
        assert!(known.score.is_loss() && known.bound == Bound::Exact);
        assert_eq!(labelled(BLOCKED).known(), None);
    }
}
