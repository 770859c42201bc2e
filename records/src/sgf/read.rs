//! SGF as trees.

use std::collections::HashSet;

use super::{DETAILS, SHAPES, coord, label, points, result, result_code, rule};
use crate::error::short;
use crate::text::{Lines, decode};
use crate::tree::{GameTree, NodeId, Note, Step};
use crate::{Budget, Fault, Game, MOST_NODES, RecordError};
use dolmen::types::{Color, Coord, MAX_SIZE, Size};

/// Most moves of a line.
const MOST_MOVES: usize = (MAX_SIZE as usize).pow(2);
/// Most marks that rectangles stand for in a file.
const MOST_MARKED: usize = 500_000;

/// Reads the main line of every game: at each branch the first variation. The others are read
/// over; what cannot be understood in them does no harm as long as the brackets match.
pub(crate) fn main_lines(bytes: &[u8], size: Size) -> Result<Vec<Game>, RecordError> {
    let mut reader = Reader::new(bytes, false);
    let mut games = Vec::new();
    let mut budget = Budget::default();
    while reader.next_game() {
        let draft = reader.game(size)?;
        let passes = |node| draft.tree.step(node) == Step::Pass;
        let game = draft.tree.main_line();
        if draft.tree.main_nodes().any(passes) {
            return Err(game.place.fault(Fault::Turn(game.moves.len() + 1)));
        }
        budget.spend(game.moves.len(), game.place)?;
        games.push(game);
    }
    reader.some(games)
}

/// Reads all games with all that is in them, and the faults for which variations were cut off.
///
/// # Errors
/// At the first fault in brackets or in a main line.
pub(crate) fn trees(
    bytes: &[u8],
    size: Size,
) -> Result<(Vec<GameTree>, Vec<RecordError>), RecordError> {
    let mut reader = Reader::new(bytes, true);
    let (mut trees, mut faults) = (Vec::new(), Vec::new());
    let mut budget = Budget::default();
    while reader.next_game() {
        let draft = reader.game(size)?;
        budget.spend(draft.tree.node_count(), draft.tree.place())?;
        faults.extend(draft.faults);
        trees.push(draft.tree.without(&draft.unread));
    }
    Ok((reader.some(trees)?, faults))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    lines: Lines,
    /// Whether variations are kept.
    whole: bool,
    /// Marks that rectangles stood for.
    marked: usize,
}

/// A game while it is read.
struct Draft {
    tree: GameTree,
    /// Where the next property belongs, and the moves up to there.
    node: NodeId,
    plies: usize,
    /// The same at each open bracket.
    open: Vec<(NodeId, usize)>,
    /// The last node of the main line, once a bracket has ended it.
    main_end: Option<NodeId>,
    /// Number of open brackets of the variation that was cut off.
    cut: Option<usize>,
    /// Nodes of which nothing could be read.
    unread: HashSet<NodeId>,
    faults: Vec<RecordError>,
    /// Stones set up before the first move, in the order of the file.
    setup: [Vec<Coord>; 2],
    /// Moves that come from them.
    opened: usize,
    /// Size and stones may come in any order.
    size_is_told: bool,
    /// See [`Reader::marked`].
    marked: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], whole: bool) -> Reader<'a> {
        Reader { bytes, at: 0, lines: Lines::default(), whole, marked: 0 }
    }

    fn some<T>(&mut self, games: Vec<T>) -> Result<Vec<T>, RecordError> {
        match games.is_empty() {
            true => Err(self.fault(Fault::Ended("a game"))),
            false => Ok(games),
        }
    }

    fn fault(&mut self, fault: Fault) -> RecordError {
        self.lines.place_of(self.bytes, self.at).fault(fault)
    }

    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Finds the next `(` that begins a game; text between games is allowed.
    fn next_game(&mut self) -> bool {
        while let Some(offset) = self.bytes[self.at..].iter().position(|&byte| byte == b'(') {
            self.at += offset;
            let start = self.at;
            self.at += 1;
            if self.peek() == Some(b';') {
                self.at = start;
                return true;
            }
        }
        self.at = self.bytes.len();
        false
    }

    /// Reads a game from its `(` to the matching `)`.
    fn game(&mut self, size: Size) -> Result<Draft, RecordError> {
        let place = self.lines.place_of(self.bytes, self.at);
        let mut draft = Draft::new(Game { place, ..Game::new(size) }, self.marked);
        let mut is_begun = false;
        loop {
            let Some(byte) = self.peek() else {
                return Err(self.fault(Fault::Ended("the ) of a game")));
            };
            let start = self.at;
            let done = match byte {
                b'(' => draft.begin(),
                b')' => draft.end(),
                b';' if !std::mem::replace(&mut is_begun, true) => Ok(()),
                b';' => draft.next(self.is_kept(&draft)),
                b'A'..=b'Z' | b'a'..=b'z' => {
                    self.property(&mut draft)?;
                    continue;
                }
                _ => {
                    let found = short(&String::from_utf8_lossy(&self.bytes[self.at..][..1]));
                    return Err(self.fault(Fault::Expected("a property", found)));
                }
            };
            self.settle(&mut draft, start, done)?;
            self.at += 1;
            if draft.open.is_empty() {
                draft.fit();
                self.marked = draft.marked;
                return Ok(draft);
            }
        }
    }

    fn is_kept(&self, draft: &Draft) -> bool {
        draft.cut.is_none() && (self.whole || draft.is_on_main_line())
    }

    /// A fault in the main line ends the reading, one in a variation cuts it off.
    fn settle(
        &mut self,
        draft: &mut Draft,
        start: usize,
        done: Result<(), Fault>,
    ) -> Result<(), RecordError> {
        let Err(fault) = done else { return Ok(()) };
        let error = self.lines.place_of(self.bytes, start).fault(fault);
        if draft.main_end.is_none() || error.fault == Fault::TooMuch {
            return Err(error);
        }
        draft.cut = Some(draft.open.len());
        if draft.tree.is_blank(draft.node) {
            draft.unread.insert(draft.node);
        }
        draft.faults.push(error);
        Ok(())
    }

    /// Reads a name and its values.
    fn property(&mut self, draft: &mut Draft) -> Result<(), RecordError> {
        // Old files spell names out, where only the capitals count.
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        let name = self.bytes[start..self.at].iter().filter(|byte| byte.is_ascii_uppercase());
        let name: String = name.take(32).map(|&byte| char::from(byte)).collect();
        if self.peek() != Some(b'[') {
            return Err(self.fault(Fault::Ended("the value of a property")));
        }
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            let start = self.at;
            let is_kept = self.is_kept(draft);
            let value = self.value(is_kept)?;
            if is_kept {
                let done = draft.take(&name, value).map(|value| values.extend(value));
                self.settle(draft, start, done)?;
            }
        }
        if !values.is_empty() && !name.is_empty() && self.is_kept(draft) {
            draft.tree.note(draft.node, Note::Property(name, values));
        }
        Ok(())
    }

    /// Reads `[...]`; the text is kept only on request.
    fn value(&mut self, wanted: bool) -> Result<String, RecordError> {
        self.at += 1;
        let start = self.at;
        let end = self.bytes[start..].iter().position(|&byte| byte == b']' || byte == b'\\');
        if let Some(end) = end.filter(|end| self.bytes[start + end] == b']') {
            self.at = start + end + 1;
            let text = wanted.then(|| decode(&self.bytes[start..start + end]));
            return Ok(text.unwrap_or_default());
        }
        let mut text = Vec::new();
        let mut is_escaped = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b']' if !is_escaped => return Ok(decode(&text)),
                b'\\' if !is_escaped => {
                    is_escaped = true;
                    continue;
                }
                // An escaped end of line is none.
                b'\r' if is_escaped && self.bytes.get(self.at) == Some(&b'\n') => self.at += 1,
                b'\n' | b'\r' if is_escaped => {}
                _ if wanted => text.push(byte),
                _ => {}
            }
            is_escaped = false;
        }
        Err(self.fault(Fault::Ended("the ] of a value")))
    }
}

impl Draft {
    fn new(head: Game, marked: usize) -> Draft {
        let tree = GameTree::new(head);
        Draft {
            node: tree.root(),
            tree,
            plies: 0,
            open: Vec::new(),
            main_end: None,
            cut: None,
            unread: HashSet::new(),
            faults: Vec::new(),
            setup: [Vec::new(), Vec::new()],
            opened: 0,
            size_is_told: false,
            marked,
        }
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.play_setup()?;
        self.open.push((self.node, self.plies));
        Ok(())
    }

    /// The end of a variation; the first leaf ends the main line.
    fn end(&mut self) -> Result<(), Fault> {
        match self.play_setup() {
            Err(fault) if self.main_end.is_some() => {
                self.faults.push(self.tree.place().fault(fault))
            }
            done => done?,
        }
        self.main_end.get_or_insert(self.node);
        (self.node, self.plies) = self.open.pop().unwrap_or((self.node, self.plies));
        self.cut = self.cut.filter(|&cut| cut <= self.open.len());
        Ok(())
    }

    fn next(&mut self, is_kept: bool) -> Result<(), Fault> {
        if is_kept {
            self.node = self.child(Step::None)?;
        }
        Ok(())
    }

    fn child(&mut self, step: Step) -> Result<NodeId, Fault> {
        let has_room = self.tree.node_count() < MOST_NODES;
        let child = has_room.then(|| self.tree.add(self.node, step)).ok_or(Fault::TooMuch)?;
        // After brackets around nothing the main line goes on.
        self.main_end = self.main_end.map(|end| if end == self.node { child } else { end });
        Ok(child)
    }

    /// Whether the next property, perhaps after a variation, belongs to the main line. Its nodes come
    /// before all others.
    fn is_on_main_line(&self) -> bool {
        self.main_end.is_none_or(|end| self.node <= end)
    }

    /// Takes a value, or gives back one that has no meaning here.
    fn take(&mut self, name: &str, value: String) -> Result<Option<String>, Fault> {
        let trimmed = value.trim();
        match name {
            "B" => self.play(Color::Black, trimmed)?,
            "W" => self.play(Color::White, trimmed)?,
            "C" => self.tree.note(self.node, Note::Comment(value)),
            "LB" => match label(&value) {
                Some(label) => self.tree.note(self.node, label),
                None => return Ok(Some(value)),
            },
            "AB" => self.set_up(Color::Black, trimmed)?,
            "AW" => self.set_up(Color::White, trimmed)?,
            "FF" | "CA" => {}
            "GM" if trimmed.parse() != Ok(4) => return Err(Fault::OtherGame(short(trimmed))),
            "GM" => {}
            _ => {
                let shape = SHAPES.into_iter().find(|(known, _)| *known == name);
                if let Some((_, shape)) = shape
                    && let Ok(points) = points(trimmed)
                {
                    for c in points {
                        self.marked += usize::from(trimmed.contains(':'));
                        if self.marked > MOST_MARKED {
                            return Err(Fault::TooMuch);
                        }
                        self.tree.note(self.node, Note::Mark(shape, c));
                    }
                } else if !self.is_on_main_line() || !self.describe(name, trimmed)? {
                    return Ok(Some(value));
                }
            }
        }
        Ok(None)
    }

    /// Takes what is said of the whole game, unless it was said before.
    fn describe(&mut self, name: &str, value: &str) -> Result<bool, Fault> {
        let head = &mut self.tree.head;
        let is_known = match name {
            "PB" => !head.black.is_empty(),
            "PW" => !head.white.is_empty(),
            "RU" => head.rule.is_some(),
            "RO" => head.round.is_some(),
            "RE" => head.result.is_some(),
            _ => false,
        };
        if is_known || head.detail(name).is_some() {
            return Ok(false);
        }
        match name {
            "SZ" => {
                let (width, height) = value.split_once(':').unwrap_or((value, value));
                let size = width.trim().parse().ok().and_then(Size::new);
                let size = size.filter(|_| width.trim() == height.trim());
                head.size = size.ok_or_else(|| Fault::Size(short(value)))?;
                self.size_is_told = true;
                return Ok(true);
            }
            "PB" => head.black = value.to_string(),
            "PW" => head.white = value.to_string(),
            "RU" => head.rule = rule(value),
            "RO" => head.round = value.parse().ok(),
            "RE" => head.result = result(value),
            _ => {}
        }
        // What is understood in full is written from that.
        let is_whole = match name {
            "PB" | "PW" => true,
            "RU" => value.parse().ok().is_some_and(|rule| head.rule == Some(rule)),
            "RO" => head.round.is_some(),
            "RE" => head.result.map(result_code) == Some(value),
            _ => false,
        };
        let is_detail = DETAILS.contains(&name);
        if is_detail && !is_whole && !value.is_empty() {
            head.details.push((name.to_string(), value.to_string()));
        }
        Ok(is_whole || is_detail)
    }

    fn set_up(&mut self, color: Color, value: &str) -> Result<(), Fault> {
        if self.plies > self.opened {
            return Err(Fault::Turn(self.plies + 1));
        }
        for c in points(value)? {
            let stones = &mut self.setup[color.index()];
            if stones.len() >= MOST_MOVES {
                return Err(Fault::TooMuch);
            }
            stones.push(c);
        }
        Ok(())
    }

    /// Plays the stones set up before the moves, in turn.
    fn play_setup(&mut self) -> Result<(), Fault> {
        let [black, white] = std::mem::take(&mut self.setup);
        if black.is_empty() && white.is_empty() {
            return Ok(());
        }
        if black.len() != white.len() && black.len() != white.len() + 1 {
            return Err(Fault::Turn(self.plies + 1));
        }
        for n in 0..black.len() + white.len() {
            let stone = if n % 2 == 0 { black[n / 2] } else { white[n / 2] };
            self.node = self.child(Step::Stone(stone))?;
            self.tree.note(self.node, Note::Comment("opening".into()));
            self.plies += 1;
        }
        self.opened = self.plies;
        Ok(())
    }

    fn play(&mut self, color: Color, value: &str) -> Result<(), Fault> {
        self.play_setup()?;
        let number = self.plies + 1;
        if color != Color::ALL[(number - 1) % 2] || number > MOST_MOVES {
            return Err(Fault::Turn(number));
        }
        let is_pass = value.is_empty() || (value == "tt" && self.tree.head.size.get() < 20);
        let step = if is_pass { Step::Pass } else { Step::Stone(coord(value)?) };
        // A second move, or one in the root, is a node of its own.
        let is_free = self.tree.step(self.node) == Step::None && self.node != self.tree.root();
        match is_free {
            true => self.tree.set_step(self.node, step),
            false => self.node = self.child(step)?,
        }
        self.plies = number;
        Ok(())
    }

    /// Boards that nobody tells are at least as large as their stones need.
    fn fit(&mut self) {
        let sides = self.tree.main_nodes().map(|node| match self.tree.step(node) {
            Step::Stone(c) => c.x().max(c.y()) + 1,
            _ => 0,
        });
        let largest = sides.max().unwrap_or(0);
        if !self.size_is_told && largest > self.tree.head.size.get() {
            self.tree.head.size = Size::new(largest).unwrap_or(self.tree.head.size);
        }
    }
}
