//! The examples do what they say.
#![allow(missing_docs, clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../examples/analyse.rs"]
mod analyse;
#[allow(dead_code)]
#[path = "../examples/referee.rs"]
mod referee;
#[allow(dead_code)]
#[path = "../examples/selfplay.rs"]
mod selfplay;

use dolmen::board::Outcome;
use dolmen::types::Rule;

#[test]
fn referee_knows_the_rules() {
    let mut output = Vec::new();
    referee::run(&mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    for part in ["h6: point is occupied", "h8 is forbidden", "a foul: white wins"] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
}

#[test]
fn analyse_is_stopped_where_it_wants() {
    let mut output = Vec::new();
    analyse::run(&mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    for part in ["depth 1, line 1", "depth 3, line 2", "best: ", "a win in 3 plies: "] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    assert!(!text.contains("depth 6"), "not stopped:\n{text}");
}

#[test]
fn selfplay_ends_under_every_rule() {
    for rule in Rule::ALL {
        let mut output = Vec::new();
        let outcome = selfplay::play(rule, 200, &mut output).unwrap();
        assert!(matches!(outcome, Outcome::Win(_) | Outcome::Draw), "{outcome:?}");
    }
}
