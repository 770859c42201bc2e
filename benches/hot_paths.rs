//! Speed of the board: `cargo bench`. The element rates are pairs, checks and tables a second.

#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dolmen::board::{Board, Threat};
use dolmen::types::parse_stones;
use dolmen::types::{Color, Coord, Rule, Size};

/// A long game with many lines on the board.
const GAME: &str =
    "h8i9h10h9i10g8j10k10i8j9g9f10k9l8j7k6h7i6f9e8g7g10e7d6i12h12f6e5l10m11f8d8j12k13";

fn board(rule: Rule) -> (Board, Vec<Coord>) {
    (Board::new(rule, Size::new(15).unwrap()), parse_stones(GAME).unwrap())
}

fn play_and_undo(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play+undo");
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let (mut board, game) = board(rule);
        group.throughput(Throughput::Elements(game.len() as u64));
        group.bench_function(rule.name(), |bencher| {
            bencher.iter(|| {
                for &c in &game {
                    board.play(c);
                }
                for _ in &game {
                    black_box(board.undo());
                }
            });
        });
    }
    group.finish();
}

/// Every empty point of positions along a game (most are answered by the table), and only those
/// that need the exact answer.
fn forbidden(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forbidden");
    let dense = "h8a1h9a3i8a5i9c1j10c3g7c5k8e1k9e3f8o1g10o3l11o5f6o7j6m1h6m3";
    let mut board = Board::new(Rule::Renju, Size::new(15).unwrap());
    for c in parse_stones(dense).unwrap() {
        board.play(c);
    }
    let all: Vec<Coord> = board.empty_cells().iter().collect();
    let hard: Vec<Coord> = all
        .iter()
        .copied()
        .filter(|&c| board.threat(c, Color::Black) == Threat::Forbidden)
        .collect();
    for (name, points) in [("any point", &all), ("suspects", &hard)] {
        group.throughput(Throughput::Elements(points.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| points.iter().filter(|&&c| board.is_forbidden(black_box(c))).count());
        });
    }
    group.finish();
}

criterion_group!(benches, play_and_undo, forbidden);
criterion_main!(benches);
