use super::*;
use crate::arena::Ending;

/// The bar after a game that the first of two engines has won with black.
fn message(one_sided: bool) -> String {
    let (bar, notes) = (started_bar(2, 0), Box::new(std::io::sink()));
    let mut bar = Keeper { file: None, log: None, notes, bar, one_sided, sprt: None };
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
    bar.on_game(&game, &standing).expect("no file");
    bar.bar.message()
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
