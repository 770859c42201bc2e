//! The leagues of Gomocup at their real clocks, against another engine: `make rehearsal`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use companion::arena::opening;
use companion::arena::spec::EngineSpec;
use dolmen::board::Board;
use dolmen::types::{Color, Rule, Size};

use super::process::{Signals, engine, told};
use super::{Figures, Game, TOLERANCE, Terms, play};

/// Name, rule, board size, seconds for a move and for a game.
const LEAGUES: [(&str, Rule, u8, u32, u32); 6] = [
    ("freestyle-20", Rule::Freestyle, 20, 30, 180),
    ("fastgame", Rule::Freestyle, 20, 5, 120),
    ("freestyle-15", Rule::Freestyle, 15, 30, 180),
    ("standard", Rule::Standard, 15, 30, 180),
    ("renju", Rule::Renju, 15, 30, 180),
    ("caro", Rule::Caro, 15, 30, 180),
];

/// The conditions of a league, its clocks divided by a number.
fn terms(league: &str, faster: u32) -> Terms {
    let found = LEAGUES.iter().find(|(name, ..)| *name == league);
    let &(_, rule, size, turn, game) = found.unwrap_or_else(|| panic!("no league '{league}'"));
    Terms {
        rule,
        size: Size::new(size).unwrap(),
        turn: Duration::from_secs(turn.into()) / faster,
        game: Duration::from_secs(game.into()) / faster,
        pondering: false,
        ..Terms::judge(0, TOLERANCE)
    }
}

/// The results of a league: points of our engine, what was seen of it, faults of the other.
#[derive(Default)]
struct Score {
    points: f64,
    own: Figures,
    faults_of_other: Vec<String>,
}

impl Score {
    fn add(&mut self, mut game: Game, own: Color, terms: &Terms, signals: &mut Signals) {
        let winner = match game.loser_by_fault {
            Some(loser) => Some(!loser),
            None => game.board.outcome().winner(),
        };
        self.points += winner.map_or(0.5, |winner| if winner == own { 1.0 } else { 0.0 });
        match game.seats[own.index()].leave(terms, signals) {
            Ok(took) => game.seats[own.index()].figures.slowest_end = took,
            Err(fault) => game.note_fault(own, &fault),
        }
        // The other program is killed when its seat is dropped.
        let [black, white] = game.seats.map(|seat| seat.figures);
        let (own, other) = if own == Color::Black { (black, white) } else { (white, black) };
        self.own.games += 1;
        self.own.add(own);
        self.faults_of_other.extend(other.faults);
    }
}

/// Moves, faults and all that was said.
fn log_of(game: &mut Game) -> String {
    let stones: Vec<String> = game.board.history().map(|m| told(m.coord)).collect();
    let mut text = format!("{:?}, {}\n", game.board.outcome(), stones.join(" "));
    for color in Color::ALL {
        let seat = &mut game.seats[color.index()];
        let _ = writeln!(text, "\n{color:?}, faults: {:?}", seat.figures.faults);
        let said = seat.process.take_log();
        text.extend(said.iter().map(|line| format!("{line}\n")));
    }
    text
}

/// Plays pairs of games from the openings of the tests, each with both colours; as many at the same
/// time as there are cores, for the program that is not to move stands still.
fn rehearse(terms: Terms, opponent: &EngineSpec, games: usize, logs: &Path) -> Score {
    let (rule, size) = (terms.rule.name(), terms.size.get());
    let file = format!("{}/../tests/data/openings/{rule}-{size}.txt", env!("CARGO_MANIFEST_DIR"));
    let openings = std::fs::read_to_string(file).unwrap();
    let openings: Vec<&str> = openings.lines().collect();
    let (next, score) = (AtomicUsize::new(0), Mutex::new(Score::default()));
    let own = engine(&[]);
    let work = || {
        let mut signals = Signals::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return;
            }
            let stones = opening::parse(openings[number / 2 % openings.len()], terms.size).unwrap();
            let board = Board::with_moves(terms.rule, terms.size, &stones);
            let color = Color::ALL[number % 2];
            let programs = if number % 2 == 0 { [&own, opponent] } else { [opponent, &own] };
            let mut game = play(programs, board, &terms, &mut signals);
            let text = log_of(&mut game);
            std::fs::write(logs.join(format!("game-{number}.txt")), &text).unwrap();
            let end = text.lines().next().unwrap();
            println!("game {number}, {color:?}, {} stones: {end}", game.board.ply());
            score.lock().unwrap().add(game, color, &terms, &mut signals);
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().unwrap().get();
        (0..cores.min(games)).for_each(|_| drop(scope.spawn(work)));
    });
    score.into_inner().unwrap()
}

#[test]
fn a_league_is_played_with_short_clocks() {
    let terms = Terms { longest: 16, tolerance: super::LENIENCE, ..terms("fastgame", 100) };
    let logs = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rehearsal");
    std::fs::create_dir_all(&logs).unwrap();
    let score = rehearse(terms, &engine(&[]), 2, &logs);
    assert_eq!((score.own.games, score.own.faults, score.faults_of_other), (2, vec![], vec![]));
    let log = std::fs::read_to_string(logs.join("game-1.txt")).unwrap();
    assert!(log.contains("START 20"), "{log}");
}

/// `LEAGUE` against the program `OPPONENT`, `GAMES` games, a file for each in the folder `LOGS`;
/// `FASTER=N` divides the clocks, to try it.
#[test]
#[ignore = "takes an hour: make rehearsal"]
fn the_games_of_a_league() {
    let word = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.into());
    let number = |name: &str, usual: &str| word(name, usual).parse::<u32>().unwrap();
    let (league, faster) = (word("LEAGUE", "fastgame"), number("FASTER", "1"));
    let opponent = EngineSpec::of_command(&[word("OPPONENT", &super::process::PROGRAM)]);
    let logs = PathBuf::from(word("LOGS", env!("CARGO_TARGET_TMPDIR")));
    let games = number("GAMES", "2") as usize;
    let score = rehearse(terms(&league, faster), &opponent, games, &logs);
    let Score { points, own, faults_of_other } = score;
    println!("{league}: {games} games, points {points}");
    println!("own faults {}, own late answers {}", own.faults.len(), own.late_answers());
    println!("nearest to the limit: {:?} left", own.least_left);
    println!("own memory {:.1} MiB, slowest end {:?}", own.largest_mib(), own.slowest_end);
    println!("faults of the opponent {}: {faults_of_other:#?}", faults_of_other.len());
    assert!(own.faults.is_empty(), "{:#?}", own.faults);
}
