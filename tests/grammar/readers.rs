//! Managers and GUIs as readers of single lines: how each tells the kinds of lines apart, and
//! which kinds it gets to see at all, which follows from the commands that it sends.

use super::Kind;

/// What a reader makes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    As(Kind),
    /// The line is passed over.
    Nothing,
    /// A wrong answer, or one that two tests of the reader want for themselves.
    Fault,
}

/// What a reader must make of a kind of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Understands,
    /// It does not wait for such lines, but must not take them for others.
    PassesOver,
    /// It sends no command that is answered so.
    NeverSees,
}

pub struct Reader {
    pub name: &'static str,
    pub reads: fn(&str) -> Taken,
    pub uses: fn(Kind) -> Use,
}

pub const READERS: [Reader; 7] = [
    Reader {
        name: "Piskvork",
        reads: piskvork,
        uses: |kind| match kind {
            Kind::Ok | Kind::Stones(1) | Kind::Error | Kind::Unknown | Kind::Message => {
                Use::Understands
            }
            _ => Use::NeverSees,
        },
    },
    Reader {
        name: "the judge of Gomocup",
        reads: judge,
        uses: |kind| match kind {
            Kind::Stones(_) | Kind::Swap | Kind::Message => Use::Understands,
            Kind::Ok | Kind::Error | Kind::Unknown => Use::PassesOver,
            Kind::About | Kind::Forbid | Kind::Numbers => Use::NeverSees,
        },
    },
    Reader {
        name: "c-gomoku-cli",
        reads: c_gomoku_cli,
        uses: |kind| match kind {
            Kind::Ok | Kind::Stones(1) | Kind::Error | Kind::About | Kind::Message => {
                Use::Understands
            }
            Kind::Unknown => Use::PassesOver,
            _ => Use::NeverSees,
        },
    },
    Reader {
        name: "qpiskvork",
        reads: qpiskvork,
        uses: |kind| match kind {
            Kind::Message => Use::PassesOver,
            Kind::Forbid | Kind::Numbers => Use::NeverSees,
            _ => Use::Understands,
        },
    },
    Reader {
        name: "Yixin-Board",
        reads: yixin_board,
        uses: |kind| match kind {
            Kind::Stones(3) | Kind::Swap | Kind::About | Kind::Numbers => Use::NeverSees,
            // Of two it plays the first.
            Kind::Stones(2) => Use::NeverSees,
            _ => Use::Understands,
        },
    },
    Reader {
        name: "Yixin-Board of Rapfi",
        reads: yixin_board_of_rapfi,
        uses: |kind| match kind {
            Kind::Stones(3) | Kind::Swap | Kind::About => Use::NeverSees,
            _ => Use::Understands,
        },
    },
    Reader {
        name: "gomoku-calculator",
        reads: gomoku_calculator,
        uses: |kind| match kind {
            Kind::Stones(3) | Kind::Swap | Kind::About => Use::NeverSees,
            Kind::Unknown => Use::PassesOver,
            _ => Use::Understands,
        },
    },
];

/// Words in any case; remarks need a text; of a move only the beginning of the line counts; all
/// else is a wrong answer.
fn piskvork(line: &str) -> Taken {
    let lower = line.to_ascii_lowercase();
    let is_remark =
        |word: &str| lower.strip_prefix(word).is_some_and(|text| !text.trim().is_empty());
    match () {
        () if lower == "ok" => Taken::As(Kind::Ok),
        () if is_remark("message ") || is_remark("debug ") => Taken::As(Kind::Message),
        () if lower.starts_with("error") => Taken::As(Kind::Error),
        () if lower.starts_with("unknown") => Taken::As(Kind::Unknown),
        () if scanned_point(line).is_some() => Taken::As(Kind::Stones(1)),
        () => Taken::Fault,
    }
}

/// Knows remarks, `swap`, and points; whatever is none of these is passed over, and time runs on.
fn judge(line: &str) -> Taken {
    if line.starts_with("MESSAGE") || line.starts_with("DEBUG") {
        return Taken::As(Kind::Message);
    }
    if line.to_ascii_lowercase().starts_with("swap") {
        return Taken::As(Kind::Swap);
    }
    let is_point = |word: &str| {
        word.split_once(',')
            .is_some_and(|(x, y)| x.parse::<i64>().is_ok() && y.parse::<i64>().is_ok())
    };
    match line.split_whitespace().count() {
        0 => Taken::Nothing,
        n if line.split_whitespace().all(is_point) => Taken::As(Kind::Stones(n)),
        _ => Taken::Nothing,
    }
}

/// Words in capitals; a move has one comma and nothing else beside two numbers; the first line
/// that is none of these tells who the engine is.
fn c_gomoku_cli(line: &str) -> Taken {
    if line == "OK" {
        return Taken::As(Kind::Ok);
    }
    if line.starts_with("MESSAGE") || line.starts_with("DEBUG") {
        return Taken::As(Kind::Message);
    }
    if line.starts_with("ERROR") {
        return Taken::As(Kind::Error);
    }
    if line.starts_with("OK") || line.starts_with("UNKNOWN") {
        return Taken::Nothing;
    }
    let is_number = |text: &str| text.trim_start().parse::<i64>().is_ok();
    if let [x, y] = line.split(',').collect::<Vec<_>>()[..]
        && is_number(x)
        && is_number(y)
    {
        return Taken::As(Kind::Stones(1));
    }
    match words_outside_quotes(line).chunks(2).any(|pair| pair.len() == 2 && pair[0] == "name") {
        true => Taken::As(Kind::About),
        false => Taken::Fault,
    }
}

/// Looks for `name` anywhere and else at the first letter, whatever the word.
fn qpiskvork(line: &str) -> Taken {
    let is_move = |word: &str| {
        let comma = word.find(',');
        matches!(comma, Some(1 | 2)) && word.split(',').all(|part| part.parse::<i64>().is_ok())
    };
    let mut readings = Vec::new();
    if line.to_ascii_lowercase().contains("name") {
        let told = |part: &str| part.contains("name") && part.contains('=');
        readings.push(match line.split(',').any(told) {
            true => Taken::As(Kind::About),
            false => Taken::Fault,
        });
    }
    match line.chars().next() {
        Some('O' | 'K') => readings.push(Taken::As(Kind::Ok)),
        Some('E' | 'R') => readings.push(Taken::As(Kind::Error)),
        Some('U' | 'N' | 'W') => readings.push(Taken::As(Kind::Unknown)),
        Some('S' | 'A' | 'P') => readings.push(Taken::As(Kind::Swap)),
        Some(' ') => readings.push(Taken::Fault),
        _ => {}
    }
    if line.split(' ').all(is_move) {
        readings.push(Taken::As(Kind::Stones(line.split(' ').count())));
    }
    match readings[..] {
        [] => Taken::Nothing,
        [reading] => reading,
        _ => Taken::Fault,
    }
}

/// Words at the beginning, in any case; every other line is a move.
fn yixin_board(line: &str) -> Taken {
    match word_of_yixin(line) {
        Some(taken) => taken,
        None if whole_point(line) => Taken::As(Kind::Stones(1)),
        None => Taken::Fault,
    }
}

/// The same with `INFO`; a move begins with two numbers, of which there may be a second pair.
fn yixin_board_of_rapfi(line: &str) -> Taken {
    let upper = line.to_ascii_uppercase();
    if upper.starts_with("INFO ") {
        return Taken::As(Kind::Numbers);
    }
    if let Some(taken) = word_of_yixin(line) {
        return taken;
    }
    match scanned_point(line) {
        None => Taken::Nothing,
        Some("") => Taken::As(Kind::Stones(1)),
        Some(rest) if scanned_point(rest) == Some("") => Taken::As(Kind::Stones(2)),
        Some(_) => Taken::Fault,
    }
}

fn word_of_yixin(line: &str) -> Option<Taken> {
    let upper = line.to_ascii_uppercase();
    let word = upper.split(' ').next().unwrap_or_default();
    match word {
        "OK" => Some(Taken::As(Kind::Ok)),
        "MESSAGE" => Some(message_of_yixin(&upper)),
        "DETAIL" | "DEBUG" => Some(Taken::As(Kind::Message)),
        "ERROR" => Some(Taken::As(Kind::Error)),
        "UNKNOWN" => Some(Taken::As(Kind::Unknown)),
        _ if upper.starts_with("FORBID") => Some(forbid_of_yixin(&upper)),
        _ => None,
    }
}

/// Of a message about the search it reads a point, without looking whether there is one.
fn message_of_yixin(upper: &str) -> Taken {
    let about_a_point = ["POS ", "DONE ", "BEST ", "L"];
    let Some(news) = upper.strip_prefix("MESSAGE REALTIME ") else {
        return Taken::As(Kind::Message);
    };
    let is_about_a_point = about_a_point.iter().any(|word| news.starts_with(word));
    let point = news.split_once(' ').and_then(|(_, at)| scanned_point(at));
    if is_about_a_point && point.is_none() { Taken::Fault } else { Taken::As(Kind::Message) }
}

/// Steps over the word and a blank, then by four digits from point to point up to the dot: without
/// it, past the end of the line.
fn forbid_of_yixin(upper: &str) -> Taken {
    let mut rest = upper.get(7..).unwrap_or_default().as_bytes();
    while let [a, b, c, d, tail @ ..] = rest
        && [a, b, c, d].iter().all(|digit| digit.is_ascii_digit())
    {
        rest = tail;
    }
    if rest.first() == Some(&b'.') { Taken::As(Kind::Forbid) } else { Taken::Fault }
}

/// Words with a text behind them; every line without a blank is a point.
fn gomoku_calculator(line: &str) -> Taken {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match (word, rest) {
        ("OK", "") => Taken::As(Kind::Ok),
        ("SWAP", "") => Taken::As(Kind::Swap),
        (_, "") if whole_point(line) => Taken::As(Kind::Stones(1)),
        (_, "") => Taken::Fault,
        ("MESSAGE", _) => Taken::As(Kind::Message),
        ("INFO", _) => Taken::As(Kind::Numbers),
        ("ERROR", _) => Taken::As(Kind::Error),
        ("FORBID", _) => Taken::As(Kind::Forbid),
        _ if whole_point(word) && whole_point(rest) => Taken::As(Kind::Stones(2)),
        _ => Taken::Nothing,
    }
}

/// Reads as C's `"%d,%d"` does; what follows the second number.
fn scanned_point(text: &str) -> Option<&str> {
    let rest = scanned_number(text)?.strip_prefix(',')?;
    scanned_number(rest)
}

fn scanned_number(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < digits.len()).then_some(rest)
}

fn whole_point(text: &str) -> bool {
    scanned_point(text) == Some("")
}

/// Cuts at commas, blanks and equality signs; what stands in quotes is one word.
fn words_outside_quotes(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' | ' ' | '=' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().expect("never empty").push(c),
        }
    }
    // Two separators in a row part no words; an empty value in quotes at the end is of no use.
    words.retain(|word| !word.is_empty());
    words
}
