use super::command::split_word;

/// A setting, as `INFO key value` gave it. What it means for a search is for
/// [`Settings`](super::settings::Settings).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// `timeout_turn`: milliseconds for a move; 0 = at once, negative = no limit.
    TimeoutTurn(i64),
    /// `timeout_match`: milliseconds for a game; 0 or negative = no limit.
    TimeoutMatch(i64),
    /// `time_left`: milliseconds left of the game; 2147483647 = no limit.
    TimeLeft(i64),
    /// `time_increment`: milliseconds gained with each move.
    TimeIncrement(i64),
    /// `max_memory`: bytes; 0 = the default.
    MaxMemory(i64),
    /// `hash_size`: KiB of the transposition table.
    HashSize(i64),
    /// `game_type`: who the players are.
    GameType,
    /// `rule`: a code of the protocol.
    Rule(i64),
    /// `thread_num`: threads to search with.
    ThreadNum(i64),
    /// `max_depth`: plies; 0 or negative = no limit.
    MaxDepth(i64),
    /// `max_node`: positions; 0 or negative = no limit.
    MaxNode(i64),
    /// `show_detail`: search output, see protocol.md.
    ShowDetail(i64),
    /// `pondering`: 1 = think in the opponent's time.
    Pondering(i64),
    /// `usedatabase`: 1 = searches and queries use the database.
    UseDatabase(i64),
    /// `database_readonly`: 1 = the database stays as it is.
    DatabaseReadOnly(i64),
    /// `seed`: decides among equal openings.
    Seed(i64),
    /// The name of a number of the search, with the feature `tune`.
    #[cfg(feature = "tune")]
    Tune(String, i32),
    /// A key without effect, or a value that is no number.
    Other,
}

impl Info {
    /// Reads what follows `INFO`. Never fails: what cannot be used is [`Info::Other`], since the
    /// protocol has no answer to it.
    pub fn parse(text: &str) -> Info {
        let (key, rest) = split_word(text);
        let Ok(value) = split_word(rest).0.parse::<i64>() else { return Info::Other };
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => Info::TimeoutTurn(value),
            "timeout_match" => Info::TimeoutMatch(value),
            "time_left" => Info::TimeLeft(value),
            "time_increment" => Info::TimeIncrement(value),
            "max_memory" => Info::MaxMemory(value),
            "hash_size" => Info::HashSize(value),
            "game_type" => Info::GameType,
            "rule" => Info::Rule(value),
            "thread_num" => Info::ThreadNum(value),
            "max_depth" => Info::MaxDepth(value),
            "max_node" => Info::MaxNode(value),
            "show_detail" => Info::ShowDetail(value),
            "pondering" => Info::Pondering(value),
            "usedatabase" => Info::UseDatabase(value),
            "database_readonly" => Info::DatabaseReadOnly(value),
            "seed" => Info::Seed(value),
            #[cfg(feature = "tune")]
            name if crate::search::Params::ALL.iter().any(|tunable| tunable.name == name) => {
                Info::Tune(name.to_string(), value as i32)
            }
            _ => Info::Other,
        }
    }
}
