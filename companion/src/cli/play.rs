//! The command line of `play`.

use std::io::{self, IsTerminal as _};

use clap::CommandFactory as _;
use clap::error::ErrorKind;
use companion::tools::play::{self, Look, PlayOptions};

use super::Cli;
use super::signals::stop_at_signals;

/// `dolmen play`.
pub fn run(options: &PlayOptions) -> io::Result<()> {
    let look = options.look(Look::of_environment(|name| std::env::var(name).ok()));
    if options.plain {
        let (language, control) = (look.language, stop_at_signals()?);
        let (output, notes) = (io::stdout(), io::stderr());
        return play::run_plain(options, language, io::stdin(), output, notes, &control);
    }
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let error = "play draws on a terminal, and this is none: use play --plain";
        Cli::command().error(ErrorKind::InvalidValue, error).exit();
    }
    play::run_screen(options, look, io::stdout())
}

/// Shown by `play --help`.
pub const PLAY_EXAMPLES: &str = "\
Levels: 1 overlooks most threats, 6 hardly any; from 7 on they search, deeper with each level; 10 is
full strength within --think.

Examples:
  dolmen play                                    you play black against level 3
  dolmen play --black 6 --white human --rule renju
  dolmen play --white human --clock 10+5         two people, ten minutes each
  dolmen play --plain                            line mode, for screen readers
  dolmen play --opening swap2 --white 8
  dolmen play --resume game.txt --white 5
  dolmen play --resume game.psq                  a game saved by Piskvork
  printf 'h8\\nboard\\nsave game.txt\\n' | dolmen play --plain --seed 1";
