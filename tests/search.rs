//! What a search promises: wins that are claimed are true, whatever the rule; the same search
//! gives the same result; several lines, several threads and even openings are what they say.
#![allow(missing_docs, clippy::unwrap_used)]

mod naive;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dolmen::board::PositionLine;
use dolmen::board::{Board, Outcome, Threat};
use dolmen::engine::{Engine, Swap2};
use dolmen::search::threats::{self, Situation};
use dolmen::search::{Clock, Control, Limits, Listener, Report, RootNews, Silent};
use dolmen::types::{Color, Coord, Rule, Score, Size, parse_moves};
use naive::Referee;
use naive::positions::{random_position, random_positions};
use naive::random::Random;

const MEMORY: u64 = 16 << 20;

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn think(engine: &mut Engine, board: &Board, limits: &Limits) -> Report {
    engine.think(board, limits, &Control::new(), &mut Silent).unwrap()
}

/// Plays a claimed win to its end against one defender, and tells what went wrong. The moves of the
/// winner come from searches of the same size, each of which must claim the win again within the
/// plies that are left; where one does not, what proved it may have left the table, and a plain
/// search of all moves decides, then a search after each. The slow referee judges.
fn refute(
    engine: &mut Engine,
    start: &Board,
    deadline: usize,
    mut defend: impl FnMut(&mut Engine, &Board) -> Coord,
) -> Result<(), String> {
    let mut board = start.clone();
    let mut referee = Referee::new(board.rule(), board.size());
    board.history().for_each(|m| referee.place(m.coord, m.color));
    let winner = board.side_to_move();
    let mut said = Vec::new();
    loop {
        let report = think(engine, &board, &nodes(NODES));
        let left = deadline.saturating_sub(board.ply());
        let claimed = |report: &Report| {
            let is_claimed = report.score.is_win() && report.score.distance() <= Some(left);
            is_claimed.then_some(report.best)
        };
        // With two lines the root is searched in full, not decided by the first win by fours.
        let in_full = Limits { multi_pv: 2, ..nodes(NODES) };
        let best = claimed(&report)
            .or_else(|| claimed(&think(engine, &board, &in_full)))
            .or_else(|| wins_within(&mut board, left, left <= 7))
            .or_else(|| wins_by_search(engine, &board, left));
        let Some(best) = best else {
            return Err(format!("no win in {left} plies after {}", said.join(" ")));
        };
        for attacks in [true, false] {
            let c = if attacks { best } else { defend(engine, &board) };
            let color = board.side_to_move();
            board.play(c);
            said.push(format!("{},{} ({})", c.x(), c.y(), report.score));
            referee.place(c, color);
            match referee.outcome() {
                Outcome::Open => {}
                Outcome::Win(side) if side == winner => return Ok(()),
                Outcome::Foul(_) if winner == Color::White => return Ok(()),
                outcome => return Err(format!("{outcome:?}")),
            }
        }
    }
}

/// A move by which the side to move makes five within so many plies, whatever the other side
/// plays. Its moves are fours and threes; near the end (`all`) every one.
fn wins_within(board: &mut Board, plies: usize, all: bool) -> Option<Coord> {
    let us = board.side_to_move();
    if board.outcome() != Outcome::Open {
        return None;
    }
    let mut moves = match threats::situation(board) {
        Situation::Won { by, plies: needed } if needed <= plies => return Some(by),
        Situation::Lost => return None,
        Situation::Forced(answers) => answers,
        _ => board.candidates().iter().collect(),
    };
    if plies < 3 {
        return None;
    }
    let is_wanted = |board: &Board, c: Coord| {
        let threat = board.threat(c, us);
        threat.is_four() || (plies > 3 && (all || threat.is_three()))
    };
    moves.retain(|&c| is_wanted(board, c) && !board.is_forbidden(c));
    moves.into_iter().find(|&c| {
        board.play(c);
        let wins = board.outcome() == Outcome::Open
            && answers(board).into_iter().all(|answer| {
                board.play(answer);
                let wins = wins_within(board, plies - 2, all).is_some();
                board.undo();
                wins
            });
        board.undo();
        wins
    })
}

/// A move after which a search claims a loss within so many plies, the move included. This finds a short
/// win by a quiet move where a search of all moves is content with a longer one by threats.
fn wins_by_search(engine: &mut Engine, board: &Board, plies: usize) -> Option<Coord> {
    let moves: Vec<Coord> = board.candidates().iter().collect();
    moves.into_iter().filter(|&c| !board.is_forbidden(c)).find(|&c| {
        let mut after = board.clone();
        after.play(c);
        after.outcome() == Outcome::Open && {
            let score = think(engine, &after, &nodes(NODES)).score;
            score.is_loss() && score.distance() < Some(plies)
        }
    })
}

/// All moves of the side to move that do not lose at once to a five or an open four.
fn answers(board: &mut Board) -> Vec<Coord> {
    let moves: Vec<Coord> = match threats::situation(board) {
        Situation::Forced(answers) => answers,
        Situation::Threatened(answers) => threats::defences(board, &answers).iter().collect(),
        // Their loss takes two plies: the five is played whatever they do.
        Situation::Lost => board.empty_cells().iter().take(1).collect(),
        _ => board.empty_cells().iter().collect(),
    };
    let legal: Vec<Coord> = moves.iter().copied().filter(|&c| !board.is_forbidden(c)).collect();
    // Whatever is played, the open four comes next, and two plies later the five.
    if legal.is_empty() { board.empty_cells().iter().take(1).collect() } else { legal }
}

const NODES: u64 = 1_500;

/// Searches positions of random games, half of them after some moves of the engine, and replays
/// each win and each loss that is claimed against the hardest defence it knows and against two
/// random ones. Returns how many were claimed, and the false ones.
fn false_wins(seed: u64, positions: usize) -> (usize, Vec<String>) {
    let mut random = Random::new(seed);
    let mut engine = Engine::new(MEMORY, 1);
    let (mut claims, mut faults) = (0, Vec::new());
    for n in 0..positions {
        let rule = Rule::ALL[n % Rule::ALL.len()];
        let size = Size::new([15, 20][n / Rule::ALL.len() % 2]).unwrap();
        engine.clear();
        let mut board = random_position(&mut random, rule, size);
        for _ in 0..random.below(6) * (n % 2) {
            let report = think(&mut engine, &board, &nodes(300));
            if report.score.is_decisive() {
                break;
            }
            board.play(report.best);
        }
        let report = think(&mut engine, &board, &nodes(NODES));
        let Some(plies) = report.score.distance() else { continue };
        claims += 1;
        let deadline = board.ply() + plies;
        let mut results = Vec::new();
        for defender in 0..3 {
            let mut defend = |engine: &mut Engine, board: &Board| match defender {
                0 => think(engine, board, &nodes(NODES)).best,
                _ => random.pick(&board.candidates().iter().collect::<Vec<Coord>>()),
            };
            let (mut start, mut winner) = (board.clone(), board.side_to_move());
            if report.score.is_loss() {
                winner = !winner;
                start.play(defend(&mut engine, &board));
            }
            results.push(match start.outcome() {
                Outcome::Open => refute(&mut engine, &start, deadline, defend),
                over if over.winner() == Some(winner) => Ok(()),
                over => Err(format!("{over:?}")),
            });
        }
        for fault in results.into_iter().filter_map(Result::err) {
            let moves: Vec<String> =
                board.history().map(|m| format!("{},{}", m.coord.x(), m.coord.y())).collect();
            let score = report.score;
            faults.push(format!("{} {size:?} {moves:?} {score}: {fault}", rule.name()));
        }
    }
    (claims, faults)
}

#[test]
fn claimed_wins_are_true() {
    let (claims, faults) = false_wins(1, if cfg!(debug_assertions) { 400 } else { 4_000 });
    assert!(claims > 50, "only {claims} wins claimed");
    assert!(faults.is_empty(), "{claims} claims, {} false: {faults:#?}", faults.len());
}

/// `CLAIMS`: another number of claims.
#[test]
#[ignore = "takes about a minute"]
#[allow(clippy::print_stdout)]
fn a_thousand_claimed_wins_are_true() {
    let wanted = std::env::var("CLAIMS").map_or(1_000, |text| text.parse().unwrap());
    let seeds = AtomicU64::new(2);
    let found = Mutex::new((0, Vec::new()));
    let work = || {
        while found.lock().unwrap().0 < wanted {
            let (claims, faults) = false_wins(seeds.fetch_add(1, Ordering::Relaxed), 500);
            let mut found = found.lock().unwrap();
            found.0 += claims;
            found.1.extend(faults);
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().unwrap().get();
        (0..cores).for_each(|_| drop(scope.spawn(work)));
    });
    let (claims, faults) = found.into_inner().unwrap();
    println!("{claims} wins and losses claimed, {} false", faults.len());
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A true claim that was called false: black wins in 9 plies by a quiet move, and a search from here
/// is content with 11 plies of threats.
#[test]
fn a_win_by_a_quiet_move_is_played_out_in_time() {
    let line = "freestyle 20 n6n3k9m2k5h3k2f2k1h1g4e7f7g10d9i11m7j10";
    let board = line.parse::<PositionLine>().unwrap().board();
    let mut engine = Engine::new(MEMORY, 1);
    let defend = |engine: &mut Engine, board: &Board| think(engine, board, &nodes(NODES)).best;
    assert_eq!(refute(&mut engine, &board, board.ply() + 9, defend), Ok(()));
    assert!(refute(&mut engine, &board, board.ply() + 7, defend).is_err());
}

/// It claimed a win in 3 plies where the proof needs 5: a node in which nothing stops an open four
/// was taken for lost in 2 plies instead of 4.
#[test]
fn an_open_four_that_nothing_stops_wins_in_four_plies() {
    let line = "standard 15 k8f11g11g9g6g10m12g8i3f10h7j9f8";
    let mut board = line.parse::<PositionLine>().unwrap().board();
    let wins = [3, 5].map(|plies| wins_within(&mut board, plies, true).is_some());
    assert_eq!(wins, [false, true]);
    let report = think(&mut Engine::new(MEMORY, 1), &board, &nodes(10_000));
    assert_eq!(report.score, Score::win_in(5));
}

/// Of several lines, that with the five was searched as if the game went on: a four of the opponent
/// made it a loss.
#[test]
fn a_five_among_several_lines_ends_the_game() {
    for (rule, moves) in [
        ("freestyle", "h8h9i8i9j8j9k8k9"),
        ("standard", "h8h9i8i9j8j9k8k9"),
        ("caro", "h8h9i8i9j8j9k8k9"),
        ("renju", "h8h9i8i9j8j9k8a1"),
    ] {
        let board = format!("{rule} 15 {moves}").parse::<PositionLine>().unwrap().board();
        let limits = Limits { multi_pv: 2, ..nodes(5_000) };
        let report = think(&mut Engine::new(MEMORY, 1), &board, &limits);
        assert_eq!(report.score, Score::win_in(1), "{rule} {moves}");
        assert!(["g8", "l8"].contains(&report.best.to_string().as_str()), "{}", report.best);
    }
}

/// Stopped at once, a search for several lines named the point nearest to the centre.
#[test]
fn several_lines_begin_with_the_win_at_sight_if_there_is_no_time() {
    let board = "d4d5e4e5f4f5g4g5".parse::<PositionLine>().unwrap().board();
    for multi_pv in [1, 2, usize::MAX] {
        let limits = Limits { multi_pv, ..nodes(1) };
        let report = think(&mut Engine::new(MEMORY, 1), &board, &limits);
        assert!(["c4", "h4"].contains(&report.best.to_string().as_str()), "{}", report.best);
    }
}

/// The default one ended searches before they began.
#[test]
fn a_control_has_no_deadline_of_its_own() {
    assert_eq!((Control::default().deadline(), Control::new().deadline()), (None, None));
}

/// Stopped at once on the empty board, a search for several lines named a point near the edge.
#[test]
fn several_lines_of_the_empty_board_begin_at_the_centre_if_there_is_no_time() {
    for (size, centre) in [(15, "h8"), (20, "k11")] {
        let board = Board::new(Rule::Freestyle, Size::new(size).unwrap());
        let limits = Limits { multi_pv: 2, ..nodes(1) };
        let report = think(&mut Engine::new(MEMORY, 1), &board, &limits);
        assert_eq!(report.best.to_string(), centre);
    }
}

/// A renju board with two points that are forbidden to black, by overlines; of all others only
/// these are free:
///
/// ```text
/// X X X . X X X
/// ```
fn overlines(others: &[(u8, u8)], white: usize) -> Board {
    let black = [3, 8].into_iter().flat_map(|y| [2, 3, 4, 6, 7, 8].map(|x| (x, y)));
    let black: Vec<Coord> = black.map(|(x, y)| Coord::new(x, y).unwrap()).collect();
    let rows = [12, 14].into_iter().flat_map(|y| [0, 2, 4, 6, 8, 10].map(|x| (x, y)));
    let white: Vec<Coord> = rows.take(white).map(|(x, y)| Coord::new(x, y).unwrap()).collect();
    let free: Vec<Coord> =
        [(5, 3), (5, 8)].iter().chain(others).map(|&(x, y)| Coord::new(x, y).unwrap()).collect();
    let size = Size::new(15).unwrap();
    let is_used = |c: &Coord| black.contains(c) || white.contains(c) || free.contains(c);
    let dead: Vec<Coord> = size.coords().filter(|c| !is_used(c)).collect();
    let mut board = Board::with_dead(Rule::Renju, size, &dead);
    for (i, &c) in black.iter().enumerate() {
        board.play(c);
        white.get(i).into_iter().for_each(|&c| board.play(c));
    }
    board
}

/// Black had a static score there, in several lines with the same move, and so white did not bring
/// it about.
#[test]
fn black_has_lost_with_forbidden_points_alone() {
    for multi_pv in [1, 2, usize::MAX] {
        let mut scores = Vec::new();
        let limits = Limits { multi_pv, ..nodes(1_000) };
        let (mut engine, board) = (Engine::new(MEMORY, 1), overlines(&[], 12));
        let report = engine.think(&board, &limits, &Control::new(), &mut Scores(&mut scores));
        assert_eq!(report.unwrap().score, Score::loss_in(2));
        assert!(scores.iter().all(|&score| score == Score::loss_in(2)), "{scores:?}");
    }
    let report = think(&mut Engine::new(MEMORY, 1), &overlines(&[(11, 12)], 11), &nodes(1_000));
    assert_eq!((report.best, report.score), (Coord::new(11, 12).unwrap(), Score::win_in(3)));
}

/// The last point that was not excluded was played, and lost, though others were allowed.
#[test]
fn a_forbidden_point_is_worse_than_an_excluded_one() {
    let (other, board) = (Coord::new(11, 12).unwrap(), overlines(&[(11, 12)], 12));
    let limits = Limits { excluded: vec![other], ..nodes(1_000) };
    assert_eq!(think(&mut Engine::new(MEMORY, 1), &board, &limits).best, other);
}

/// White was said to win in three plies, the last of which black's draw comes before.
#[test]
fn a_five_after_the_end_of_a_renju_game_is_no_win() {
    let line = "renju 6 a1b3f1c3a6d3f6c6d1".parse::<PositionLine>().unwrap();
    assert_eq!(line.board().moves_left(), 2);
    for multi_pv in [1, 2] {
        let limits = Limits { multi_pv, ..nodes(5_000) };
        let report = think(&mut Engine::new(MEMORY, 1), &line.board(), &limits);
        assert_eq!(report.score, Score::DRAW);
    }
}

/// The first move of each iteration, and the best one of each that was finished.
#[derive(Default)]
struct FirstMoves {
    begins: bool,
    first: Vec<Coord>,
    best: Vec<Coord>,
}

impl Listener for FirstMoves {
    fn on_iteration(&mut self, report: &Report) {
        self.best.push(report.best);
    }

    fn on_root(&mut self, news: RootNews) {
        match news {
            RootNews::Iteration => self.begins = true,
            RootNews::Trying(c) if std::mem::take(&mut self.begins) => self.first.push(c),
            _ => {}
        }
    }
}

/// Only the first winning point was known to win: with that one excluded, the other had the score 0.
#[test]
fn a_win_at_sight_is_one_with_another_winning_point_excluded_too() {
    for (stones, plies) in [("h8a1i8a3j8a5k8a7", 1), ("h8a1i8a3j8a5", 3)] {
        let board = stones.parse::<PositionLine>().unwrap().board();
        let threat = if plies == 1 { Threat::Five } else { Threat::OpenFour };
        let winning: Vec<Coord> = board
            .empty_cells()
            .iter()
            .filter(|&c| board.threat(c, Color::Black) == threat)
            .collect();
        assert_eq!(winning.len(), 2, "{stones}");
        for &c in &winning {
            let limits = Limits { excluded: vec![c], ..nodes(1_000) };
            let report = think(&mut Engine::new(MEMORY, 1), &board, &limits);
            assert_eq!(report.score, Score::win_in(plies), "{stones} without {c}");
            assert!(winning.contains(&report.best) && report.best != c, "{stones} without {c}");
        }
    }
}

/// With excluded points the root has no entry in the table: each iteration began with the move that
/// the policy likes best, and that was played if the iteration was interrupted.
#[test]
fn an_iteration_begins_with_the_best_move_of_the_one_before() {
    let board = "h8i9h10".parse::<PositionLine>().unwrap().board();
    for excluded in [vec![], vec![Coord::new(0, 0).unwrap()]] {
        let mut moves = FirstMoves::default();
        let limits = Limits { excluded, ..nodes(60_000) };
        Engine::new(MEMORY, 1).think(&board, &limits, &Control::new(), &mut moves);
        assert!(moves.best.len() > 5);
        assert_eq!(moves.first[1..], moves.best[..moves.first.len() - 1]);
    }
}

/// Keeps what is told of the moves at the root, and the best move of each iteration that ended.
#[derive(Default)]
struct News {
    of_moves: Vec<RootNews>,
    best: Vec<Coord>,
}

impl Listener for News {
    fn on_iteration(&mut self, report: &Report) {
        if !report.interrupted {
            self.best.push(report.best);
        }
    }

    fn on_root(&mut self, news: RootNews) {
        self.of_moves.push(news);
    }
}

/// A move that fails high is searched again with a wider window. If that was interrupted, the best move
/// of the iteration before was played.
#[test]
fn an_interrupted_search_plays_the_move_that_failed_high() {
    let mut count = 0;
    for line in include_str!("data/tactics_dev.txt").lines().filter(|l| l.contains(";0;15;")) {
        let moves = line.split(';').nth(3).unwrap();
        let board = moves.parse::<PositionLine>().unwrap().board();
        for limit in (500..4000).step_by(350) {
            let (mut news, control) = (News::default(), Control::new());
            let report = Engine::new(MEMORY, 1).think(&board, &nodes(limit), &control, &mut news);
            if let [.., RootNews::Best(high), RootNews::Trying(again), _] = news.of_moves[..]
                && high == again
                && news.best.last().is_some_and(|&before| before != high)
            {
                count += 1;
                assert_eq!(report.unwrap().best, high, "{moves}, {limit} nodes");
            }
        }
    }
    assert!(count > 3, "{count} searches were interrupted there");
}

/// The best move of each further line was told as well, and threads may agree on another one: in every
/// second position the last one told was not the move.
#[test]
fn the_last_move_told_to_be_the_best_is_the_move() {
    let lines = include_str!("data/tactics_dev.txt").lines().filter(|l| l.contains(";0;15;"));
    for (line, multi_pv) in lines.take(40).zip([5, 2, 1].into_iter().cycle()) {
        let moves = line.split(';').nth(3).unwrap();
        let board = moves.parse::<PositionLine>().unwrap().board();
        let limits = Limits { multi_pv, ..nodes(6_000) };
        for threads in [1, 3] {
            let (mut news, control) = (News::default(), Control::new());
            let report = Engine::new(MEMORY, threads).think(&board, &limits, &control, &mut news);
            let is_best = |news: &&RootNews| matches!(news, RootNews::Best(_));
            let told = news.of_moves.iter().rfind(is_best).unwrap();
            assert_eq!(*told, RootNews::Best(report.unwrap().best), "{moves}, {multi_pv} lines");
        }
    }
}

/// The first move of an iteration was found to lose, and still played if the iteration was interrupted
/// before another one raised alpha.
#[test]
fn an_interrupted_search_does_not_play_a_move_that_it_found_to_lose() {
    let moves = "i7e13d11f13d12f11g13g10f10g9g11e9h9d9e10f9c9e8d7f8g6g7d10h8c10b10";
    let board = moves.parse::<PositionLine>().unwrap().board();
    let mut count = 0;
    for limit in (500..20_000).step_by(250) {
        let (mut news, control) = (News::default(), Control::new());
        let report = Engine::new(MEMORY, 1).think(&board, &nodes(limit), &control, &mut news);
        let report = report.unwrap();
        let lost = RootNews::Lost(report.best);
        assert!(report.score.is_loss() || !news.of_moves.contains(&lost), "{limit} nodes");
        count += usize::from(news.of_moves.iter().any(|news| matches!(news, RootNews::Lost(_))));
    }
    assert!(count > 3, "{count} searches found a move that loses");
}

/// An iteration that was interrupted after a defence was found to lose played a move that does not
/// even stop the open four.
#[test]
fn an_interrupted_search_stops_an_open_four() {
    for moves in ["i10h11h7f9f6k8i7g6j7", "renju f8e8h10j9g7f6k9k8h7i7i6k7j5"] {
        let mut board = moves.parse::<PositionLine>().unwrap().board();
        let Situation::Threatened(answers) = threats::situation(&mut board) else {
            panic!("{moves}")
        };
        let stops = threats::defences(&board, &answers);
        for limit in (200..4_000).step_by(100) {
            let report = think(&mut Engine::new(MEMORY, 1), &board, &nodes(limit));
            assert!(stops.contains(report.best), "{moves}: {:?} in {limit} nodes", report.best);
        }
    }
}

/// Black cannot answer i9, as j10 is forbidden: that loses sooner than the four-three at i8. But i9 itself
/// can be taken, a move that was not searched.
#[test]
fn a_win_is_no_shorter_than_moves_that_are_not_searched_allow() {
    let board = "renju e5f8e8g8k10f6l10g7i11j7h12k6o1".parse::<PositionLine>().unwrap().board();
    let [h8, g12] = ["h8", "g12"].map(|c| parse_moves(c).unwrap()[0]);
    let excluded = board.size().coords().filter(|&c| c != h8 && c != g12).collect();
    let limits = Limits { excluded, ..nodes(30_000) };
    let report = think(&mut Engine::new(MEMORY, 1), &board, &limits);
    assert_eq!((report.best, report.score), (h8, Score::win_in(7)));
}

/// Keeps all reports.
#[derive(Default)]
struct Reports(Vec<Report>);

impl Listener for Reports {
    fn on_iteration(&mut self, report: &Report) {
        self.0.push(report.clone());
    }
}

#[test]
fn one_thread_gives_the_same_result_again() {
    let mut random = Random::new(3);
    for rule in Rule::ALL {
        let board = random_position(&mut random, rule, Size::new(15).unwrap());
        let search = || {
            let report = think(&mut Engine::new(MEMORY, 1), &board, &nodes(5_000));
            (report.best, report.score, report.nodes, report.pv)
        };
        assert_eq!(search(), search());
    }
}

#[test]
fn several_lines_differ_and_are_ordered() {
    let mut random = Random::new(4);
    for rule in Rule::ALL {
        let board = random_position(&mut random, rule, Size::new(15).unwrap());
        let mut reports = Reports::default();
        let limits = Limits { depth: Some(4), multi_pv: 5, ..Limits::default() };
        Engine::new(MEMORY, 1).think(&board, &limits, &Control::new(), &mut reports);
        for depth in 1..=4 {
            let lines: Vec<&Report> = reports.0.iter().filter(|r| r.depth == depth).collect();
            let Some(count) = lines.first().map(|line| line.multi_pv) else { continue };
            let lines = &lines[..count];
            for (rank, line) in lines.iter().enumerate() {
                assert_eq!(line.rank, rank);
                assert_eq!(line.pv[0], line.best);
                assert!(board.is_empty(line.best));
                assert!(lines[..rank].iter().all(|better| better.best != line.best));
                assert!(lines[..rank].iter().all(|better| better.score >= line.score));
            }
        }
        assert!(reports.0.iter().any(|report| report.rank == 4));
    }
}

/// The positions won by fours are found by any number of threads, within the node limit.
#[test]
fn threads_agree_on_wins() {
    let text = include_str!("data/tactics_dev.txt");
    // Short ones: which thread finds what is a matter of luck.
    let is_short = |line: &&str| line.contains(";vcf;7;") || line.contains(";vcf;9;");
    let problems = text.lines().filter(is_short);
    for (n, line) in problems.take(if cfg!(debug_assertions) { 8 } else { 60 }).enumerate() {
        let fields: Vec<&str> = line.split(';').collect();
        let request =
            format!("{} {} {}", fields[1], fields[2], fields[3]).parse::<PositionLine>().unwrap();
        let board = request.board();
        let threads = [2, 3, 8][n % 3];
        // Searched in full, not decided at sight.
        let limits = Limits { multi_pv: 2, ..nodes(100_000) };
        let report = think(&mut Engine::new(MEMORY, threads), &board, &limits);
        assert!(report.score.is_win(), "{line}");
        assert!(board.is_empty(report.best));
        // Each thread may be a poll and a VCF late, however rarely the machine lets it run.
        assert!(report.nodes <= 100_000 + 512 * threads as u64, "{} nodes", report.nodes);
    }
}

/// Stones that even the game leave it nearer to even than the best moves do. A search that
/// begins after them may judge a little otherwise, so this holds for all together.
#[test]
fn balance_moves_even_the_game() {
    let mut random = Random::new(5);
    let (mut even, mut usual) = (0, 0);
    for rule in Rule::ALL {
        for (count, bias) in [(1, 0), (2, 0), (1, 100), (2, -100)] {
            let board = random_position(&mut random, rule, Size::new(15).unwrap());
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let mut engine = Engine::new(MEMORY, 1);
            let stones = engine.balance(&board, count, bias, &limits, &Control::new());
            assert_eq!(stones.len(), count);
            let off = |stones: &[Coord], engine: &mut Engine| {
                let mut board = board.clone();
                stones.iter().for_each(|&c| board.play(c));
                let score = think(engine, &board, &limits).score.value();
                (if stones.len() == 1 { -score } else { score } - bias).abs().min(1000)
            };
            even += off(&stones, &mut engine);
            let best = think(&mut engine, &board, &limits).pv;
            usual += off(&best[..count.min(best.len())], &mut engine);
        }
    }
    assert!(2 * even < usual, "{even} off, against {usual}");
}

/// They were two for any count but one.
#[test]
fn balance_moves_are_none_for_other_counts_than_one_and_two() {
    let board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
    for count in [0, 3] {
        let (mut engine, limits) = (Engine::new(MEMORY, 1), nodes(1_000));
        assert_eq!(engine.balance(&board, count, 0, &limits, &Control::new()), []);
    }
}

/// They had looked at every pair first, whatever was said: on a large board for seconds.
#[test]
fn balance_moves_obey_stop_and_limits() {
    let board = Board::new(Rule::Freestyle, Size::new(22).unwrap());
    let time = |limits: Limits, control: Control| {
        let mut engine = Engine::new(MEMORY, 1);
        let start = Instant::now();
        assert_eq!(engine.balance(&board, 2, 0, &limits, &control).len(), 2);
        start.elapsed()
    };
    let full = time(Limits { depth: Some(1), ..Limits::default() }, Control::new());
    let stopped = Control::new();
    stopped.stop();
    let at_once = [
        time(Limits::default(), stopped),
        time(Limits { nodes: Some(100), ..Limits::default() }, Control::new()),
    ];
    assert!(at_once.iter().all(|&took| took < full / 2), "{full:?}, limited {at_once:?}");
}

/// The answers to a five are exactly the legal moves after which none can be made.
#[test]
fn answers_to_a_five_are_all_there_are() {
    let mut asked = [0; Rule::ALL.len()];
    let count = if cfg!(debug_assertions) { 1_500 } else { 5_000 };
    for (rule, mut board) in random_positions(6, count) {
        let us = board.side_to_move();
        if board.threat_count(us, Threat::Five) > 0 || board.threat_count(!us, Threat::Five) == 0 {
            continue;
        }
        asked[rule] += 1;
        let mut referee = Referee::new(board.rule(), board.size());
        board.history().for_each(|m| referee.place(m.coord, m.color));
        let mut saves = |c: Coord| {
            if us == Color::Black && referee.fouls(c).any() {
                return false;
            }
            referee.place(c, us);
            let fives = referee.empty_points().into_iter();
            let saved = !fives.clone().any(|d| referee.makes_five(d, !us));
            referee.undo();
            saved
        };
        let all: Vec<Coord> = board.empty_cells().iter().filter(|&c| saves(c)).collect();
        let mut answers = threats::answers_to_five(&mut board);
        answers.sort();
        let name = board.rule().name();
        assert_eq!(answers, all, "{name} {:?}", board.history().collect::<Vec<_>>());
    }
    assert!(asked.iter().all(|&times| times > 2), "asked {asked:?} times");
}

/// No other move than the defences keeps the opponent from making five or an open four next.
#[test]
fn nothing_else_helps_against_an_open_four() {
    let mut asked = [0; Rule::ALL.len()];
    let count = if cfg!(debug_assertions) { 3_000 } else { 60_000 };
    for (rule, mut board) in random_positions(7, count) {
        let us = board.side_to_move();
        let Situation::Threatened(answers) = threats::situation(&mut board) else { continue };
        asked[rule] += 1;
        let defences = threats::defences(&board, &answers);
        let others: Vec<Coord> = board.empty_cells().without(&defences).iter().collect();
        for c in others {
            if board.is_forbidden(c) {
                continue;
            }
            board.play(c);
            let threats = [Threat::Five, Threat::OpenFour].map(|t| board.threat_count(!us, t));
            board.undo();
            let name = board.rule().name();
            assert!(threats != [0; 2], "{name} {c:?} {:?}", board.history().collect::<Vec<_>>());
        }
    }
    assert!(asked.iter().all(|&times| times > 20), "asked {asked:?} times");
}

/// A double threat wins within five plies, whatever is played; and no other move than the answers to
/// a four-three keeps the opponent from winning by it.
#[test]
fn double_threats_win_and_only_their_answers_help() {
    let (mut won, mut asked) = ([0; Rule::ALL.len()], [0; Rule::ALL.len()]);
    let count = if cfg!(debug_assertions) { 30_000 } else { 600_000 };
    for (rule, mut board) in random_positions(8, count) {
        let situation = threats::situation(&mut board);
        let is_threatened = matches!(situation, Situation::Threatened(_));
        if situation != Situation::Free && !is_threatened {
            continue;
        }
        let position = |board: &Board| format!("{rule} {:?}", board.history().collect::<Vec<_>>());
        if let Some(by) = threats::double_threat(&board) {
            won[rule] += 1;
            board.play(by);
            for answer in answers(&mut board) {
                board.play(answer);
                let wins = wins_within(&mut board, threats::DOUBLE_THREAT_PLIES - 2, true);
                board.undo();
                assert!(wins.is_some(), "{by:?} {answer:?} {}", position(&board));
            }
            board.undo();
        }
        let answers = threats::answers_to_four_three(&board).filter(|_| !is_threatened);
        let Some(answers) = answers else { continue };
        asked[rule] += 1;
        let helpful = threats::defences(&board, &answers);
        for c in board.empty_cells().without(&helpful).iter().collect::<Vec<_>>() {
            if !board.is_forbidden(c) {
                board.play(c);
                let wins = wins_within(&mut board, threats::FOUR_THREE_LOSS_PLIES - 1, false);
                board.undo();
                assert!(wins.is_some(), "{c:?} {}", position(&board));
            }
        }
    }
    assert!(won.iter().all(|&times| times > 20), "won {won:?} times");
    assert!(asked.iter().sum::<usize>() > 20, "asked {asked:?} times");
}

/// With two or more lines the engine claimed "lost in 2" where it had looked at no move: on boards
/// without stones there are no candidates.
#[test]
fn nothing_is_proven_from_no_moves() {
    let corner = [Coord::new(0, 0).unwrap(), Coord::new(14, 14).unwrap()];
    for rule in Rule::ALL {
        for dead in [&[][..], &corner[..]] {
            let board = Board::with_dead(rule, Size::new(15).unwrap(), dead);
            for lines in [1, 2, 5, 300] {
                let limits = Limits { multi_pv: lines, nodes: Some(1500), ..Limits::default() };
                let mut scores = Vec::new();
                let mut listener = Scores(&mut scores);
                let mut engine = Engine::new(8 << 20, 1);
                let report = engine.think(&board, &limits, &Control::new(), &mut listener);
                scores.push(report.unwrap().score);
                assert!(scores.iter().all(|score| !score.is_decisive()), "{rule:?} {lines} lines");
            }
        }
    }
}

/// The memory of so many threads was more than a number can say.
#[test]
fn numbers_of_threads_beyond_the_limits_count_as_the_nearest() {
    let won = "freestyle 15 h8a1i8a3j8a5k8a7".parse::<PositionLine>().unwrap().board();
    let (turn, increment) = (Some(Duration::from_secs(1)), Duration::MAX);
    let clock = Clock { start: Instant::now(), turn, left: turn, increment };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    for threads in [0, usize::MAX] {
        let mut engine = Engine::new(MEMORY, threads);
        engine.set_resources(MEMORY, threads);
        let best = think(&mut engine, &won, &limits).best.to_string();
        assert!(["g8", "l8"].contains(&best.as_str()), "{best}");
    }
}

/// Keeps the score of every line of every iteration.
struct Scores<'a>(&'a mut Vec<Score>);

impl Listener for Scores<'_> {
    fn on_iteration(&mut self, report: &Report) {
        self.0.push(report.score);
    }
}

/// The VCF at the root took the whole node limit in sharp positions: depth 0, score 0, and a move
/// that nobody had looked at.
#[test]
fn a_node_limit_leaves_room_for_the_search() {
    let text = include_str!("data/tactics_dev.txt");
    let mut searched = 0;
    for line in text.lines().skip(1).step_by(if cfg!(debug_assertions) { 7 } else { 1 }) {
        let fields: Vec<&str> = line.split(';').collect();
        let position = format!("{} {} {}", fields[1], fields[2], fields[3]);
        let mut board = position.parse::<PositionLine>().unwrap().board();
        if matches!(threats::situation(&mut board), Situation::Forced(_) | Situation::Lost) {
            continue;
        }
        for limit in [1_000, 8_000] {
            let report = think(&mut Engine::new(MEMORY, 1), &board, &nodes(limit));
            assert!(report.depth > 0 || report.score.is_win(), "{line}: {report:?}");
            searched += usize::from(report.depth > 0);
        }
    }
    assert!(searched > 10, "only {searched} searches");
}

/// A search that only its depth limits had room for hours, which the system cleared first.
#[test]
fn a_shallow_search_needs_little_room() {
    let board = "freestyle 15 h8i9h10i7".parse::<PositionLine>().unwrap().board();
    for depth in [2, 6, 10] {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let expected = limits.expected_nodes(&board, 1);
        let visited = think(&mut Engine::new(MEMORY, 1), &board, &limits).nodes;
        assert!(
            visited > 0 && (visited..2 << 20).contains(&expected),
            "{depth}: {visited} of {expected}"
        );
    }
}

/// `YXBOARD` may begin with either side's stones; black's turn turned the decision round.
#[test]
fn a_swap2_opening_is_judged_for_white_whoever_is_to_move() {
    let size = Size::new(15).unwrap();
    let stones = [(7, 7), (8, 7), (9, 9)].map(|(x, y)| Coord::new(x, y).unwrap());
    let mut board = Board::with_moves(Rule::Freestyle, size, &stones);
    let decide =
        |board: &Board| Engine::new(MEMORY, 1).swap2(board, 1, &nodes(5_000), &Control::new());
    let decision = decide(&board);
    board.set_side_to_move(Color::Black);
    assert_eq!(decide(&board), decision);
    assert_eq!(decision, Some(Swap2::Swap));
}
