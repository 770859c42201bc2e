//! `docs/formats.md`: its tables name the fields that the programs write, with their types, and no others.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;
mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use companion::arena::record;
use companion::database::key::Layout;
use companion::database::record::{Record, Source, WON};
use companion::database::store::{Access, Store};
use companion::database::text::read_text;
use companion::tools::analyze::deep::{self, DeepOptions};
use companion::tools::analyze::{self, AnalyzeOptions, ReportFormat};
use companion::tools::book::{ExportFormat, ExportOptions, export};
use companion::tools::check;
use companion::tools::game_files::Assumed;
use companion::tools::stats::{self, StatsFormat, StatsOptions};
use dolmen::board::Board;
use dolmen::search::Control;
use dolmen::types::{Bound, Rule, Score, Size, parse_stones};
use folder::folder;
use programs::COMPANION;
use serde_json::{Deserializer, Value};

const DOCUMENT: &str = include_str!("../../docs/formats.md");

/// An object with the title of the table that describes it.
type Described<'a> = (&'static str, &'a Value);
/// Takes a value of an output apart.
type Split = fn(&Value) -> Vec<Described<'_>>;

/// The sections of the document, and how the values of each output are taken apart.
const SECTIONS: [(&str, Split); 7] = [
    ("dolmen analyze --format json", analysis),
    ("dolmen analyze --deep --format json", deep_analysis),
    ("dolmen stats --format json", statistics),
    ("dolmen match --json", result),
    ("dolmen match --record", match_record),
    ("dolmen check --json", checked),
    ("dolmen book export", position),
];

fn list<'a>(title: &'static str, values: &'a Value) -> impl Iterator<Item = Described<'a>> {
    values.as_array().into_iter().flatten().map(move |value| (title, value))
}

fn map<'a>(title: &'static str, values: &'a Value) -> impl Iterator<Item = Described<'a>> {
    values.as_object().unwrap().values().map(move |value| (title, value))
}

/// A part that may be null or absent.
fn part<'a>(title: &'static str, value: &'a Value) -> impl Iterator<Item = Described<'a>> {
    (!value.is_null()).then_some((title, value)).into_iter()
}

fn analysis(value: &Value) -> Vec<Described<'_>> {
    if value.get("dolmen_analysis").is_some() {
        return vec![("The game", value)];
    }
    if value.get("number").is_some() {
        let lines = ["best", "other", "refutation"].map(|name| &value[name]);
        let lines = lines.into_iter().flat_map(|line| part("A line", line));
        return lines.chain([("A move", value)]).collect();
    }
    let sides = ["black", "white"].map(|side| ("Moves of a side", &value[side]));
    let line = part("A line", &value["next"]);
    line.chain(sides).chain([("The end", value)]).collect()
}

fn deep_analysis(value: &Value) -> Vec<Described<'_>> {
    list("A first move", &value["lines"]).chain([("The position searched", value)]).collect()
}

fn statistics(value: &Value) -> Vec<Described<'_>> {
    let tallies = ["rules", "openings", "events"].map(|name| &value[name]);
    let tallies = tallies.into_iter().flat_map(|tallies| map("Results", tallies));
    let players: Vec<Described<'_>> = map("A player", &value["players"]).collect();
    let own = players.iter().filter_map(|(_, player)| player.get("mistakes"));
    let parts = value["mistakes"].as_array().unwrap().iter().map(|pair| &pair[1]);
    let mistakes: Vec<Described<'_>> = own.chain(parts).map(|value| ("Mistakes", value)).collect();
    tallies.chain(players).chain(mistakes).chain([("The collection", value)]).collect()
}

fn result(value: &Value) -> Vec<Described<'_>> {
    let mut found = vec![("The match", value)];
    found.extend(list("An engine", &value["engines"]));
    let engines = value["engines"].as_array().unwrap();
    found.extend(list("A pairing", &value["pairings"]));
    let pairings = value["pairings"].as_array().unwrap();
    let results = engines.iter().chain(pairings).map(|one| &one["results"]);
    let results: Vec<&Value> = results.chain([&value["black"], &value["proposer"]]).collect();
    for points in results {
        found.extend(part("Points", points));
        found.extend(part("An estimate", &points["elo"]));
        found.extend(part("An estimate", &points["normalised_elo"]));
    }
    found.extend(engines.iter().flat_map(|engine| part("An estimate", &engine["rating"])));
    found.extend(part("A sequential test", &value["sprt"]));
    found.extend(list("A fault", &value["faults"]));
    found
}

fn match_record(value: &Value) -> Vec<Described<'_>> {
    match value.get("dolmen_match") {
        Some(_) => vec![("The match of a record", value)],
        None => list("A move of a record", &value["moves"])
            .chain([("A game of a record", value)])
            .collect(),
    }
}

fn checked(value: &Value) -> Vec<Described<'_>> {
    list("A conversation", &value["conversations"]).chain([("The engine checked", value)]).collect()
}

fn position(value: &Value) -> Vec<Described<'_>> {
    vec![("A known position", value)]
}

/// A field as the document describes it.
struct Field {
    types: Vec<&'static str>,
    is_optional: bool,
}

type Table = BTreeMap<&'static str, Field>;

/// The part of the document under a heading, up to the next one of its level.
fn under(text: &'static str, level: &str) -> Vec<(&'static str, &'static str)> {
    let text = text.split_once(level).map_or("", |(_, text)| text);
    text.split(level).map(|part| part.split_once('\n').unwrap()).collect()
}

fn section(title: &str) -> &'static str {
    let sections = under(DOCUMENT, "\n## ");
    sections.into_iter().find(|(name, _)| *name == title).unwrap().1
}

/// The tables of a section.
fn tables(section: &'static str) -> BTreeMap<&'static str, Table> {
    let table = |(title, text): (&'static str, &'static str)| {
        let rows = text.lines().filter(|line| line.starts_with("| `"));
        let fields = rows.flat_map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 6, "{row}");
            let is_optional = cells[1].ends_with(" (optional)");
            assert_eq!(is_optional, cells[4].starts_with("absent: "), "{row}");
            let types: Vec<&str> = cells[2].split(" or ").collect();
            assert_eq!(types.contains(&"null"), cells[4].starts_with("null: "), "{row}");
            let names = cells[1].split('`').skip(1).step_by(2);
            names.map(move |name| (name, Field { types: types.clone(), is_optional }))
        });
        let mut table = Table::new();
        for (name, field) in fields {
            assert!(table.insert(name, field).is_none(), "{title}: {name} twice");
        }
        (title, table)
    };
    under(section, "\n### ").into_iter().map(table).collect()
}

/// The example of a section.
fn example(section: &str) -> Vec<Value> {
    let (_, code) = section.split_once("```json\n").unwrap();
    values(code.split_once("```").unwrap().0)
}

fn values(text: &str) -> Vec<Value> {
    Deserializer::from_str(text).into_iter().map(Result::unwrap).collect()
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// Compares objects with the tables of a section. What the programs wrote (`is_all`) has all that the
/// section describes: each table, and each optional field in some objects and not in others.
fn compare(title: &str, values: &[Value], is_all: bool) {
    let tables = tables(section(title));
    let split = SECTIONS.iter().find(|(name, _)| *name == title).unwrap().1;
    let mut objects: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for (table, object) in values.iter().flat_map(split) {
        objects.entry(table).or_default().push(object);
    }
    if is_all {
        let (seen, told) = (objects.keys(), tables.keys());
        assert_eq!(seen.collect::<Vec<_>>(), told.collect::<Vec<_>>(), "{title}: tables");
    }
    for (name, objects) in objects {
        let table = &tables[name];
        for object in &objects {
            let fields = object.as_object().unwrap();
            for (key, value) in fields {
                let field = table.get(&key[..]);
                let field = field.unwrap_or_else(|| panic!("{name}: {key} is in no row"));
                let found = type_of(value);
                assert!(field.types.contains(&found), "{name}: {key} is {found} in {object}");
            }
            let mut required = table.iter().filter(|(_, field)| !field.is_optional);
            let missing = required.find(|(key, _)| !fields.contains_key(**key));
            assert!(missing.is_none(), "{name}: no {} in {object}", missing.unwrap().0);
        }
        for (key, _) in table.iter().filter(|(_, field)| is_all && field.is_optional) {
            let count = objects.iter().filter(|object| object.get(key).is_some()).count();
            assert!(count > 0 && count < objects.len(), "{name}: {key} is not optional");
        }
    }
}

fn assumed() -> Assumed {
    Assumed { rule: None, size: Size::new(15).unwrap() }
}

fn options(deep: Option<PathBuf>, searches: u64) -> AnalyzeOptions {
    AnalyzeOptions {
        files: vec!["-".into()],
        game: None,
        time: 1000,
        nodes: Some(500),
        threads: 1,
        hash: 16,
        format: Some(ReportFormat::Json),
        output: None,
        resume: false,
        force: false,
        charset: None,
        assumed: assumed(),
        deep: DeepOptions { deep, lines: 3, searches: Some(searches), positions: 1000 },
    }
}

/// Wins are missed; the first two moves are of the opening.
const GAMES: &str = "(;GM[4]SZ[15]RU[4]PB[Kim]PW[Lee]EV[Cup];B[hh]C[opening];W[gg]C[opening];B[ih];\
    W[hf];B[jh];W[ie];B[oo];W[aa];B[kh];W[lh];B[gh])\n\
    (;GM[4]SZ[15]RU[0]PB[Ann]RE[0];B[hh];W[ii];B[ig])\n";

#[test]
fn every_section_is_compared() {
    let titles: Vec<&str> = under(DOCUMENT, "\n## ").into_iter().map(|(title, _)| title).collect();
    assert_eq!(titles, SECTIONS.map(|(title, _)| title));
}

#[test]
fn examples_have_the_fields() {
    for (title, _) in SECTIONS {
        let values = example(section(title));
        assert!(!values.is_empty());
        compare(title, &values, false);
    }
}

#[test]
fn examples_of_input_are_read() {
    let lines = |title| -> String {
        example(section(title)).iter().map(|value| format!("{value}\n")).collect()
    };
    let record = record::read(lines("dolmen match --record").as_bytes()).unwrap();
    assert_eq!(
        (record.games.len(), &record.header.engines[..]),
        (2, &["a".into(), "b".into()][..])
    );
    let store = Store::open(&folder("input").join("x.db"), Access::Write).unwrap();
    assert_eq!(read_text(&store, &lines("dolmen book export")).unwrap().positions, 2);
}

#[test]
fn analyses() {
    let mut output = Vec::new();
    analyze::run(&options(None, 0), GAMES.as_bytes(), &mut output, Vec::new()).unwrap();
    let values = values(&String::from_utf8(output).unwrap());
    let is_named = |value: &&Value| value["name"] == "missed win";
    let bad = values.iter().find(is_named).unwrap();
    assert!(bad["why"].is_array() && bad["refutation"].is_object() && bad["score"].is_string());
    compare("dolmen analyze --format json", &values, true);
}

#[test]
fn deep_analyses() {
    let folder = folder("deep");
    let mut found = Vec::new();
    for (game, searches) in [("h8i9", 2), ("h8a1i8a3j8a5", 1)] {
        let options = options(Some(folder.join("x.db")), searches);
        let mut output = Vec::new();
        deep::run(&options, game.as_bytes(), &mut output, Vec::new(), &Control::new()).unwrap();
        found.extend(values(&String::from_utf8(output).unwrap()));
    }
    assert_eq!((&found[1]["lines"][0]["win_in"], &found[1]["decided"]), (&3.into(), &true.into()));
    compare("dolmen analyze --deep --format json", &found, true);
    // A win of unknown length: it was said to take 901 plies.
    let store = Store::open(&folder.join("x.db"), Access::Write).unwrap();
    let (rule, size) = (Rule::Freestyle, Size::USUAL);
    let won = Board::with_moves(rule, size, &parse_stones("h8g9o15").unwrap());
    let before = Board::with_moves(rule, size, &parse_stones("h8g9").unwrap());
    let label = Record { label: WON, source: Source::User, ..Record::default() };
    let expanded = Record { is_expanded: true, ..Record::default() };
    let keys = [&won, &before].map(|board| Layout::of(board).placed().key);
    store.put(keys.iter().zip([&label, &expanded])).unwrap();
    drop(store);
    let mut output = Vec::new();
    let options = options(Some(folder.join("x.db")), 0);
    deep::run(&options, &b"h8g9"[..], &mut output, Vec::new(), &Control::new()).unwrap();
    let found = values(&String::from_utf8(output).unwrap());
    let line = &found[0]["lines"][0];
    assert_eq!((&line["win_in"], &line["win_rate"]), (&Value::Null, &1.0.into()));
}

#[test]
fn statistics_of_games() {
    let mut found = Vec::new();
    for nodes in [None, Some(100)] {
        let options = StatsOptions {
            files: vec!["-".into()],
            nodes,
            top: 1,
            format: Some(StatsFormat::Json),
            output: None,
            force: false,
            threads: 1,
            hash: 8,
            charset: None,
            assumed: assumed(),
        };
        let mut output = Vec::new();
        let control = Control::new();
        stats::run(&options, GAMES.as_bytes(), &mut output, std::io::sink(), &control).unwrap();
        found.extend(values(&String::from_utf8(output).unwrap()));
    }
    assert_eq!((found[0]["rules"].as_object().unwrap().len(), &found[0]["games"]), (2, &2.into()));
    compare("dolmen stats --format json", &found, true);
}

/// Plays two games between copies of `dolmen engine`, with a record.
fn play(record: &Path, second: &str, more: &[&str]) -> Vec<Value> {
    let engine = |name: &str| format!("name={name},cmd='\"{COMPANION}\" engine',nodes=20");
    let (first, second) = (engine("a"), engine("b") + second);
    let mut command = Command::new(COMPANION);
    command.args(["match", "--games", "2", "--json", "--engine", &first, "--engine", &second]);
    command.arg("--record").arg(record).args(more).env_remove("DOLMEN_DATABASE");
    printed(&mut command)
}

fn printed(command: &mut Command) -> Vec<Value> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    values(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn matches_and_their_records() {
    let folder = folder("matches");
    let [first, second] = ["first", "second"].map(|name| folder.join(name));
    let swap2 = ["--swap2", "--evals", "--sprt", "elo0=0,elo1=10", "--move-limit", "12"];
    let mut results = play(&first, "", &swap2);
    // An engine that answers with an error.
    results.extend(play(&second, ",option.rule=3", &["--size", "5"]));
    assert_eq!(results[1]["endings"]["illegal"], 2);
    assert_eq!(results[1]["faults"][1]["game"], 2);
    results.extend(printed(Command::new(COMPANION).args(["match", "merge", "--json"]).arg(&first)));
    assert!(results[2]["faults"].is_null());
    compare("dolmen match --json", &results, true);
    let lines = [first, second].map(|path| values(&fs::read_to_string(path).unwrap()));
    compare("dolmen match --record", &lines.concat(), true);
}

#[test]
fn checks() {
    // A program that is no engine ends the check with its first conversation.
    let command = [COMPANION, "nothing"].map(str::to_string);
    let mut output = Vec::new();
    check::run(&command, Duration::from_secs(5), true, &Arc::default(), &mut output).unwrap_err();
    compare("dolmen check --json", &values(&String::from_utf8(output).unwrap()), true);
    // The document lists the subjects.
    let told: BTreeSet<&str> = section("dolmen check --json")
        .lines()
        .find(|line| line.starts_with("| `subject`"))
        .map(|line| line.split('`').skip(3).step_by(2).collect())
        .unwrap();
    assert_eq!(told, check::CONVERSATIONS.map(|(subject, _)| subject).into());
}

#[test]
fn exported_positions() {
    let path = folder("book").join("x.db");
    let store = Store::open(&path, Access::Write).unwrap();
    let points = |text| parse_stones(text).unwrap();
    let board = Board::with_moves(Rule::Renju, Size::USUAL, &points("h8i9"));
    let bare = Layout::of(&board);
    let mut full = bare.clone();
    full.groups[2] = points("a1");
    let (full, bare) = (full.placed(), bare.placed());
    // All fields by name: a new one is to be looked at here.
    let record = Record {
        label: WON,
        score: Score::loss_in(4),
        bound: Some(Bound::Upper),
        depth: 7,
        source: Source::Book,
        is_expanded: true,
        comment: "lost".into(),
        texts: [(full.point(points("h9")[0]), "A".into())].into(),
    };
    store.put([(&full.key, &record), (&bare.key, &Record::default())]).unwrap();
    drop(store);
    let options = ExportOptions {
        to: ExportFormat::Json,
        rule: None,
        size: None,
        opening: None,
        output: None,
        force: false,
    };
    let mut output = Vec::new();
    export(&options, &path, &mut output, Vec::new()).unwrap();
    let lines = values(&String::from_utf8(output).unwrap());
    assert_eq!(lines.len(), 2);
    compare("dolmen book export", &lines, true);
}
