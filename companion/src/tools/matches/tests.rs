use super::*;
use std::io::Seek;
use std::time::Duration;

use crate::arena::Ending;

/// The bar after a game that the first of two engines has won with black, and the notes; it ended
/// after so many seconds of a match without a terminal.
fn after_game(one_sided: bool, seconds: u64) -> (String, String) {
    let (mut notes, bar) = (tempfile::tempfile().expect("a file"), started_bar(2, 0));
    let bar = bar.with_elapsed(Duration::from_secs(seconds));
    bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    let mut keeper = Keeper {
        file: None,
        log: None,
        notes: Box::new(notes.try_clone().expect("a file")),
        bar,
        minutes: Minutes::default(),
        one_sided,
        sprt: None,
    };
    let game = GameRecord {
        index: 0,
        black: 0,
        white: 1,
        opening: String::new(),
        points: 1.0,
        ending: Ending::Five,
        moves: Vec::new(),
        proposer: None,
    };
    let mut standing = Standing::default();
    standing.tally.add_game(1.0);
    keeper.on_game(&game, &standing).expect("no file");
    notes.rewind().expect("a file");
    (keeper.bar.message(), io::read_to_string(notes).expect("text"))
}

fn message(one_sided: bool) -> String {
    after_game(one_sided, 0).0
}

/// Nothing was to be seen before its end.
#[test]
fn a_match_without_a_terminal_tells_of_itself_once_a_minute() {
    assert!(after_game(true, 60).1.starts_with("1 of 2 games +1 =0 -0 "));
    assert_eq!(after_game(false, 60).1, "1 of 2 games\n");
    assert_eq!(after_game(true, 0).1, "");
}

/// It counted engines given earlier against those given later.
#[test]
fn a_round_robin_has_no_score_on_the_way() {
    assert!(message(true).starts_with("+1 =0 -0 "));
    assert_eq!(message(false), "");
}

/// The games of an earlier run were taken for played in no time.
#[test]
fn the_time_left_of_a_resumed_match_is_reckoned_from_its_own_games() {
    let bar = started_bar(2_000_000, 1_000_000);
    assert_eq!(bar.position(), 1_000_000);
    assert!(bar.per_sec() < 1000.0, "{}", bar.per_sec());
}
