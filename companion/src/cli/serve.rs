//! The command line of `serve`.

use std::io;

use companion::tools::serve::{self, ServeOptions};

/// `dolmen serve`.
pub fn run(options: &ServeOptions) -> io::Result<()> {
    serve::run(options, io::stdout().lock())
}

/// Shown by `serve --help`.
pub const EXAMPLES: &str = "\
Examples:
  dolmen serve                          then open http://127.0.0.1:8015/ in a browser
  dolmen serve --threads 2 --memory 4096
  dolmen serve --open-to 192.168.1.5    for other hosts of the network as well
  dolmen serve --open-to 192.168.1.5 --engines 30 --connections 200 --memory 256";
