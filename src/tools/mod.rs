//! Layer 5: the subcommands of the command line.
