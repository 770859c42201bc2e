use super::search::first_moves;
use super::*;
use crate::database::record::{BLOCKED, FORCED, NO_LABEL};
use crate::database::store::Access;
use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::search::Control;
use dolmen::types::{Rule, Size, parse_stones};
use dolmen_study::analyze::study::Effort;
use dolmen_study::openings::course::outside_middle;
use dolmen_study::openings::rules::Zone;

const SHARD: Shard = Shard { number: 1, of: 1 };

fn layout(moves: &str) -> Layout {
    layout_of(Rule::Freestyle, moves)
}

fn layout_of(rule: Rule, moves: &str) -> Layout {
    let size = Size::new(15).expect("a size");
    let stones = parse_stones(moves).expect("points");
    Layout::of(&Board::with_moves(rule, size, &stones))
}

struct Case {
    store: Store,
    first: Layout,
    book: Book,
    _folder: tempfile::TempDir,
}

impl Case {
    fn new(moves: &str) -> Case {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("x.db"), Access::Write).expect("new");
        let first = layout(moves);
        let book = Case::load(&store, &first);
        Case { store, first, book, _folder: folder }
    }

    fn load(store: &Store, first: &Layout) -> Book {
        let growth = Growth { drop: 0.025, shard: SHARD };
        Book::load(store, first.clone(), growth).expect("a database")
    }

    /// The stones that the next position has more than the first one, and what it is told. What
    /// is then in the file is all there is to know.
    fn grow(&mut self, found: &[(&str, i32)]) -> Option<String> {
        let first = self.first.placed();
        let mut searched = None;
        let search = |jobs: &[Job]| {
            let new = |job: &Job| {
                let layout = Layout::of(&job.board);
                let mut stones: Vec<Coord> = layout.groups.concat();
                stones.retain(|c| !self.first.groups.concat().contains(c));
                searched = Some(stones.iter().map(Coord::to_string).collect());
                let line = |(name, value): &(&str, i32)| Found {
                    coord: name.parse().expect("a point"),
                    score: Score::from_value(*value),
                    depth: 9,
                };
                Some(found.iter().map(line).collect())
            };
            jobs.iter().map(new).collect()
        };
        self.book.expand(&self.store, 1, search).expect("a database");
        let again = Case::load(&self.store, &self.first);
        assert_eq!((again.size(), again.expanded()), (self.book.size(), self.book.expanded()));
        assert_eq!(again.candidates(), self.book.candidates());
        assert_eq!(again.choose().map(|id| again.nodes[id].key.clone()), self.next());
        assert_eq!(again.nodes[0].key, first.key);
        searched
    }

    fn next(&self) -> Option<Key> {
        self.book.choose().map(|id| self.book.nodes[id].key.clone())
    }

    fn is_next(&self, moves: &str) -> bool {
        self.next() == Some(layout(moves).placed().key)
    }
}

#[test]
fn the_cheapest_line_grows() {
    // Of all views the one with black stones on a1 and b1 is the key: points are what they are
    // called.
    let mut case = Case::new("a1h8b1i10");
    assert!(case.is_next("a1h8b1i10"));
    case.grow(&[("h9", 20), ("i9", 10), ("o1", -300)]);
    assert!(case.is_next("a1h8b1i10h9"));
    // h9 turns out to be worse than i9.
    case.grow(&[("g7", 90)]);
    assert!(case.is_next("a1h8b1i10i9"));
    assert_eq!(case.book.value(), Some(Score::eval(10)));
    case.grow(&[("g7", -10), ("g8", -12)]);
    let best = &case.book.candidates()[0];
    let line: String = best.moves.iter().map(Coord::to_string).collect();
    assert_eq!((best.score, best.searches, best.depth), (Score::eval(10), 1, 2 + 8));
    assert_eq!(line, "i9g7");
    assert_eq!(case.book.best(), Some((best.moves[0], best.score)));
    // An answer as good as that is looked at before the best line has gone very deep.
    let names = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "d1", "d2", "d3"];
    let value = |ply: usize| if ply.is_multiple_of(2) { 10 } else { -10 };
    let order: Vec<String> = names
        .iter()
        .filter_map(|name| {
            let ply = case.next()?.stones() - 4;
            case.grow(&[(name, value(ply))])
        })
        .collect();
    let is_tried = |stones: &[&str]| {
        let all = |one: &String| stones.iter().all(|stone| one.contains(stone));
        order.iter().any(all)
    };
    assert!(is_tried(&["i9", "g7"]) && is_tried(&["i9", "g8"]), "{order:?}");
    assert!(!is_tried(&["o1"]), "{order:?}");
}

/// Two orders of moves to a position: both lines have its value, whichever was there first.
#[test]
fn transpositions_have_one_value() {
    let mut case = Case::new("a1h8b1i10");
    case.grow(&[("h9", 20), ("g8", 20)]);
    case.grow(&[("c3", -20)]);
    case.grow(&[("c3", -20)]);
    let best = case.book.candidates();
    assert_eq!(best.iter().map(|one| one.searches).collect::<Vec<_>>(), [1, 1]);
    let last = if case.is_next("a1h8b1i10h9c3") { "g8" } else { "h9" };
    case.grow(&[(last, 30)]);
    // Only one of the two has been searched, and it is a move of that one.
    let id = case.book.by_key[&layout("a1h8b1i10h9c3g8").placed().key] as usize;
    assert_eq!(case.book.nodes[id].parents.len(), 1);
    case.grow(&[("m1", 10)]);
    assert_eq!(case.book.nodes[id].parents.len(), 2);
    let best = case.book.candidates();
    assert_eq!(best[0].score, best[1].score);
}

/// A position is lost only when all moves lose, not only the best ones of a search.
#[test]
fn a_lost_position_has_no_other_moves() {
    let win = Score::win_in(5).value();
    let mut case = Case::new("a1h8b1i10");
    case.grow(&[("h9", 20)]);
    case.grow(&[("g7", win)]);
    // All that is known loses: other moves of the first position are wanted.
    assert!(case.is_next("a1h8b1i10") && !case.book.is_decided());
    assert!(!case.book.value().expect("a value").is_decisive());
    case.grow(&[("i9", -50)]);
    assert_eq!(case.book.value(), Some(Score::eval(-50)));
    assert!(case.is_next("a1h8b1i10i9"));
    case.grow(&[("g7", win)]);
    assert!(case.is_next("a1h8b1i10"));
    case.grow(&[("j9", Score::loss_in(4).value())]);
    assert_eq!((case.book.value(), case.next()), (Some(Score::loss_in(6)), None));
    assert!(case.book.is_decided());
}

#[test]
fn a_loss_that_a_search_proves_is_a_win_before() {
    let mut case = Case::new("a1h8b1i10");
    case.grow(&[("h9", 20), ("i9", 10)]);
    case.grow(&[("g7", Score::loss_in(4).value())]);
    assert_eq!((case.book.value(), case.next()), (Some(Score::win_in(5)), None));
}

#[test]
fn a_move_that_a_user_ruled_out_decides_nothing() {
    let win = Score::win_in(5).value();
    let mut case = Case::new("a1h8b1i10");
    case.grow(&[("h9", 20), ("i9", 10)]);
    let key = layout("a1h8b1i10i9").placed().key;
    let mut record = case.store.get(&key).expect("a file").expect("a record");
    (record.label, record.comment) = (BLOCKED, "not now".into());
    case.store.put([(&key, &record)]).expect("a file");
    case.book = Case::load(&case.store, &case.first);
    case.grow(&[("g7", win)]);
    assert_eq!(case.next(), None);
    assert!(!case.book.value().expect("a value").is_decisive());
    assert_eq!(case.store.get(&key).expect("a file"), Some(record));
}

/// Only labels that came after the first search were seen: a win by the move marked `x` was proved, and
/// the label lost.
#[test]
fn moves_that_a_user_ruled_on_before_a_search_are_left_out_and_stay_labelled() {
    let mut engine = Engine::new(8 << 20, 1);
    let mut grown = |labels: &[(&str, i8)]| {
        let mut case = Case::new("h8a1i8a3j8a5");
        let key = |c: &str| layout(&format!("h8a1i8a3j8a5{c}")).placed().key;
        for (c, label) in labels {
            let record = Record { label: *label, ..Record::default() };
            case.store.put([(&key(c), &record)]).expect("a file");
        }
        case.book = Case::load(&case.store, &case.first);
        for _ in 0..5 {
            let limits = (Effort::Nodes(2000), 2);
            let search = |jobs: &[Job]| -> Vec<Option<Vec<Found>>> {
                let one = |job| first_moves(&mut engine, job, limits, &Control::new());
                jobs.iter().map(one).collect()
            };
            case.book.expand(&case.store, 1, search).expect("a database");
        }
        for (c, label) in labels {
            let record = case.store.get(&key(c)).expect("a file").expect("a record");
            assert_eq!(record.label, *label);
        }
        let candidates = case.book.candidates();
        let first = candidates.iter().map(|one| one.moves[0].to_string()).collect::<Vec<_>>();
        (first, case.book.value().expect("a value").is_win())
    };
    let (first, wins) = grown(&[("k8", BLOCKED)]);
    assert!(wins && !first.is_empty() && !first.contains(&"k8".to_string()), "{first:?}");
    assert_eq!(grown(&[("k8", FORCED)]), (vec!["k8".to_string()], true));
    assert_eq!(grown(&[("o1", FORCED)]), (vec!["o1".to_string()], false));
}

/// What another run had expanded kept the value of a move that turned out worse, and no later run
/// computed it anew.
#[test]
fn runs_from_different_positions_share_their_values() {
    let mut case = Case::new("a1h8b1i10");
    case.grow(&[("h9", 20), ("i9", 10)]);
    let key = case.first.placed().key;
    let score = |case: &Case| case.store.get(&key).expect("a file").expect("a record").score;
    assert_eq!(score(&case), Score::eval(20));
    case.book = Case::load(&case.store, &layout("a1h8b1i10h9"));
    let line = Found { coord: "g7".parse().expect("a point"), score: Score::eval(90), depth: 9 };
    case.book.expand(&case.store, 1, |_| vec![Some(vec![line])]).expect("a database");
    assert_eq!(score(&case), Score::eval(10));
    // As earlier versions left it.
    let record = case.store.get(&key).expect("a file").expect("a record");
    case.store.put([(&key, &Record { score: Score::eval(20), ..record })]).expect("a file");
    case.book = Case::load(&case.store, &case.first);
    case.book.finish(&case.store, &Control::new()).expect("a file");
    assert_eq!(score(&case), Score::eval(10));
}

/// The label of a result took its place.
#[test]
fn the_only_move_to_consider_stays_that_when_it_is_decided() {
    let mut case = Case::new("a1h8b1i10");
    case.grow(&[("h9", 20), ("i9", 10)]);
    let key = layout("a1h8b1i10i9").placed().key;
    let record = case.store.get(&key).expect("a file").expect("a record");
    case.store.put([(&key, &Record { label: FORCED, ..record })]).expect("a file");
    case.book = Case::load(&case.store, &case.first);
    assert!(case.is_next("a1h8b1i10i9"));
    // Its value is that of all moves.
    assert_eq!(case.book.value(), Some(Score::eval(20)));
    case.grow(&[("g7", Score::win_in(5).value())]);
    let record = case.store.get(&key).expect("a file").expect("a record");
    assert_eq!((record.label, record.score), (FORCED, Score::win_in(5)));
    assert_eq!(case.next(), None);
}

/// Nothing was searched any more, and the position was called decided.
#[test]
fn a_move_that_a_user_labels_as_the_only_one_after_the_search_is_searched() {
    let mut case = Case::new("a1h8b1i10");
    case.grow(&[("h9", 20), ("i9", 10)]);
    let key = layout("a1h8b1i10o1").placed().key;
    let mut label = |label| {
        case.store.put([(&key, &Record { label, ..Record::default() })]).expect("a file");
        case.book = Case::load(&case.store, &case.first);
        (case.is_next("a1h8b1i10"), case.book.is_decided())
    };
    assert_eq!([label(BLOCKED), label(FORCED)], [(false, false), (true, false)]);
    let job = case.book.job(&case.store, 0).expect("a position");
    let left = job.board.empty_cells().iter().filter(|c| !job.excluded.contains(c));
    assert_eq!(left.map(|c| c.to_string()).collect::<Vec<_>>(), ["o1"]);
    // A search that may not play it, such as one of renju near the edge, does not come back to it.
    assert_eq!(case.book.expand(&case.store, 1, |_| vec![Some(Vec::new())]).expect("a file"), 1);
    assert_eq!((case.next(), case.book.is_decided()), (None, false));
    case.book = Case::load(&case.store, &case.first);
    case.grow(&[("o1", -300)]);
    assert!(case.is_next("a1h8b1i10o1"));
    case.grow(&[("g7", 290)]);
    assert_eq!(case.book.candidates()[0].moves[0].to_string(), "o1");
}

/// A book of renju began with e3, f3 and g3.
#[test]
fn books_of_renju_begin_in_the_middle() {
    let mut engine = Engine::new(8 << 20, 1);
    let mut farthest = |moves: &str| {
        let board = layout_of(Rule::Renju, moves).board();
        let size = board.size();
        let job = Job { node: 0, board, excluded: Vec::new() };
        let limits = (Effort::Nodes(2000), 100);
        let found = first_moves(&mut engine, &job, limits, &Control::new()).expect("moves");
        let is_within = |n: &u8| found.iter().all(|one| Zone::Within(*n).contains(one.coord, size));
        (0..15).find(is_within).expect("a zone")
    };
    assert_eq!([farthest(""), farthest("h8"), farthest("h8i9")], [0, 1, 2]);
    // Nothing holds after three stones, nor in games that did not begin there.
    for moves in ["h8i9h9", "a1", "h8a1"] {
        assert!(outside_middle(&layout_of(Rule::Renju, moves).board()).is_empty());
    }
}

#[test]
fn searches_prove_a_win_and_a_loss() {
    let mut engine = Engine::new(8 << 20, 1);
    let limits = (Effort::Nodes(2000), 2);
    for (moves, is_win) in [("h8a1i8a3j8a5", true), ("h8a1i8a3j8a5k8", false)] {
        let mut case = Case::new(moves);
        for _ in 0..100 {
            let mut search = |jobs: &[Job]| -> Vec<Option<Vec<Found>>> {
                let one = |job| first_moves(&mut engine, job, limits, &Control::new());
                jobs.iter().map(one).collect()
            };
            if case.book.expand(&case.store, 1, &mut search).expect("a database") == 0 {
                break;
            }
        }
        let value = case.book.value().expect("a value");
        assert!(case.book.is_decided() && value.is_decisive() && value.is_win() == is_win);
        assert!(!case.book.candidates().is_empty());
    }
    let stopped = Control::new();
    stopped.stop();
    let mut case = Case::new("h8");
    let mut search = |jobs: &[Job]| -> Vec<Option<Vec<Found>>> {
        jobs.iter().map(|job| first_moves(&mut engine, job, limits, &stopped)).collect()
    };
    assert_eq!(case.book.expand(&case.store, 1, &mut search).expect("a database"), 0);
    assert_eq!((case.book.expanded(), case.store.count().expect("a file")), (0, 0));
}

/// It had been linked to the position where its last move is a double three.
#[test]
fn a_position_follows_only_from_those_where_its_last_move_is_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("x.db"), Access::Write).expect("new");
    let layout = |moves: &str| layout_of(Rule::Renju, &format!("h6a1h7o1f8a15{moves}"));
    let expanded = Record { is_expanded: true, ..Record::default() };
    for moves in ["", "g8", "g8o15", "h8", "h8o15", "h8o15g8"] {
        store.put([(&layout(moves).placed().key, &expanded)]).expect("a file");
    }
    let book = Case::load(&store, &layout(""));
    let node = |moves: &str| book.by_key[&layout(moves).placed().key];
    assert_eq!(book.nodes[node("h8o15g8") as usize].parents, [node("h8o15")]);
    assert!(book.moves(node("g8o15") as usize, &layout("g8o15")).is_empty());
}

/// A run of hours ended with an error when another program wrote for longer than a write waits.
#[test]
fn what_cannot_be_written_while_another_program_writes_is_written_later() {
    let mut case = Case::new("a1h8b1i10");
    let other = Store::open(case.store.path(), Access::Write).expect("the file");
    let key = case.first.placed().key;
    let line = |name: &str, value| Found {
        coord: name.parse().expect("a point"),
        score: Score::from_value(value),
        depth: 9,
    };
    let mut lines = vec![line("h9", 20), line("i9", 10)];
    let mut expand = |case: &mut Case| {
        let found = std::mem::replace(&mut lines, vec![line("g7", -20)]);
        case.book.expand(&case.store, 1, |_| vec![Some(found)]).expect("a database")
    };
    std::thread::scope(|scope| {
        let (holds, held) = std::sync::mpsc::channel();
        let (release, released) = std::sync::mpsc::channel::<()>();
        let wait = move |_, ()| {
            holds.send(()).expect("someone waits");
            released.recv().err().and(None)
        };
        scope.spawn(move || other.update([(&key, ())], wait).expect("the lock"));
        held.recv().expect("the lock");
        assert_eq!((expand(&mut case), case.store.count().expect("a file")), (1, 0));
        drop(release);
    });
    assert_eq!(expand(&mut case), 1);
    let again = Case::load(&case.store, &case.first);
    assert_eq!((again.size(), again.expanded()), (case.book.size(), 2));
    assert_eq!(again.candidates(), case.book.candidates());
    case.book.finish(&case.store, &Control::new()).expect("nothing to write");
}

/// Both came back with the next value.
#[test]
fn what_a_user_removes_meanwhile_stays_removed() {
    let mut case = Case::new("a1h8b1i10");
    case.grow(&[("h9", 20), ("i9", 10)]);
    let (h9, i9) = (layout("a1h8b1i10h9").placed().key, layout("a1h8b1i10i9").placed().key);
    let with = |label| {
        let record = case.store.get(&h9).expect("a file").expect("a record");
        case.store.put([(&h9, &Record { label, ..record })]).expect("a file");
    };
    with(b'a' as i8);
    case.book = Case::load(&case.store, &case.first);
    with(NO_LABEL);
    case.store.remove([&i9]).expect("a file");
    let line = |score| Found { coord: "g7".parse().expect("a point"), score, depth: 9 };
    for (searched, value) in [(&h9, 90), (&i9, 95)] {
        assert_eq!(case.next().as_ref(), Some(searched));
        let found = |_: &[Job]| vec![Some(vec![line(Score::eval(value))])];
        case.book.expand(&case.store, 1, found).expect("a database");
    }
    let record = case.store.get(&h9).expect("a file").expect("a record");
    assert_eq!((record.label, record.score), (NO_LABEL, Score::eval(90)));
    assert_eq!(case.store.get(&i9).expect("a file"), None);
}
