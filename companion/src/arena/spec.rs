//! Engines as the command line describes them.

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// How an engine is started and what it may spend.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    /// Name in tables and records.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Time and search limits.
    pub budget: MoveBudget,
    /// Further settings, sent as `INFO key value`.
    pub options: Vec<(String, String)>,
    /// See [`EngineSpec::pause`].
    pub wanted_pause: Option<Duration>,
}

/// Some engines lose a line that comes within a few milliseconds after one of theirs.
const PAUSE: Duration = Duration::from_millis(5);

/// What an engine may spend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveBudget {
    /// For the whole game.
    pub game: Option<Duration>,
    /// For one move.
    pub turn: Option<Duration>,
    /// Gained with each move.
    pub increment: Duration,
    /// Positions a move.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
}

/// What is wrong with a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for SpecError {}

impl EngineSpec {
    /// A program with its arguments, without options.
    pub fn of_command(command: &[String]) -> EngineSpec {
        EngineSpec {
            name: command.first().cloned().unwrap_or_default(),
            command: command.to_vec(),
            budget: MoveBudget::default(),
            options: Vec::new(),
            wanted_pause: None,
        }
    }

    /// How long after a line of the engine the next one is sent, on nobody's clock: as told, else a
    /// few milliseconds if the engine has a clock, and no time if only its search is limited.
    pub fn pause(&self) -> Duration {
        let is_timed = self.budget.game.is_some() || self.budget.turn.is_some();
        self.wanted_pause.unwrap_or(if is_timed { PAUSE } else { Duration::ZERO })
    }

    /// Reads `name=..,cmd=..,tc=..,nodes=..,depth=..,pause=..,option.KEY=VALUE`. A value with
    /// commas or blanks stands in quotes; `cmd` is cut into words as a shell would. Without a name
    /// the program's is taken.
    ///
    /// # Errors
    /// If a part is unknown or malformed, or the command is missing.
    pub fn parse(text: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec::parse_parts(text)?;
        let Some(program) = spec.command.first() else {
            return Err(SpecError("an engine needs cmd=...".to_string()));
        };
        if spec.name.is_empty() {
            let file = Path::new(program).file_stem();
            spec.name = file.map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
        }
        Ok(spec)
    }

    /// Reads what holds for many engines: limits and options, neither name nor program.
    ///
    /// # Errors
    /// If a part is unknown or malformed, or is for one engine.
    pub fn parse_each(text: &str) -> Result<EngineSpec, SpecError> {
        let spec = EngineSpec::parse_parts(text)?;
        match (spec.command.is_empty(), spec.name.is_empty()) {
            (true, true) => Ok(spec),
            (false, _) => Err(SpecError("cmd=... is for one engine, not for each".to_string())),
            (true, false) => Err(SpecError("name=... is for one engine, not for each".to_string())),
        }
    }

    fn parse_parts(text: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec::of_command(&[]);
        for part in split_quoted(text, &[','])? {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError(format!("expected key=value, not '{part}'")));
            };
            let number = || {
                let parsed = value.parse::<u64>();
                parsed.map_err(|_| SpecError(format!("{key} needs a number, not '{value}'")))
            };
            // 0 would be sent as no limit.
            let limit = || match number()? {
                0 => Err(SpecError(format!("{key} needs at least 1"))),
                limit => Ok(limit),
            };
            match key.trim() {
                "name" => spec.name = unquoted(value),
                "cmd" => spec.command = command_words(value)?,
                "tc" => spec.budget.set_time(value)?,
                "nodes" => spec.budget.nodes = Some(limit()?),
                "pause" => match number()? {
                    ms @ 0..=60_000 => spec.wanted_pause = Some(Duration::from_millis(ms)),
                    ms => return Err(SpecError(format!("pause has at most 60000 ms, not {ms}"))),
                },
                "depth" => spec.budget.depth = Some(limit()?.min(1000) as u32),
                key => match key.strip_prefix("option.") {
                    Some(option) => spec.options.push((option.to_string(), unquoted(value))),
                    None => return Err(SpecError(format!("unknown key '{key}'"))),
                },
            }
        }
        Ok(spec)
    }
}

impl MoveBudget {
    /// Reads `GAME/TURN+INCREMENT` in seconds; each part may be missing: `180/30`, `10+0.1`,
    /// `/0.5`.
    ///
    /// # Errors
    /// If a part is no number, there is neither GAME nor TURN, or GAME is nothing.
    pub fn set_time(&mut self, text: &str) -> Result<(), SpecError> {
        // Thirty years: sums of such times never overflow.
        const LONGEST: f64 = 1e9;
        let seconds = |part: &str| match part.trim() {
            "" => Ok(None),
            part => match part.parse::<f64>() {
                Ok(s) if (0.0..=LONGEST).contains(&s) => Ok(Some(Duration::from_secs_f64(s))),
                _ => Err(SpecError(format!("tc needs GAME/TURN+INCREMENT, not '{text}'"))),
            },
        };
        let (limits, increment) = text.split_once('+').unwrap_or((text, ""));
        let (game, turn) = limits.split_once('/').unwrap_or((limits, ""));
        (self.game, self.turn) = (seconds(game)?, seconds(turn)?);
        self.increment = seconds(increment)?.unwrap_or_default();
        match (self.game, self.turn) {
            (None, None) => {
                Err(SpecError(format!("tc needs a time for GAME or TURN, not '{text}'")))
            }
            // It would be sent as no limit.
            (Some(game), _) if game < Duration::from_millis(1) => {
                Err(SpecError(format!("tc needs at least 0.001 for GAME, not '{text}'")))
            }
            _ => Ok(()),
        }
    }

    /// Missing parts are taken from another budget.
    pub fn or(self, other: MoveBudget) -> MoveBudget {
        let timed = self.game.is_some() || self.turn.is_some();
        let clock = if timed { self } else { other };
        MoveBudget {
            game: clock.game,
            turn: clock.turn,
            increment: clock.increment,
            nodes: self.nodes.or(other.nodes),
            depth: self.depth.or(other.depth),
        }
    }

    /// Whether anything ends a search.
    pub fn is_limited(&self) -> bool {
        self.game.is_some() || self.turn.is_some() || self.nodes.is_some() || self.depth.is_some()
    }
}

/// The program of a value: in quotes it may hold blanks and commas; inside, words are cut at
/// blanks, and inner quotes (of the other kind) keep words together. The path of a file in quotes is one
/// word.
fn command_words(value: &str) -> Result<Vec<String>, SpecError> {
    let inner = unquoted(value);
    if inner != value.trim() && Path::new(&inner).is_file() {
        return Ok(vec![inner]);
    }
    let words = split_quoted(&inner, &[' ', '\t'])?;
    Ok(words.iter().map(|word| unquoted(word)).filter(|word| !word.is_empty()).collect())
}

/// Cuts at separators that are not inside quotes. A quote inside a word is a letter of it.
fn split_quoted(text: &str, separators: &[char]) -> Result<Vec<String>, SpecError> {
    let mut parts = vec![String::new()];
    let (mut quote, mut begins_word) = (None, true);
    for c in text.chars() {
        let begins = std::mem::replace(&mut begins_word, matches!(c, '=' | ',' | ' ' | '\t'));
        match quote {
            None if separators.contains(&c) => {
                parts.push(String::new());
                continue;
            }
            None if begins && (c == '"' || c == '\'') => quote = Some(c),
            Some(open) if c == open => quote = None,
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    match quote {
        Some(_) => Err(SpecError(format!("unclosed quote in '{text}'"))),
        None => Ok(parts),
    }
}

/// Without the quotes around it, if the first and the last one belong together.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inside =
        |&q: &char| text.strip_prefix(q)?.strip_suffix(q).filter(|inner| !inner.contains(q));
    let inner = ['"', '\''].iter().find_map(inside);
    inner.unwrap_or(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_read() {
        let text = r#"name=A one,cmd="'/opt/my engines/pbrain-a' --x 'b c'",tc=180/30+0.5,nodes=9,option.max_memory=1000,option.note="a,b""#;
        let spec = EngineSpec::parse(text).expect("a spec");
        assert_eq!(spec.name, "A one");
        assert_eq!(spec.command, ["/opt/my engines/pbrain-a", "--x", "b c"]);
        assert_eq!(spec.budget.game, Some(Duration::from_secs(180)));
        assert_eq!(spec.budget.turn, Some(Duration::from_secs(30)));
        assert_eq!(spec.budget.increment, Duration::from_millis(500));
        assert_eq!(spec.budget.nodes, Some(9));
        let options = [("max_memory", "1000"), ("note", "a,b")];
        assert_eq!(spec.options, options.map(|(k, v)| (k.to_string(), v.to_string())));
        let spec = EngineSpec::parse("cmd=./dir/pbrain-b.exe").expect("a spec");
        assert_eq!((spec.name.as_str(), spec.budget.is_limited()), ("pbrain-b", false));
    }

    /// An apostrophe opened a quote, and of two words in quotes the first quote and the last were taken
    /// away.
    #[test]
    fn quotes_in_names_and_paths() {
        for (text, name, command) in [
            (r#"name=Bob's,cmd="./o'b/fake.py""#, "Bob's", &["./o'b/fake.py"][..]),
            ("cmd=./o'b/it's,nodes=5", "it's", &["./o'b/it's"]),
            (r#"cmd="./my dir/one a" "ok",nodes=5"#, "one a", &["./my dir/one a", "ok"]),
            (r#"cmd="./o'b dir/x" --y 'a, b'"#, "x", &["./o'b dir/x", "--y", "a, b"]),
            ("name='A, \"b\"',cmd=./x", "A, \"b\"", &["./x"]),
        ] {
            let spec = EngineSpec::parse(text).expect(text);
            assert_eq!(spec.name, name);
            assert_eq!(spec.command, command);
        }
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("an engine").display().to_string();
        let command = || EngineSpec::parse(&format!("cmd=\"{program}\"")).expect("a spec").command;
        assert_eq!(command().len(), 2);
        std::fs::write(&program, "").expect("written");
        assert_eq!(command(), [program.as_str()]);
    }

    #[test]
    fn wrong_descriptions_are_refused() {
        for bad in
            ["", "name=x", "cmd=a,tc=x", "cmd=a,nodes=-1", "cmd=\"a", "cmd=a,foo=1", "cmd=a,b"]
        {
            assert!(EngineSpec::parse(bad).is_err(), "{bad}");
        }
    }

    /// They were sent on, and engines take 0 for no limit: the match stood still.
    #[test]
    fn limits_of_nothing_are_refused() {
        for key in ["nodes", "depth"] {
            let error = EngineSpec::parse(&format!("cmd=a,{key}=0")).expect_err("a limit of 0");
            assert_eq!(error.to_string(), format!("{key} needs at least 1"));
        }
    }

    #[test]
    fn time_controls() {
        let time = |text: &str| {
            let mut budget = MoveBudget::default();
            budget.set_time(text).map(|()| (budget.game, budget.turn, budget.increment))
        };
        let ms = Duration::from_millis;
        assert_eq!(time("10+0.1"), Ok((Some(ms(10_000)), None, ms(100))));
        assert_eq!(time("/0.5"), Ok((None, Some(ms(500)), ms(0))));
        assert_eq!(time("60/5"), Ok((Some(ms(60_000)), Some(ms(5000)), ms(0))));
        for bad in ["a", "-1", "1/x", "1+NaN", "inf", "1e30"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    /// They were sent on as 0 milliseconds, which is no limit.
    #[test]
    fn games_without_time_are_refused() {
        for text in ["0", "0+0.5", "0/5", "0.0004"] {
            let error = MoveBudget::default().set_time(text).expect_err("a game without time");
            assert_eq!(
                error.to_string(),
                format!("tc needs at least 0.001 for GAME, not '{text}'")
            );
        }
        for text in ["/0", "0.001"] {
            assert_eq!(MoveBudget::default().set_time(text), Ok(()), "{text}");
        }
    }

    /// The limits of --each or the default took its place, and nothing told.
    #[test]
    fn an_increment_alone_is_refused() {
        let error = EngineSpec::parse("cmd=a,tc=+0.5").expect_err("an increment to nothing");
        assert_eq!(error.to_string(), "tc needs a time for GAME or TURN, not '+0.5'");
    }
}
