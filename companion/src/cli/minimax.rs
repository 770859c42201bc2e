//! The command line of `minimax`.

use std::io;

use clap::{Args, ValueEnum};
use companion::tools::minimax::{self, MinimaxOptions, SmallGame};

/// `dolmen minimax`.
#[derive(Clone, Debug, Args)]
pub struct MinimaxArguments {
    /// The game.
    #[arg(default_value = "tic-tac-toe", value_enum)]
    pub game: SmallGameName,
    /// Search depth. Default: 9 for tic-tac-toe, 3 for connect four.
    #[arg(long)]
    pub depth: Option<u32>,
    /// Visit every position: no alpha-beta cut-offs.
    #[arg(long)]
    pub plain: bool,
    /// The program begins.
    #[arg(long)]
    pub first: bool,
    /// Moves already played, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub moves: Vec<usize>,
    /// Print the tree of a search instead of playing.
    #[arg(long)]
    pub trace: bool,
}

impl MinimaxArguments {
    pub fn run(&self) -> io::Result<()> {
        let options = MinimaxOptions {
            game: self.game.into(),
            depth: self.depth,
            plain: self.plain,
            first: self.first,
            moves: self.moves.clone(),
            trace: self.trace,
        };
        minimax::run(&options, io::stdin().lock(), io::stdout().lock())
    }
}

/// The names of the small games.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SmallGameName {
    /// Three in a line.
    TicTacToe,
    /// Four in a line, stones fall.
    ConnectFour,
}

impl From<SmallGameName> for SmallGame {
    fn from(name: SmallGameName) -> SmallGame {
        match name {
            SmallGameName::TicTacToe => SmallGame::TicTacToe,
            SmallGameName::ConnectFour => SmallGame::ConnectFour,
        }
    }
}

pub const EXAMPLES: &str = "\
Examples:
  dolmen minimax
  dolmen minimax connect-four --depth 6 --first
  dolmen minimax --moves 1,2,3,5,8,6 --trace";
