//! Small games: plain minimax and alpha-beta against each other, against every line of play, and
//! the big engine against both on boards that can be seen through.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../../tests/naive/mod.rs"]
mod naive;

mod programs;

use std::collections::HashMap;
use std::io::Write;
use std::process::{Command, Stdio};

use companion::games::{ConnectFour, Minimax, TicTacToe, TurnGame};
use dolmen::board::{Board, Outcome};
use dolmen::engine::{Engine, ProofLimits};
use dolmen::search::{Control, Limits, Silent};
use dolmen::types::{Color, Coord, Rule, Size};
use naive::Referee;
use naive::random::Random;
use programs::COMPANION;

/// Against every reply, from either side: it never loses, and wins if the opponent may lose.
#[test]
fn tic_tac_toe_is_never_lost() {
    fn play_all(game: TicTacToe, machine: Color, best: &mut HashMap<TicTacToe, usize>) -> usize {
        if game.moves().is_empty() {
            assert_ne!(game.winner(), Some(!machine), "\n{game}");
            return 1;
        }
        if game.side_to_move() == machine {
            let reply = *best.entry(game).or_insert_with(|| {
                let analysis = Minimax::alpha_beta().run(&game, 9);
                assert!(analysis.value >= 0, "{}\n{game}", analysis.value);
                analysis.best.unwrap()
            });
            return play_all(game.after(reply), machine, best);
        }
        game.moves().into_iter().map(|cell| play_all(game.after(cell), machine, best)).sum()
    }
    let games = Color::ALL.map(|side| play_all(TicTacToe::default(), side, &mut HashMap::new()));
    assert!(games.iter().all(|&games| games > 50), "{games:?}");
}

#[test]
fn the_sooner_win_and_the_later_loss_are_preferred() {
    let after = |moves: &[usize]| moves.iter().fold(TicTacToe::default(), |game, &m| game.after(m));
    // X at 1, 2; O at 5, 9: X wins at once by 3.
    let now = Minimax::plain().run(&after(&[1, 5, 2, 9]), 9);
    assert_eq!((now.best, now.value), (Some(3), TicTacToe::WIN + 8));
    // X threatens two lines: O can only delay.
    let lost = Minimax::plain().run(&after(&[1, 2, 5, 9, 7]), 9);
    assert_eq!(lost.value, -(TicTacToe::WIN + 7));
}

fn compare<G: TurnGame + std::fmt::Display>(start: &G, depths: std::ops::Range<u32>, seed: u64) {
    let mut random = Random::new(seed);
    let (mut plain_nodes, mut nodes) = (0, 0);
    for depth in depths.cycle().take(60) {
        let mut game = start.clone();
        for _ in 0..random.below(8) {
            let moves = game.moves();
            if !moves.is_empty() {
                game = game.after(random.pick(&moves));
            }
        }
        let plain = Minimax::plain().run(&game, depth);
        let pruned = Minimax::alpha_beta().run(&game, depth);
        assert_eq!((plain.value, plain.best), (pruned.value, pruned.best), "\n{game}");
        assert!(pruned.nodes <= plain.nodes);
        (plain_nodes, nodes) = (plain_nodes + plain.nodes, nodes + pruned.nodes);
    }
    assert!(2 * nodes < plain_nodes, "{nodes} of {plain_nodes}");
}

#[test]
fn alpha_beta_finds_what_minimax_finds_with_fewer_positions() {
    compare(&TicTacToe::default(), 3..8, 1);
    compare(&ConnectFour::default(), 2..5, 2);
}

#[test]
fn connect_four_takes_a_win_and_stops_one() {
    let after = |columns: &[usize]| columns.iter().fold(ConnectFour::default(), |g, &c| g.after(c));
    assert_eq!(Minimax::alpha_beta().run(&after(&[4, 1, 4, 1, 4, 2]), 3).best, Some(4));
    assert_eq!(Minimax::alpha_beta().run(&after(&[4, 1, 4, 2, 4]), 3).best, Some(4));
    assert_eq!(after(&[1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4]).winner(), Some(Color::Black));
    let full = after(&[1; 6]);
    assert_eq!((full.winner(), full.moves()), (None, vec![4, 3, 5, 2, 6, 7]));
}

/// The tree that is printed is the tree that was searched: every value follows from the children.
#[test]
fn a_traced_tree_explains_its_root() {
    let game = [1, 2, 3, 5, 8].iter().fold(TicTacToe::default(), |game, &m| game.after(m));
    let mut search = Minimax::plain().traced();
    let analysis = search.run(&game, 9);
    let visits = search.visits.unwrap();
    assert_eq!((visits.len(), visits[0].value), (analysis.nodes, analysis.value));
    for (number, visit) in visits.iter().enumerate() {
        let children = visits.iter().filter(|child| child.parent == Some(number));
        let values = children.clone().map(|child| child.value);
        let expected = if visit.is_max { values.max() } else { values.min() };
        assert!(expected.is_none_or(|value| value == visit.value), "{number}: {visit:?}");
        assert!(children.clone().all(|child| child.depth + 1 == visit.depth));
        assert!(children.clone().all(|child| child.is_max != visit.is_max));
    }
}

/// Gomoku by the slow referee, as a small game.
#[derive(Clone)]
struct Gomoku {
    board: Board,
    outcome: Outcome,
}

/// A point, in words.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point(Coord);

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Gomoku {
    /// Replayed by the referee, so that the board's own judgement is not believed.
    fn judged(board: Board) -> Gomoku {
        let mut referee = Referee::new(board.rule(), board.size());
        board.history().for_each(|stone| referee.place(stone.coord, stone.color));
        Gomoku { board, outcome: referee.outcome() }
    }
}

impl TurnGame for Gomoku {
    type Move = Point;
    const WIN: i32 = 1000;

    fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    fn moves(&self) -> Vec<Point> {
        match self.outcome {
            Outcome::Open => self.board.empty_cells().iter().map(Point).collect(),
            _ => Vec::new(),
        }
    }

    fn after(&self, point: Point) -> Gomoku {
        let mut board = self.board.clone();
        board.play(point.0);
        Gomoku::judged(board)
    }

    fn winner(&self) -> Option<Color> {
        self.outcome.winner()
    }

    fn judge(&self, _side: Color) -> i32 {
        0
    }
}

/// A game of so many moves less than a draw has, in which nobody has won.
fn nearly_drawn(rule: Rule, size: Size, left: usize, random: &mut Random) -> Option<Gomoku> {
    let mut game = Gomoku::judged(Board::new(rule, size));
    while game.board.ply() + left < rule.draw_after(size) {
        let moves = game.moves();
        if moves.is_empty() {
            return None;
        }
        game = game.after(random.pick(&moves));
    }
    (game.outcome == Outcome::Open).then_some(game)
}

#[test]
fn the_engine_agrees_with_minimax_on_tiny_boards() {
    let mut random = Random::new(5);
    let mut engine = Engine::new(16 << 20, 1);
    let (mut decided, mut drawn) = (0, 0);
    let sizes = [5, 6, 7].map(|size| Size::new(size).unwrap());
    for (rule, size) in Rule::ALL.into_iter().flat_map(|rule| sizes.map(|size| (rule, size))) {
        // Renju is drawn 25 moves before the board is full.
        let most = if size.area() - rule.draw_after(size) > 0 { 3 } else { 6 };
        let mut games = 0;
        while games < 15 {
            let left = 2 + random.below(most - 1);
            let Some(game) = nearly_drawn(rule, size, left, &mut random) else { continue };
            games += 1;
            let plain = Minimax::alpha_beta().run(&game, left as u32);
            let limits = Limits { depth: Some(2 * left as u32), ..Limits::default() };
            engine.clear();
            let report = engine.think(&game.board, &limits, &Control::new(), &mut Silent).unwrap();
            let (us, found) = (plain.value.signum(), report.score);
            let agrees = match us {
                1 => found.is_win(),
                -1 => found.is_loss(),
                _ => !found.is_decisive(),
            };
            let stones: Vec<String> =
                game.board.history().map(|stone| stone.coord.to_string()).collect();
            let picture = format!("{} {} {}", rule.name(), size.get(), stones.concat());
            assert!(agrees, "{picture}: {} and {found}", plain.value);
            let limits = ProofLimits { search: 1_000, total: 10_000 };
            let proof = engine.prove(&game.board, None, &limits, &Control::new());
            assert!(proof.is_none() || us == 1, "{picture}: {} and a proof", plain.value);
            // The move that is played keeps what can be had.
            let next = Minimax::alpha_beta().run(&game.after(Point(report.best)), left as u32);
            assert_eq!(-next.value.signum(), us, "{picture}: {}", report.best);
            decided += usize::from(us != 0);
            drawn += usize::from(us == 0);
        }
    }
    assert!(decided >= 10 && drawn >= 10, "{decided} decided, {drawn} drawn");
}

fn minimax(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(COMPANION)
        .arg("minimax")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn a_game_is_played_line_by_line() {
    let text = minimax(&["--moves", "1,5,2"], "x\n9\n4\n7\n6\n8\n");
    assert!(text.starts_with("X X .\n. O .\n. . .\n\nO to play: 3 4 6 7 8 9\n"), "{text}");
    assert!(text.contains("error: not a possible move\n"), "{text}");
    assert!(text.ends_with("\nX wins\n"), "{text}");
    let text = minimax(&["connect-four", "--first", "--depth", "2"], "");
    assert!(text.contains("X plays 4"), "{text}");
}

/// It said "draw" of every position.
#[test]
fn a_search_of_no_depth_is_refused() {
    let zero =
        Command::new(COMPANION).args(["minimax", "--depth", "0", "--trace"]).output().unwrap();
    assert!(zero.stdout.is_empty() && !zero.status.success());
    assert!(String::from_utf8_lossy(&zero.stderr).contains("'--depth <DEPTH>'"));
}

#[test]
fn the_tree_is_printed() {
    let text = minimax(&["--moves", "1,2,3,5,8,6,4", "--trace"], "");
    let expected = "\
X O X
X O O
. X .

  node  parent  layer  depth    value  move
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("\n     1       0  MIN        8  "), "{text}");
    assert!(text.trim_end().ends_with("positions"), "{text}");
}
