//! A finished game, looked through again: what every move of it was worth.

use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::search::Control;
use dolmen::types::Coord;
use dolmen_records::Game;
use dolmen_study::analyze::judgement::{Analysis, JudgedMove, Kind};
use dolmen_study::analyze::study::{Effort, study};
use dolmen_study::checked::CheckedGame;
use dolmen_study::words::percent;

/// What is said of each move of a game, and what should follow its last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// One for each move.
    pub moves: Vec<Remark>,
}

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Black's winning chance after it, in per cent.
    pub black: u8,
    /// What is wrong with it.
    pub kind: Option<Kind>,
    /// What was better; `None` if nothing was.
    pub better: Option<Coord>,
    /// How the other side answers best.
    pub refutation: Vec<Coord>,
}

/// Positions visited for each position of the game.
const NODES: u64 = 20_000;

impl Review {
    /// Analyses the game on a board of which so many stones were placed in an opening.
    pub fn of(engine: &mut Engine, (board, opened): (&Board, usize), control: &Control) -> Review {
        let moves = board.history().map(|stone| stone.coord).collect();
        let game = Game { rule: Some(board.rule()), moves, opened, ..Game::new(board.size()) };
        let Ok(verdict) = game.check(board.rule()) else { return Review { moves: Vec::new() } };
        let checked = CheckedGame { number: 1, game, rule: board.rule(), verdict };
        let opinions = study(engine, &checked, Effort::Nodes(NODES), control, || ());
        let analysis = Analysis::judge(checked, opinions);
        Review { moves: analysis.moves.iter().map(Remark::on).collect() }
    }
}

impl Remark {
    fn on(judged: &JudgedMove) -> Remark {
        let best = judged.best.as_ref().filter(|_| judged.kind.is_some() && !judged.is_best());
        let reply = judged.reply.as_ref().filter(|_| judged.kind.is_some());
        Remark {
            black: percent(judged.black),
            kind: judged.kind,
            better: best.and_then(|best| best.moves.first().copied()),
            refutation: reply.map(|reply| reply.moves.clone()).unwrap_or_default(),
        }
    }
}
