//! `minimax`: small games against plain minimax, with its search tree.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

use clap::{Args, ValueEnum};

use crate::games::{ConnectFour, Minimax, MinimaxResult, TicTacToe, TurnGame, Visit};
use dolmen::types::{Color, trimmed};

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SmallGame {
    /// Three in a line.
    TicTacToe,
    /// Four in a line, stones fall.
    ConnectFour,
}

/// How to play it.
#[derive(Clone, Debug, Args)]
pub struct MinimaxOptions {
    /// The game.
    #[arg(default_value = "tic-tac-toe", value_enum)]
    pub game: SmallGame,
    /// Search depth, at most 42, the length of connect four. Default: 9 for tic-tac-toe, 3 for
    /// connect four.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=42))]
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

/// Plays a game, a move on each line of input, or prints the tree of a search.
///
/// # Errors
/// If a move of the options is impossible, the input cannot be read or the output fails.
pub fn run(
    options: &MinimaxOptions,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    match options.game {
        SmallGame::TicTacToe => begin::<TicTacToe>(options, 9, input, &mut output),
        SmallGame::ConnectFour => begin::<ConnectFour>(options, 3, input, &mut output),
    }
}

fn begin<G: TurnGame<Move = usize> + Default + Display>(
    options: &MinimaxOptions,
    depth: u32,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let depth = options.depth.unwrap_or(depth);
    let mut game = G::default();
    for &played in &options.moves {
        if !game.moves().contains(&played) {
            return Err(io::Error::other(format!("{played} is not a possible move")));
        }
        game = game.after(played);
    }
    let search = if options.plain { Minimax::plain() } else { Minimax::alpha_beta() };
    match options.trace {
        true => trace(&game, depth, search.traced(), output),
        false => play(game, depth, search, options.first, input, output),
    }
}

fn play<G: TurnGame<Move = usize> + Display>(
    mut game: G,
    depth: u32,
    mut search: Minimax<usize>,
    first: bool,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    write!(output, "{game}")?;
    let mut lines = input.lines();
    let mut programs_turn = first;
    while !game.moves().is_empty() {
        let side = name(game.side_to_move());
        let played = if programs_turn {
            let MinimaxResult { best, value, nodes } = search.run(&game, depth);
            let Some(best) = best else { break };
            writeln!(output, "\n{side} plays {best}, value {value}, {nodes} positions")?;
            best
        } else {
            let mut possible = game.moves();
            possible.sort_unstable();
            let possible: Vec<String> = possible.iter().map(usize::to_string).collect();
            writeln!(output, "\n{side} to play: {}", possible.join(" "))?;
            output.flush()?;
            let Some(line) = lines.next() else { return Ok(()) };
            let line = line?;
            let played = trimmed(&line).parse().ok().filter(|played| game.moves().contains(played));
            let Some(played) = played else {
                writeln!(output, "error: not a possible move")?;
                continue;
            };
            played
        };
        game = game.after(played);
        programs_turn = !programs_turn;
        write!(output, "{game}")?;
    }
    match game.winner() {
        Some(winner) => writeln!(output, "\n{} wins", name(winner))?,
        None => writeln!(output, "\ndraw")?,
    }
    output.flush()
}

/// The tree in the order of the visits, each position indented below the one before.
fn trace<G: TurnGame<Move = usize> + Display>(
    game: &G,
    depth: u32,
    mut search: Minimax<usize>,
    output: &mut impl Write,
) -> io::Result<()> {
    let MinimaxResult { best, value, nodes } = search.run(game, depth);
    write!(output, "{game}\n  node  parent  layer  depth    value  move\n")?;
    let visits = search.visits.unwrap_or_default();
    for (number, Visit { parent, played, is_max, depth: left, value }) in visits.iter().enumerate()
    {
        let parent = parent.map_or("-".to_string(), |parent| parent.to_string());
        let layer = if *is_max { "MAX" } else { "MIN" };
        let played = played.map_or("-".to_string(), |played| played.to_string());
        let indent = (depth - left) as usize * 2;
        writeln!(
            output,
            "{number:6}  {parent:>6}  {layer:5}  {left:5}  {value:7}  {:indent$}{played}",
            ""
        )?;
    }
    let best = best.map_or("none".to_string(), |best| best.to_string());
    writeln!(output, "\nbest {best}, value {value}, {nodes} positions")?;
    output.flush()
}

const fn name(side: Color) -> char {
    match side {
        Color::Black => 'X',
        Color::White => 'O',
    }
}
