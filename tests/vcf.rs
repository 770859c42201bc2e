//! The search for wins by fours finds what a plain one without memory finds.
#![allow(missing_docs, clippy::unwrap_used)]

mod naive;

use dolmen::board::Board;
use dolmen::search::ForcingLimit;
use dolmen::search::refutation::Refutation;
use dolmen::search::threats::{self, Situation};
use dolmen::search::vcf::{Vcf, VcfTable};
use dolmen::types::Rule;
use naive::positions::random_positions;

/// Whether the side to move wins by at most so many fours, each followed by every answer, or by a
/// double threat at their end. Remembers nothing.
fn wins_by_fours(board: &mut Board, fours: u32) -> bool {
    let us = board.side_to_move();
    let only = match threats::situation(board) {
        Situation::Won { .. } => return true,
        Situation::Lost => return false,
        Situation::Forced(answers) => Some(answers),
        _ if threats::double_threat(board).is_some() => return true,
        _ => None,
    };
    let moves = board.fours(us).iter().filter(|c| only.as_ref().is_none_or(|a| a.contains(c)));
    fours > 0
        && moves.collect::<Vec<_>>().into_iter().any(|c| {
            board.play(c);
            let wins = threats::answers_to_five(board).into_iter().all(|answer| {
                board.play(answer);
                let wins = wins_by_fours(board, fours - 1);
                board.undo();
                wins
            });
            board.undo();
            wins
        })
}

#[test]
fn the_table_of_the_search_by_fours_hides_no_win_and_invents_none() {
    const FOURS: u32 = 5;
    let mut tables = vec![VcfTable::default(); Rule::ALL.len()];
    let (mut won, mut lost) = (0, 0);
    let count = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    for (rule, mut board) in random_positions(31, count) {
        // The same position at several depths: what failed with few fours is tried with more.
        for fours in 1..=FOURS {
            let limit = ForcingLimit { effort: 1, fours, nodes: 1_000_000 };
            let (win, _) = Vcf::search(&mut board, limit, &mut tables[rule]);
            let expected = wins_by_fours(&mut board, fours);
            assert_eq!(win.is_some(), expected, "{:?}", board.history().collect::<Vec<_>>());
            if expected {
                won += 1
            } else {
                lost += usize::from(!board.fours(board.side_to_move()).is_empty())
            }
        }
    }
    assert!(won > 100 && lost > 100, "{won} won, {lost} not");
}

/// What is left out of the search by a refutation is lost: the opponent wins by as few fours as said.
#[test]
fn moves_that_do_not_stop_a_refutation_lose_by_fours() {
    const FOURS: u32 = 5;
    let limit = ForcingLimit { effort: 1, fours: FOURS, nodes: 10_000 };
    let count = if cfg!(debug_assertions) { 4_000 } else { 60_000 };
    let mut tables = vec![VcfTable::default(); Rule::ALL.len()];
    let (mut losing, mut helping) = ([0; Rule::ALL.len()], [0; Rule::ALL.len()]);
    for (rule, mut board) in random_positions(32, count) {
        if !matches!(threats::situation(&mut board), Situation::Free | Situation::Threatened(_)) {
            continue;
        }
        let hash = board.hash();
        let (refutation, _) = Refutation::search(&mut board, limit, &mut tables[rule]);
        let Some(refutation) = refutation else { continue };
        for c in board.candidates().iter() {
            let Some(plies) = refutation.plies_after(&mut board, c) else {
                helping[rule] += 1;
                continue;
            };
            losing[rule] += 1;
            board.play(c);
            // The move, then a move and its answer for each four, and the five at least.
            let fours = (plies as u32 - 2) / 2;
            assert!(wins_by_fours(&mut board, fours), "{:?}", board.history().collect::<Vec<_>>());
            board.undo();
        }
        assert_eq!(board.hash(), hash);
    }
    let least = if cfg!(debug_assertions) { 100 } else { 1_000 };
    assert!(losing.iter().chain(&helping).all(|&n| n > least), "{losing:?} {helping:?}");
}
