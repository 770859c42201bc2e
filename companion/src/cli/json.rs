//! The command line of `json`.

use std::io::{self, BufReader};

use companion::tools::json::{self, JsonOptions};

/// `dolmen json`.
pub fn run(options: &JsonOptions) -> io::Result<()> {
    json::run(BufReader::new(io::stdin()), io::stdout().lock(), options)
}

/// Shown by `json --help`.
pub const JSON_EXAMPLES: &str = "\
Examples:
  echo '{\"id\":1,\"moves\":\"h8i9h10\"}' | dolmen json
  dolmen json --threads 2 < queries.jsonl > answers.jsonl";
