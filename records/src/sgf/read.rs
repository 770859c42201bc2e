//! SGF as trees.

use std::collections::HashSet;

use super::head::describe;
use super::setup::{Left, Setup};
use super::{SHAPES, coord, label, points, property_name};
use crate::error::short;
use crate::text::{Lines, decode};
use crate::tree::{GameTree, NodeId, Note, Step};
use crate::{Budget, Fault, Game, Limit, MOST_MOVES, RecordError};
use dolmen::types::{Color, Coord, Size};

/// Reads the main line of every game, at each branch the first variation, up to its end or a pass.
/// The others are read over; what cannot be understood in them does no harm as long as the brackets
/// match.
pub(crate) fn main_lines(bytes: &[u8], size: Size) -> Result<Vec<Game>, RecordError> {
    let mut reader = Reader::new(bytes, false);
    let mut games = Vec::new();
    let mut budget = Budget::default();
    while reader.next_game() {
        let draft = reader.game(size)?;
        let game = draft.tree.main_line();
        budget.spend_game(&game)?;
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
    left: Left,
}

/// A game while it is read.
struct Draft {
    tree: GameTree,
    /// Where the next property belongs, and the moves up to there.
    node: NodeId,
    plies: usize,
    /// Those of the moves that come from stones set up.
    opened: usize,
    /// The first stones of the line, as many as come from stones set up.
    before: Vec<Coord>,
    /// The same at each open bracket.
    open: Vec<(NodeId, usize, usize)>,
    /// The last node of the main line, once a bracket has ended it.
    main_end: Option<NodeId>,
    /// Number of open brackets of the variation that was cut off.
    cut: Option<usize>,
    /// Nodes of which nothing could be read.
    unread: HashSet<NodeId>,
    faults: Vec<RecordError>,
    setup: Setup,
    /// Size and stones may come in any order.
    size_is_told: bool,
    left: Left,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], whole: bool) -> Reader<'a> {
        Reader { bytes, at: 0, lines: Lines::default(), whole, left: Left::default() }
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
        let mut draft =
            Draft::new(Game { place, ..Game::new(size) }, std::mem::take(&mut self.left));
        let mut is_begun = false;
        loop {
            let Some(byte) = self.peek() else {
                return Err(self.fault(Fault::Ended("the ) of a game")));
            };
            let start = self.at;
            let done = match byte {
                b'(' | b')' => draft.play_setup(),
                b';' if !std::mem::replace(&mut is_begun, true) => Ok(()),
                b';' => draft.next(self.is_kept(&draft)),
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => {
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
            match byte {
                b'(' => draft.begin(),
                b')' => draft.end(),
                _ => {}
            }
            if draft.open.is_empty() {
                draft.fit();
                self.left = std::mem::take(&mut draft.left);
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
        if draft.main_end.is_none() || matches!(error.fault, Fault::TooMuch(_)) {
            return Err(error);
        }
        draft.cut = Some(draft.open.len());
        draft.setup = Setup::default();
        // What is written at stones that cannot be set up is about no position.
        let is_set_up = matches!(error.fault, Fault::SetUp(..)) && draft.has_no_step();
        if draft.tree.is_blank(draft.node) || is_set_up {
            draft.unread.insert(draft.node);
        }
        draft.faults.push(error);
        Ok(())
    }

    /// Reads a name and its values.
    fn property(&mut self, draft: &mut Draft) -> Result<(), RecordError> {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
        }
        let name = property_name(&self.bytes[start..self.at]);
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
        if !values.is_empty() && self.is_kept(draft) {
            values.shrink_to_fit();
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
    fn new(head: Game, left: Left) -> Draft {
        let tree = GameTree::new(head);
        Draft {
            node: tree.root(),
            tree,
            plies: 0,
            opened: 0,
            before: Vec::new(),
            open: Vec::new(),
            main_end: None,
            cut: None,
            unread: HashSet::new(),
            faults: Vec::new(),
            setup: Setup::default(),
            size_is_told: false,
            left,
        }
    }

    fn begin(&mut self) {
        self.open.push((self.node, self.plies, self.opened));
    }

    /// The end of a variation; the first leaf ends the main line.
    fn end(&mut self) {
        self.main_end.get_or_insert(self.node);
        if let Some(before) = self.open.pop() {
            (self.node, self.plies, self.opened) = before;
        }
        self.cut = self.cut.filter(|&cut| cut <= self.open.len());
    }

    /// Whether the node is one of a variation that has no move yet.
    fn has_no_step(&self) -> bool {
        self.tree.step(self.node) == Step::None && self.node != self.tree.root()
    }

    fn next(&mut self, is_kept: bool) -> Result<(), Fault> {
        if !is_kept {
            return Ok(());
        }
        match self.setup.in_turn(self.to_move()) {
            Some(_) => self.play_setup()?,
            // They wait for those of the next node.
            None => {
                self.setup.notes.extend(self.tree.take_notes(self.node));
                if self.tree.is_blank(self.node) {
                    return Ok(());
                }
            }
        }
        self.node = self.child(Step::None)?;
        Ok(())
    }

    fn child(&mut self, step: Step) -> Result<NodeId, Fault> {
        let has_room = self.tree.node_count() < Limit::NODES.most;
        let child =
            has_room.then(|| self.tree.add(self.node, step)).ok_or(Fault::TooMuch(Limit::NODES))?;
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
        // Moves are counted as nodes.
        self.left.spend(usize::from(!matches!(name, "B" | "W")))?;
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
            "AE" if self.takes_away(trimmed) => return Err(Fault::TakenAway),
            "FF" | "CA" => {}
            "GM" if trimmed.parse() != Ok(4) => return Err(Fault::OtherGame(short(trimmed))),
            "GM" => {}
            _ => {
                let shape = SHAPES.into_iter().find(|(known, _)| *known == name);
                if let Some((_, shape)) = shape
                    && let Ok(points) = points(trimmed)
                {
                    for (i, c) in points.enumerate() {
                        self.left.spend(usize::from(i > 0))?;
                        self.tree.note(self.node, Note::Mark(shape, c));
                    }
                } else if !self.is_on_main_line() || !describe(&mut self.tree.head, name, trimmed)?
                {
                    return Ok(Some(value));
                } else {
                    self.size_is_told |= name == "SZ";
                }
            }
        }
        Ok(None)
    }

    /// Whether a stone lies on one of these points: some programs clear empty ones.
    fn takes_away(&self, value: &str) -> bool {
        let path = self.tree.path(self.node);
        let is_stone = |c: Coord| path.contains(&c) || self.setup.contains(c);
        points(value).is_ok_and(|mut points| points.any(is_stone))
    }

    fn set_up(&mut self, color: Color, value: &str) -> Result<(), Fault> {
        if self.plies > self.opened {
            return Err(Fault::SetUpLate);
        }
        self.setup.add(color, value)
    }

    /// Plays the stones set up, in turn.
    fn play_setup(&mut self) -> Result<(), Fault> {
        let mut setup = std::mem::take(&mut self.setup);
        let (stones, unordered) = (setup.in_turn(self.to_move()), setup.unordered());
        let stones = stones.ok_or(unordered)?;
        if stones.is_empty() {
            return Ok(());
        }
        // What is written at a node is shown after them.
        setup.notes.extend(self.tree.take_notes(self.node));
        self.before.truncate(self.opened);
        let ordered = self.left.order(&self.tree.head, &self.before, &stones);
        for stone in ordered.unwrap_or(stones) {
            self.left.spend(1)?;
            self.make(Step::Stone(stone), self.tree.is_blank(self.node))?;
            self.tree.note(self.node, Note::Comment("opening".into()));
            self.before.push(stone);
            self.opened = self.plies;
        }
        setup.notes.into_iter().for_each(|note| self.tree.note(self.node, note));
        Ok(())
    }

    fn play(&mut self, color: Color, value: &str) -> Result<(), Fault> {
        self.play_setup()?;
        if color != self.to_move() {
            return Err(Fault::Turn(self.plies + 1));
        }
        let is_pass = value.is_empty() || (value == "tt" && self.tree.head.size.get() < 20);
        let step = if is_pass { Step::Pass } else { Step::Stone(coord(value)?) };
        // A second move, or one in the root, is a node of its own.
        self.make(step, self.has_no_step())
    }

    fn to_move(&self) -> Color {
        Color::ALL[self.plies % 2]
    }

    /// Makes a move, in this node if it is free.
    fn make(&mut self, step: Step, is_free: bool) -> Result<(), Fault> {
        if self.plies >= MOST_MOVES {
            return Err(Fault::Turn(self.plies + 1));
        }
        match is_free {
            true => self.tree.set_step(self.node, step),
            false => self.node = self.child(step)?,
        }
        self.plies += 1;
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
