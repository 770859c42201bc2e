//! The grammar of the program's output, and that it refuses what readers stumble over.
#![allow(missing_docs, clippy::unwrap_used)]

mod grammar;

use grammar::{Kind, check};

#[test]
fn every_kind_of_line_is_taken_for_what_it_is() {
    for (line, kind) in [
        ("OK", Kind::Ok),
        ("7,8", Kind::Stones(1)),
        ("10,14 0,3", Kind::Stones(2)),
        ("7,7 8,7 9,9", Kind::Stones(3)),
        ("SWAP", Kind::Swap),
        ("ERROR TURN needs a point x,y, not '7'", Kind::Error),
        ("UNKNOWN FOOBAR", Kind::Unknown),
        ("name=\"A B\", version=\"1.2\", author=\"C\", country=\"D\", www=\"\"", Kind::About),
        ("FORBID .", Kind::Forbid),
        ("FORBID 07071412.", Kind::Forbid),
        ("MESSAGE depth 2-5 ev 34 n 100 n/ms 50 tm 2 pv h8 i9", Kind::Message),
        ("MESSAGE REALTIME REFRESH", Kind::Message),
        ("MESSAGE REALTIME LOST 7,7", Kind::Message),
        ("MESSAGE INFO MAX_HASH_SIZE 18", Kind::Message),
        ("MESSAGE SWAP2 MOVE4 7 8", Kind::Message),
        ("INFO PV DONE", Kind::Numbers),
        ("INFO EVAL -M4", Kind::Numbers),
        ("INFO EVAL -120", Kind::Numbers),
        ("INFO WINRATE 0.5312", Kind::Numbers),
        ("INFO BESTLINE 7,7 8,8", Kind::Numbers),
    ] {
        assert_eq!(check(line), Ok(kind), "{line}");
    }
}

#[test]
fn lines_that_readers_stumble_over_are_refused() {
    for line in [
        "",
        " ",
        "ok",
        "OK ",
        "OK - ready",
        "OK\r",
        " 7,7",
        "7,7 ",
        "7, 7",
        "+7,7",
        "7,7,1",
        "7.7",
        "107,7",
        "-1,0",
        "7,7  8,8",
        "1,1 2,2 3,3 4,4",
        "7 7",
        "h8",
        "swap",
        "SWAP 7,7",
        "SUGGEST 7,7",
        "ERROR",
        "ERROR ",
        "UNKNOWN",
        "UNKNOWN name=x",
        "ERROR not 'RENAME'",
        "MESSAGE",
        "MESSAGE ",
        "MESSAGE the name=x",
        "DEBUG",
        "PV h8",
        "FORBID",
        "FORBID.",
        "FORBID 0707",
        "FORBID 707.",
        "FORBID 07 07.",
        "MESSAGE REALTIME LOSE 7,7",
        "MESSAGE REALTIME POS h8",
        "MESSAGE REALTIME",
        "MESSAGE SWAP2 MOVE1 7,7",
        "INFO",
        "INFO EVAL",
        "INFO EVAL +-M4x",
        "INFO WINRATE 53",
        "name=X",
        "Name=\"X\", version=\"1\", author=\"Y\"",
        "name=\"X\"",
        "name=\"a,b\", version=\"1\", author=\"Y\"",
        "version=\"1\", name=\"X\", author=\"Y\"",
        "UNKNOWN caf\u{e9}",
        "ERROR a\u{2028}b",
        "ERROR a\tb",
    ] {
        assert!(check(line).is_err(), "{line:?} is {:?}", check(line));
    }
    assert!(check(&format!("MESSAGE {}", "x".repeat(3000))).is_err());
}
