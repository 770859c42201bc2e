//! The command line of `dolmen`.

mod analyze;
mod book;
mod check;
mod convert;
mod datagen;
mod engine;
mod explain;
mod input;
mod json;
mod matches;
mod minimax;
mod net;
mod openings;
mod pages;
#[cfg(feature = "play")]
mod play;
mod replay;
mod serve;
mod signals;
mod solve;
mod stats;
mod train;
#[cfg(feature = "tune")]
mod tune;

use std::io;

use book::{BOOK_EXAMPLES, BookArguments};
use check::CheckArguments;
use clap::builder::NonEmptyStringValueParser;
use clap::{Parser, Subcommand};
use companion::tools::analyze::AnalyzeOptions;
use companion::tools::convert::ConvertOptions;
use companion::tools::json::JsonOptions;
use companion::tools::minimax::MinimaxOptions;
#[cfg(feature = "play")]
use companion::tools::play::PlayOptions;
use companion::tools::serve::ServeOptions;
use companion::tools::stats::StatsOptions;
use companion::tools::train::TrainOptions;
#[cfg(feature = "tune")]
use companion::tools::tune::TuneOptions;
use datagen::DATAGEN_EXAMPLES;
use datagen::DatagenArguments;
use engine::{ENGINE_EXAMPLES, EngineArguments, is_started_as_engine};
use explain::{EXPLAIN_EXAMPLES, ExplainArguments};
use json::JSON_EXAMPLES;
use matches::MATCH_EXAMPLES;
use matches::MatchArguments;
use net::NetArguments;
use openings::OpeningsArguments;
use pages::{CompletionsArguments, ManArguments};
use replay::ReplayArguments;
use solve::{SOLVE_EXAMPLES, SolveArguments};
use train::TRAIN_EXAMPLES;

/// The companion of the gomoku engine Dolmen.
///
/// Plays in the terminal, analyses and converts games, explains and solves positions, runs matches
/// between engines, and trains. The engine for managers and boards is the program pbrain-dolmen.
#[derive(Debug, Parser)]
#[command(name = "dolmen", version, after_help = EXAMPLES)]
pub struct Cli {
    /// Log to standard error at this level (error, warn, info, debug, trace), or append everything
    /// to this file. Default: what the environment variable RUST_LOG says, or nothing.
    #[arg(long, value_name = "LEVEL|FILE", value_parser = NonEmptyStringValueParser::new())]
    pub log: Option<String>,

    /// The subcommand.
    #[command(subcommand)]
    pub tool: Tool,
}

/// The subcommands.
#[derive(Clone, Debug, Subcommand)]
pub enum Tool {
    /// Explain positions in words.
    ///
    /// Reads lines `RULE SIZE MOVES`, or games in the formats of other programs. Prints the shapes
    /// on the board, threats that must be answered, under renju the forbidden points with reasons,
    /// and the forced win move by move if there is one.
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArguments),
    /// Answer queries in JSON, one object a line, many positions in parallel.
    ///
    /// Answers come in the order in which the searches finish; protocol.md documents all fields. At
    /// the end of the input all queries are answered before the program ends.
    #[command(after_help = JSON_EXAMPLES)]
    Json(JsonOptions),
    /// Print shell completions.
    #[command(
        after_help = "Example:\n  dolmen completions bash > ~/.local/share/bash-completion/completions/dolmen"
    )]
    Completions(CompletionsArguments),
    /// Print the manual page.
    #[command(
        after_help = "Example:\n  dolmen man | man -l -\n  dolmen man --dir ~/.local/share/man/man1"
    )]
    Man(ManArguments),
    /// Repeat a recorded session and print every reply that differs.
    ///
    /// Each search stops at the node count of the recorded one, so that a session with one thread
    /// repeats exactly. Exit code 1 if any reply differs.
    #[command(
        after_help = "Example:\n  pbrain-dolmen --record talk.jsonl\n  dolmen replay talk.jsonl"
    )]
    Replay(ReplayArguments),
    /// Play gomoku in the terminal, against a level of the engine or another human.
    ///
    /// A board with mouse and keys (? lists them), hints with reasons, threats, clock, undo and
    /// saved games. With --plain in line mode.
    #[cfg(feature = "play")]
    #[command(after_help = play::PLAY_EXAMPLES)]
    Play(Box<PlayOptions>),
    /// Show the web page with the native engine, for browsers of this machine.
    ///
    /// Analyses, plays, reviews games and teaches, as the page does on its own in a browser, with more
    /// threads and memory. Only programs of this machine can connect, unless --open-to is given.
    #[command(after_help = serve::EXAMPLES)]
    Serve(ServeOptions),
    /// Play tic-tac-toe or connect four against plain minimax, or print its tree.
    ///
    /// Enter moves as numbers: cells row by row, or columns. X begins.
    #[command(after_help = minimax::EXAMPLES)]
    Minimax(MinimaxOptions),
    /// Analyse games: winning chances, mistakes, missed wins and better lines.
    ///
    /// Every position is searched for a forced win, then for the two best moves. A move that loses
    /// at least 10 % of winning chance is an inaccuracy, 20 % a mistake, 30 % a blunder; a missed
    /// win gives away a forced win, a losing move gives the opponent one. Forced wins are played
    /// out to the five and checked by the referee.
    #[command(after_help = analyze::EXAMPLES)]
    Analyze(AnalyzeOptions),
    /// Count the games of a collection: results, openings, players, mistakes.
    ///
    /// Openings of renju have their names, others are the first three stones turned to one form.
    /// With --nodes every position is searched as analyze does, and mistakes are counted for each
    /// part of the game and each player.
    #[command(after_help = stats::EXAMPLES)]
    Stats(StatsOptions),
    /// Convert games between the formats of other programs.
    ///
    /// Reads Piskvork's psq, SGF, RenLib's lib, RenjuNet's rif, what else RenLib reads (bdt, rdf,
    /// pdb), lines of points h8i9h10 or of offsets from the
    /// centre 0,0, 1,1, and the records of match and datagen; the format is detected from the
    /// content. The referee checks every game: moves off the board, on stones or after the end are
    /// rejected with their position, forbidden moves are reported. Points keep their names: row 1
    /// is the first row in psq and SGF, and the lowest in RenLib.
    ///
    /// Between SGF and RenLib variations, comments, marks and labels are kept; what a format cannot
    /// hold is counted on standard error, and --strict refuses to lose it.
    #[command(after_help = convert::EXAMPLES)]
    Convert(ConvertOptions),
    /// Play matches between engines, with paired openings and error bars.
    ///
    /// Every opening is played twice, with colours swapped. An engine is described by
    /// name=..,cmd=..,tc=GAME/TURN+INCREMENT (seconds),nodes=..,depth=..,option.KEY=VALUE; values
    /// with commas or spaces need quotes. Default limit: tc=10+0.1.
    #[command(after_help = MATCH_EXAMPLES)]
    Match(Box<MatchArguments>),
    /// Check the protocol of an engine by acting as its manager.
    ///
    /// Prints pass, deviation (engines may differ here) or fail for each test, the last two with
    /// the lines exchanged. Exit code 1 if anything failed.
    #[command(after_help = "Example:\n  dolmen check -- ./pbrain-other --its-flag")]
    Check(CheckArguments),
    /// Speak the protocol like pbrain-dolmen, with a database of positions.
    ///
    /// Answers the commands for databases of Yixin-Board and Rapfi; searches read what the database
    /// knows near their root and write the wins they prove. Started without arguments under a name
    /// like engine.exe or pbrain-dolmen-db.exe, the program does the same.
    #[command(after_help = ENGINE_EXAMPLES)]
    Engine(EngineArguments),
    /// Build, merge and export databases of positions.
    #[command(after_help = BOOK_EXAMPLES)]
    Book(BookArguments),
    /// Play training games of the engine against itself.
    ///
    /// The games are appended to FILE, two bytes a move, with a manifest FILE.json. A game depends
    /// only on its number and the seed. An interrupted run continues when started again.
    #[command(after_help = DATAGEN_EXAMPLES)]
    Datagen(DatagenArguments),
    /// Train the tables of the evaluation, or a net that corrects them, on games made by datagen.
    ///
    /// The engine loads a net by --net. Tables are embedded when it is built: see nets/README.md.
    #[command(after_help = TRAIN_EXAMPLES)]
    Train(TrainOptions),
    /// Print rule, shape, checksum, training data and measured strength of a net.
    #[command(after_help = "Example:\n  dolmen net rule.net")]
    Net(NetArguments),
    /// Solve won positions: count how many the engine solves, or prove each win.
    ///
    /// Reads lines `RULE SIZE MOVES`, games in the formats of other programs, or lines
    /// `id;rule;size;stones;side;class;mate;moves` where the last field lists the first moves known to
    /// win. The table counts a position as solved if the engine plays one of these or reports a forced
    /// win. The other formats search every first move and give the shortest line found, other winning
    /// moves, and a reply to every defence.
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveArguments),
    /// Tune the parameters of the search by games (SPSA).
    ///
    /// An interrupted run continues with the same --state.
    #[cfg(feature = "tune")]
    #[command(after_help = tune::EXAMPLES)]
    Tune(TuneOptions),
    /// Print balanced openings, one a line.
    ///
    /// Random stones in a small square, mostly near the centre, that a search judges even; no two
    /// are equal under the symmetries of the board. The same options print the same openings.
    #[command(after_help = openings::EXAMPLES)]
    Openings(OpeningsArguments),
}

const EXAMPLES: &str = "\
Examples:
  dolmen play                                     a game in the terminal
  dolmen analyze game.psq --output game.html      where did that game go wrong?
  dolmen convert game.psq --to sgf
  echo 'renju 15 h6a1h7a3f8a5g8a7' | dolmen explain
  dolmen match --engine name=a,cmd=./a --engine name=b,cmd=./b --games 20";

impl Cli {
    /// Reads the command line, or ends the process with its help or what is wrong.
    pub fn read() -> Cli {
        match is_started_as_engine() {
            true => Cli { log: None, tool: Tool::Engine(EngineArguments::default()) },
            false => Cli::parse(),
        }
    }
}

impl Tool {
    /// Runs the subcommand.
    pub fn run(&self) -> io::Result<()> {
        match self {
            Tool::Explain(arguments) => arguments.run(),
            Tool::Json(options) => json::run(options),
            Tool::Completions(arguments) => arguments.run(),
            Tool::Man(arguments) => arguments.run(),
            Tool::Replay(arguments) => arguments.run(),
            #[cfg(feature = "play")]
            Tool::Play(options) => play::run(options),
            Tool::Serve(options) => serve::run(options),
            Tool::Minimax(options) => minimax::run(options),
            Tool::Analyze(options) => analyze::run(options),
            Tool::Stats(options) => stats::run(options),
            Tool::Convert(options) => convert::run(options),
            Tool::Match(arguments) => arguments.run(),
            Tool::Check(arguments) => arguments.run(),
            Tool::Engine(arguments) => arguments.run(),
            Tool::Book(arguments) => arguments.run(),
            Tool::Datagen(arguments) => arguments.run(),
            Tool::Train(options) => train::run(options),
            Tool::Net(arguments) => arguments.run(),
            Tool::Solve(arguments) => arguments.run(),
            #[cfg(feature = "tune")]
            Tool::Tune(options) => tune::run(options),
            Tool::Openings(arguments) => arguments.run(),
        }
    }
}
