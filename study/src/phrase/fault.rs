//! Faults of game records as phrases, whose English is that of the readers.

use super::Phrase;
use dolmen_records::{Fault, Place, RecordError};

impl From<RecordError> for Phrase {
    fn from(error: RecordError) -> Phrase {
        let text = error.to_string();
        let place = match error.place {
            Place::Line(number) => Phrase::AtLine { number },
            Place::Byte(number) => Phrase::AtByte { number },
        };
        Phrase::Unread { place: Box::new(place), fault: Box::new(error.fault.into()), text }
    }
}

impl From<Fault> for Phrase {
    fn from(fault: Fault) -> Phrase {
        let text = fault.to_string();
        match fault {
            Fault::Unknown => Phrase::NoRecord { text },
            Fault::Expected(_, found) => Phrase::Unexpected { found, text },
            Fault::Ended(_) => Phrase::EndsEarly { text },
            Fault::Size(found) | Fault::OtherSize(found, _) => Phrase::BadSize { found, text },
            Fault::OtherGame(_) => Phrase::OtherGame { text },
            Fault::Turn(number) => Phrase::WrongTurn { number, text },
            Fault::SetUp(black, white) => Phrase::BadSetUp { black, white, text },
            Fault::SetUpLate => Phrase::LateSetUp { text },
            Fault::TakenAway => Phrase::StonesTakenAway { text },
            Fault::OffBoard(number, point) => Phrase::OffBoard { number, point, text },
            Fault::Occupied(number, point) => Phrase::Occupied { number, point, text },
            Fault::AfterTheEnd(number, point) => Phrase::AfterTheEnd { number, point, text },
            Fault::OneGameOnly => Phrase::OneGameOnly { text },
            Fault::ReadOnly => Phrase::ReadOnly { text },
            Fault::TooMuch(_) => Phrase::TooLarge { text },
            _ => Phrase::Other { text },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn faults_keep_their_words() {
        let error = dolmen_records::read(b"", None, dolmen::types::Size::new(15).expect("a size"));
        let error = error.expect_err("nothing is no game");
        let phrase = Phrase::from(error.clone());
        assert_eq!(phrase.to_string(), error.to_string());
        assert_eq!(phrase.json()["code"], "unread");
        assert_eq!(
            phrase.json()["values"]["fault"]["values"]["text"],
            json!(error.fault.to_string())
        );
    }
}
