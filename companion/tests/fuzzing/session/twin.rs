//! A slow twin of the session: it knows which kinds of answers each command may get, follows the
//! stones by the answers, and leaves open only what a search decides.

use dolmen::engine::SoosorvStep;
use dolmen::protocol::{Command, Info, ParseError, Point, StoneEntry};

use super::grammar::{self, Kind};
use super::script::Script;

/// Compares the lines that a session wrote with the commands that it got.
pub fn compare(script: &Script, lines: &[&str]) {
    let kinds = lines.iter().map(|line| (grammar::check(line).expect("checked before"), *line));
    let count = |wanted: Kind| kinds.clone().filter(|&(kind, _)| kind == wanted).count();
    let abouts = script.commands.iter().filter(|read| **read == Ok(Command::About)).count();
    assert_eq!(count(Kind::About), abouts, "answers to ABOUT");
    check_detail(script, lines, count(Kind::Numbers));
    let mut twin = Twin {
        answers: kinds.filter(|&(kind, line)| is_answer(kind, line)).collect(),
        next: 0,
        size: None,
        stones: Vec::new(),
        dead: Vec::new(),
    };
    for (n, read) in script.commands.iter().enumerate() {
        // The last search may have been cut off: then nothing is left to compare.
        if script.is_cut && twin.next == twin.answers.len() {
            return;
        }
        if read.as_ref().is_ok_and(Command::starts_search) {
            let meanwhile = queried_meanwhile(&script.commands[n + 1..]);
            let is_answered = twin.bring_forward(read, meanwhile);
            if script.is_cut && !is_answered {
                continue;
            }
        }
        twin.follow(read);
    }
    assert_eq!(twin.answers.get(twin.next), None, "an answer that nothing asked for");
}

/// `ABOUT` is answered at once, even before the search that runs.
fn is_answer(kind: Kind, line: &str) -> bool {
    let is_asked_for = is_of_opening(line) || line.starts_with("MESSAGE INFO ");
    !matches!(kind, Kind::About | Kind::Message | Kind::Numbers) || is_asked_for
}

/// Whether a line answers a step of an opening in the dialect of Yixin-Board.
fn is_of_opening(line: &str) -> bool {
    line.starts_with("MESSAGE SWAP2 ") || line.starts_with("MESSAGE SOOSORV ")
}

/// How many lines an answer has after this first one.
fn more_lines(read: &Result<Command, ParseError>, line: &str) -> usize {
    match read {
        Ok(Command::Swap2Step(_)) => match line.split(' ').nth(2) {
            Some("MOVE1") => 2,
            Some("MOVE4") => 1,
            _ => 0,
        },
        Ok(Command::Soosorv(SoosorvStep::Open, _)) if is_of_opening(line) => 2,
        Ok(Command::Soosorv(SoosorvStep::Offer(count), _)) if is_of_opening(line) => count + 1,
        _ => 0,
    }
}

/// Nothing is told of a search unless `show_detail` asks for it.
fn check_detail(script: &Script, lines: &[&str], numbers: usize) {
    let asked = |bit: i64| {
        script.commands.iter().any(|read| match read {
            Ok(Command::Info(Info::ShowDetail(level))) => *level > 0 && level & bit != 0,
            _ => false,
        })
    };
    let told = |word: &str| lines.iter().any(|line| line.starts_with(word));
    assert!(numbers == 0 || asked(2), "numbers that nobody asked for");
    assert!(!told("MESSAGE REALTIME") || asked(1), "news that nobody asked for");
    assert!(!told("MESSAGE depth") || asked(-1), "messages that nobody asked for");
}

/// How many answers may come before that of a search: those to what follows it, up to the first
/// command that ends it.
fn queried_meanwhile(commands: &[Result<Command, ParseError>]) -> usize {
    let goes_on = |read: &&Result<Command, ParseError>| {
        read.as_ref().is_ok_and(|c| *c == Command::Stop)
            || !read.as_ref().is_ok_and(Command::ends_search)
    };
    let answers = |read: &Result<Command, ParseError>| match read {
        Err(_) | Ok(Command::ShowForbid) => 1,
        Ok(Command::ShowInfo) => 2,
        Ok(_) => 0,
    };
    commands.iter().take_while(goes_on).map(answers).sum()
}

/// Whether an answer is one to a query or a mistake, which come while a search runs.
fn is_of_query(kind: Kind, line: &str) -> bool {
    let is_mistake = line.contains(" needs ") && !line.contains("this step needs ");
    matches!(kind, Kind::Unknown | Kind::Forbid)
        || (kind == Kind::Error && is_mistake)
        || line.starts_with("MESSAGE INFO ")
}

/// Checks the answer to a step of a Soosyrv-8 opening, whose stones are those of the command.
fn check_soosorv(step: SoosorvStep, entries: &[StoneEntry], lines: &[&str]) {
    let mut points: Vec<(i64, i64)> = entries.iter().map(|e| (e.point.x, e.point.y)).collect();
    let before = points.len();
    for line in lines {
        let words: Vec<&str> = line.split(' ').skip(2).collect();
        let number = |n: usize| words[n].parse::<i64>().expect("a number");
        match words[0] {
            "MOVE5C" => assert!(points[4..].contains(&(number(1), number(2))), "{line}"),
            "MOVE1" | "MOVE2" | "MOVE3" | "MOVE4" | "MOVE5" if words.len() > 2 => {
                points.push((number(1), number(2)));
            }
            _ => assert!(matches!(words[1], "YES" | "NO" | "REFRESH" | "DONE"), "{line}"),
        }
    }
    let new = match step {
        SoosorvStep::Open => 3,
        SoosorvStep::Fourth => 1,
        SoosorvStep::Offer(count) => count,
        _ => 0,
    };
    assert_eq!(points.len() - before, new, "{points:?}");
    points.sort_unstable();
    points.dedup();
    assert_eq!(points.len(), before + new, "a point twice");
}

struct Twin<'a> {
    answers: Vec<(Kind, &'a str)>,
    next: usize,
    size: Option<i64>,
    /// In the order in which they were placed.
    stones: Vec<(i64, i64)>,
    dead: Vec<(i64, i64)>,
}

impl<'a> Twin<'a> {
    fn answer(&mut self, read: &dyn std::fmt::Debug) -> (Kind, &'a str) {
        let answer = self.answers.get(self.next).copied();
        self.next += 1;
        answer.unwrap_or_else(|| panic!("no answer to {read:?}"))
    }

    /// Puts the answer of a search before those to queries that came meanwhile, at most so many.
    /// `false` if there is none.
    fn bring_forward(&mut self, read: &Result<Command, ParseError>, meanwhile: usize) -> bool {
        let rest = &mut self.answers[self.next..];
        let Some(place) = rest.iter().position(|&(kind, line)| !is_of_query(kind, line)) else {
            return false;
        };
        assert!(place <= meanwhile, "an answer overtook the move: {rest:?}");
        let lines = 1 + more_lines(read, rest[place].1);
        let end = (place + lines).min(rest.len());
        rest[..end].rotate_right(end - place);
        true
    }

    #[allow(clippy::too_many_lines)] // one arm for each command
    fn follow(&mut self, read: &Result<Command, ParseError>) {
        let command = match read {
            Ok(command) => command,
            Err(error) => {
                let kind = match error {
                    ParseError::Unknown(_) => Kind::Unknown,
                    _ => Kind::Error,
                };
                return assert_eq!(self.answer(read).0, kind, "{error:?}");
            }
        };
        match command {
            Command::End
            | Command::About
            | Command::Info(_)
            | Command::Stop
            | Command::HashClear
            | Command::BlockReset
            | Command::Database(_)
            | Command::Ignored => return,
            Command::YxBoard(_) | Command::Block(_) | Command::BlockUndo(_)
                if self.size.is_some() =>
            {
                if let Command::YxBoard(entries) = command {
                    self.set_up(entries);
                }
                return;
            }
            _ => {}
        }
        let (kind, line) = self.answer(command);
        match (command, kind) {
            (_, Kind::Error) => self.refused(command, line),
            (&Command::Start(width, height), Kind::Ok) => {
                assert!(width == height && (5..=22).contains(&width), "{command:?}");
                self.size = Some(width);
                self.clear();
            }
            (Command::Restart, Kind::Ok) => {
                assert!(self.size.is_some(), "no game to begin again");
                self.clear();
            }
            (Command::Begin, Kind::Stones(1)) => {
                assert!(self.stones.is_empty(), "the board is not empty");
                self.place_all(line);
            }
            (Command::Nbest(_) | Command::SearchDefend, Kind::Stones(1)) => self.place_all(line),
            (&Command::Turn(point), Kind::Stones(1)) => {
                self.place((point.x, point.y));
                self.place_all(line);
            }
            (&Command::Takeback(Point { x, y }), Kind::Ok) => {
                assert_eq!(self.stones.pop(), Some((x, y)), "not the last stone");
            }
            (Command::Board(entries), Kind::Stones(1)) => {
                self.set_up(entries);
                self.place_all(line);
            }
            (&Command::Balance(most, _), Kind::Stones(count)) if count <= most => {
                self.place_all(line);
            }
            (Command::Swap2Board(entries), Kind::Stones(count)) => {
                let expected: &[usize] = match entries.len() {
                    0 => &[3],
                    3 => &[1, 2],
                    5 => &[1],
                    _ => &[],
                };
                assert!(expected.contains(&count), "{line} for {command:?}");
                let opening = entries.iter().map(|entry| (entry.point.x, entry.point.y)).collect();
                let dead = std::mem::take(&mut self.dead);
                let game = std::mem::replace(&mut self.stones, opening);
                self.place_all(line);
                (self.stones, self.dead) = (game, dead);
            }
            (Command::Swap2Board(entries), Kind::Swap) => {
                assert!(matches!(entries.len(), 3 | 5), "{command:?}");
            }
            (Command::Swap2Step(_), Kind::Message) => {
                let lines = self.whole_answer(read, line);
                self.check_step(&lines);
            }
            (Command::Soosorv(step, entries), Kind::Message) => {
                let lines = self.whole_answer(read, line);
                check_soosorv(*step, entries, &lines);
            }
            (Command::ShowInfo, Kind::Message) => {
                assert!(line.starts_with("MESSAGE INFO MAX_THREAD_NUM"));
                let (_, line) = self.answer(command);
                assert!(line.starts_with("MESSAGE INFO MAX_HASH_SIZE"));
            }
            (Command::ShowForbid, Kind::Forbid) => {
                let points = grammar::points_of_forbid(line).expect("checked before");
                assert!(points.iter().all(|&point| self.is_free(point)), "{line}");
            }
            _ => panic!("{line} for {command:?}"),
        }
    }

    /// An error changes nothing, but for a board that is full; most commands must have a reason.
    fn refused(&mut self, command: &Command, line: &str) {
        let is_full = line == "ERROR board is full";
        let is_other = line.starts_with("ERROR unsupported rule");
        match command {
            _ if is_other => {}
            Command::Turn(point) if is_full => self.place((point.x, point.y)),
            Command::Board(entries) if is_full => self.set_up(entries),
            &Command::Start(width, height) => {
                assert!(width != height || !(5..=22).contains(&width), "{line} for {command:?}");
            }
            &Command::Turn(point) => {
                assert!(!self.is_free((point.x, point.y)), "{line} for {command:?}");
            }
            Command::Restart | Command::Board(_) | Command::YxBoard(_) => {
                assert_eq!(self.size, None, "{line} for {command:?}");
            }
            Command::Begin => assert!(self.size.is_none() || !self.stones.is_empty(), "{line}"),
            &Command::Takeback(Point { x, y }) => {
                assert_ne!(self.stones.last(), Some(&(x, y)), "{line} for {command:?}");
            }
            Command::ShowForbid | Command::ShowInfo => panic!("{line} for {command:?}"),
            _ => {}
        }
        if is_full {
            let size = self.size.expect("a board");
            assert_eq!((self.stones.len() + self.dead.len()) as i64, size * size, "{line}");
        }
    }

    /// The lines of an answer that began with this one.
    fn whole_answer(&mut self, read: &Result<Command, ParseError>, line: &'a str) -> Vec<&'a str> {
        let rest = (0..more_lines(read, line)).map(|_| self.answer(&line).1);
        std::iter::once(line).chain(rest).collect()
    }

    /// Checks the answer to a step of a swap2 opening.
    fn check_step(&self, lines: &[&str]) {
        let mut points = Vec::new();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            if let [_, _, _, x, y] = words[..] {
                let point = (x.parse().expect("a number"), y.parse().expect("a number"));
                assert!(self.is_free(point) && !points.contains(&point), "{line}");
                points.push(point);
            }
        }
        assert!(matches!(points.len(), 0 | 2 | 3), "{points:?}");
    }

    fn is_free(&self, (x, y): (i64, i64)) -> bool {
        let is_inside = |n: i64| self.size.is_some_and(|size| (0..size).contains(&n));
        let is_taken = self.stones.contains(&(x, y)) || self.dead.contains(&(x, y));
        is_inside(x) && is_inside(y) && !is_taken
    }

    fn clear(&mut self) {
        self.stones.clear();
        self.dead.clear();
    }

    fn place(&mut self, point: (i64, i64)) {
        assert!(self.is_free(point), "{point:?} is off the board or on a stone");
        self.stones.push(point);
    }

    fn place_all(&mut self, line: &str) {
        grammar::stones(line).expect("checked before").into_iter().for_each(|at| self.place(at));
    }

    /// Stones without a place or an owner are passed over.
    fn set_up(&mut self, entries: &[StoneEntry]) {
        self.clear();
        for StoneEntry { point, field } in entries {
            let point = (point.x, point.y);
            match field {
                Some(1 | 2) if self.is_free(point) => self.stones.push(point),
                Some(3) if self.is_free(point) => self.dead.push(point),
                _ => {}
            }
        }
    }
}
