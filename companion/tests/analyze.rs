//! `analyze`: what is said of games with known mistakes, in all forms.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;
mod programs;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use companion::database::record::Record;
use companion::database::store::{Access, Store};
use companion::tools::analyze::deep::{self, DeepOptions};
use companion::tools::analyze::{AnalyzeOptions, ReportFormat, run};
use companion::tools::game_files::Assumed;
use dolmen::engine::Engine;
use dolmen::search::Control;
use dolmen::types::{Rule, Size};
use dolmen_records::{Format, Game, GameTree, NodeId, read, read_trees};
use dolmen_study::analyze::judgement::{Analysis, Kind};
use dolmen_study::analyze::study::{Effort, study};
use dolmen_study::checked::CheckedGame;
use dolmen_study::openings::rules::Zone;
use folder::folder;
use programs::COMPANION;
use serde_json::Value;

const NODES: u64 = 2000;

/// Both sides have an open three, black is to move and does not make four of it; white does not
/// either, and black wins at last.
const GAME: &str = "(;GM[4]SZ[15]PB[<b>Kim & Lee</b>]PW[a \\] b];B[hh];W[gg];B[ih];W[hf];B[jh];\
    W[ie];B[oo];W[aa];B[kh];W[lh];B[gh])";

fn size() -> Size {
    Size::new(15).unwrap()
}

fn options(format: ReportFormat) -> AnalyzeOptions {
    AnalyzeOptions {
        files: vec!["-".into()],
        game: None,
        time: 1000,
        nodes: Some(NODES),
        threads: 1,
        hash: 16,
        format: Some(format),
        output: None,
        resume: false,
        force: false,
        charset: None,
        assumed: Assumed { rule: None, size: size() },
        deep: DeepOptions { deep: None, lines: 2, searches: None, positions: 1000 },
    }
}

fn analyzed(options: &AnalyzeOptions, stdin: &str) -> Result<String, String> {
    let mut output = Vec::new();
    let result = run(options, stdin.as_bytes(), &mut output, Vec::new());
    result.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).unwrap())
}

/// The report on [`GAME`] in one form; each is made once.
fn report(format: ReportFormat) -> &'static str {
    static REPORTS: [OnceLock<String>; 4] = [const { OnceLock::new() }; 4];
    let place = ReportFormat::ALL.iter().position(|&f| f == format).unwrap();
    REPORTS[place].get_or_init(|| analyzed(&options(format), GAME).unwrap())
}

fn judged(text: &str, rule: Rule) -> Analysis {
    let game: Game = read(text.as_bytes(), None, size()).unwrap().1.remove(0);
    let verdict = game.check(rule).unwrap();
    let checked = CheckedGame { number: 1, game, rule, verdict };
    let effort = Effort::Nodes(NODES);
    let opinions = study(&mut Engine::new(16 << 20, 1), &checked, effort, &Control::new(), || ());
    Analysis::judge(checked, opinions)
}

#[test]
fn mistakes_have_their_names() {
    let analysis = judged(GAME, Rule::Freestyle);
    let kinds: Vec<(usize, Kind)> =
        analysis.moments().map(|m| (m.number, m.kind.unwrap())).collect();
    assert!(kinds.contains(&(6, Kind::LosingMove)), "{kinds:?}");
    assert!(kinds.contains(&(7, Kind::MissedWin)), "{kinds:?}");
    assert!(kinds.contains(&(8, Kind::MissedWin)), "{kinds:?}");
    // What follows changes nothing.
    assert!(kinds.iter().all(|&(number, _)| number < 9), "{kinds:?}");
    assert_eq!(analysis.moves[10].black, 1.0);
    // The win that was missed is shown to its five, which the referee has seen.
    let missed = analysis.moves[6].best.as_ref().unwrap();
    assert!(missed.is_checked && missed.score.is_win(), "{missed:?}");
    assert!(missed.moves.len() >= 3, "{missed:?}");
}

/// The first stone, which must lie there, was worth less than one beside it.
#[test]
fn first_moves_of_renju_are_compared_with_those_that_its_rule_allows() {
    let analysis = judged("renju 15 h8h9i7c3", Rule::Renju);
    for (judged, most) in analysis.moves.iter().zip(0..3) {
        for line in [&judged.best, &judged.other].into_iter().flatten() {
            assert!(Zone::Within(most).contains(line.moves[0], size()), "{judged:?}");
        }
    }
    assert_eq!((analysis.moves[0].loss(), analysis.moves[0].kind), (0.0, None));
}

#[test]
fn a_forbidden_move_is_named() {
    let analysis = judged("renju 15 h6a1h7a3f8a5g8a7h8", Rule::Renju);
    assert_eq!(analysis.moves[8].kind, Some(Kind::Foul));
    assert_eq!(analysis.moves[8].black, 0.0);
    assert!(analysis.last.best.is_none());
}

/// Lines from there had no moves, and the foul passed for the five that they claimed.
#[test]
fn a_game_that_goes_on_after_a_forbidden_move_has_lines_from_there() {
    let analysis = judged("renju 15 h8a1h7a3f6a5g6a7h6a9i8", Rule::Renju);
    assert_eq!(analysis.moves[8].kind, Some(Kind::Foul));
    for judged in &analysis.moves {
        let lines = [&judged.best, &judged.other, &judged.reply];
        for line in lines.into_iter().flatten() {
            assert!(!line.moves.is_empty(), "{judged:?}");
            assert!(line.score.distance() != Some(0) || !line.is_checked, "{judged:?}");
        }
    }
    let text = analyzed(&options(ReportFormat::Text), "renju 15 h8a1h7a3f6a5g6a7h6a9i8").unwrap();
    assert!(!text.contains(": (played") && !text.contains("in 0"), "{text}");
}

#[test]
fn stones_of_an_opening_are_not_judged() {
    let text = GAME.replacen("W[ie]", "W[ie]C[opening]", 1);
    let text = ["B[hh]", "W[gg]", "B[ih]", "W[hf]", "B[jh]"]
        .iter()
        .fold(text, |text, stone| text.replacen(stone, &format!("{stone}C[opening]"), 1));
    let analysis = judged(&text, Rule::Freestyle);
    assert!(analysis.moves[5].is_opening && analysis.moves[5].kind.is_none());
    assert_eq!(analysis.moves[6].kind, Some(Kind::MissedWin));
}

/// The second stone of a swap opening, which the first player places as well, was white's mistake.
#[test]
fn stones_of_the_opening_of_a_saved_game_are_not_judged() {
    let saved = "# A game of dolmen play; --resume goes on with it.\n# opening: swap2 7 2\n\
        # spent in the opening: 1.5 3 0.0 0\nfreestyle 15 h8a1i9o15h9";
    let opened = |text: &str| -> Vec<bool> {
        let report = analyzed(&options(ReportFormat::Json), text).unwrap();
        let lines = report.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter_map(|line| line["opening"].as_bool()).collect()
    };
    assert_eq!(opened(saved), [true, true, true, false, false]);
    // A comment in any other file.
    assert_eq!(opened(saved.split_once('\n').unwrap().1), [false; 5]);
}

#[test]
fn the_same_game_gives_the_same_report() {
    for format in ReportFormat::ALL {
        assert_eq!(analyzed(&options(format), GAME).unwrap(), report(format), "{}", format.name());
    }
}

#[test]
fn json_has_a_line_for_each_move() {
    let lines: Vec<Value> = report(ReportFormat::Json)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 1 + 11 + 1);
    assert_eq!((&lines[0]["rule"], &lines[0]["moves"]), (&"freestyle".into(), &11.into()));
    assert_eq!(lines[0]["winner"], "black");
    assert_eq!((&lines[7]["move"], &lines[7]["name"]), (&"o15".into(), &"missed win".into()));
    assert!(lines[7]["best"]["score"].as_str().unwrap().starts_with("+M"));
    assert!(lines[7]["loss"].as_f64().unwrap() > 0.1);
    assert_eq!(lines[12]["white"]["missed win"], 1);
}

#[test]
fn text_tells_the_same() {
    let text = report(ReportFormat::Text);
    for part in [
        "standard input: <b>Kim & Lee</b> (black, x) against a ] b (white, o)",
        "freestyle 15x15, 11 moves, black wins; 2000 nodes a position, 1 thread",
        "MISSED WIN",
        "move 7, black o15: missed win.",
        "(played out to the five)",
        "15 . . . . . . . . . . . . . . x",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
}

#[test]
fn the_tree_keeps_the_game_as_its_main_line() {
    let text = report(ReportFormat::Sgf);
    let (format, games) = read(text.as_bytes(), None, size()).unwrap();
    let original = &read(GAME.as_bytes(), None, size()).unwrap().1[0];
    assert_eq!((format, games.len()), (Format::Sgf, 1));
    assert_eq!(games[0].moves, original.moves);
    assert_eq!(games[0].white, "a ] b");
    assert!(text.contains(";B[oo]BM[2]C[Black wins: "), "{text}");
    // A variation for each move with a name, beside the game.
    let branches = text.matches("\n(").count();
    let variations = text.matches(")\n(;").count();
    assert!(variations >= 2 && branches == 2 * variations, "{text}");
}

/// The report as SGF on other games than [`GAME`], and what is said of the input.
fn commented(given: &str) -> (String, String) {
    let (mut output, mut notes) = (Vec::new(), Vec::new());
    run(&options(ReportFormat::Sgf), given.as_bytes(), &mut output, &mut notes).unwrap();
    (String::from_utf8(output).unwrap(), String::from_utf8(notes).unwrap())
}

fn tree(text: &str) -> GameTree {
    let (_, (mut trees, faults)) = read_trees(text.as_bytes(), None, size()).unwrap().unwrap();
    assert_eq!((trees.len(), faults.len()), (1, 0), "{text}");
    trees.remove(0)
}

#[test]
fn a_report_in_sgf_keeps_comments_marks_and_variations() {
    let given = "(;GM[4]SZ[15]PB[A]C[My game];B[hh]BL[299]C[good];W[ii];C[a thought]\
        (;B[hg]BM[1];W[hf]MA[aa];B[gh])(;B[gg]C[or this];W[hg])(;B[ij];W[hh]))";
    let (report, notes) = commented(given);
    let left_out = "move 4 (h8) is on an occupied point, after h8i9i10; variation left out";
    assert!(notes.contains(left_out), "{notes}");
    let tree = tree(&report);
    let first = |node| tree.comment(node).lines().next().unwrap_or_default();
    let main: Vec<NodeId> = tree.main_nodes().collect();
    let comments: Vec<&str> = main.iter().take(4).map(|&node| first(node)).collect();
    assert_eq!((comments[0], comments[1], comments[3]), ("My game", "good", "a thought"));
    assert_eq!(tree.path(main[6]).len(), 5);
    let beside: Vec<&str> = tree.children(main[3]).skip(1).map(first).collect();
    assert_eq!(beside[..2], ["or this", ""]);
    for part in ["C[good\nBlack wins: ", "BL[299]", "MA[aa]", "BM[1]"] {
        assert!(report.contains(part), "no {part} in\n{report}");
    }
    // What was found the first time stays, and is written once.
    let (again, _) = commented(&report);
    assert_eq!(again.matches("a thought").count(), 1);
    assert_eq!(self::tree(&again).node_count(), tree.node_count());
}

#[test]
fn a_better_line_that_was_there_is_gone_on_with() {
    let better = tree(report(ReportFormat::Sgf));
    let seventh = |node: &NodeId| better.path(*node).len() == 7;
    let node = better.walk().filter(seventh).nth(1).unwrap();
    let words = better.comment(node);
    assert!(!words.is_empty());
    let c = *better.path(node).last().unwrap();
    let point: String = [c.x(), c.y()].map(|n| char::from(b'a' + n)).iter().collect();
    let (before, after) = GAME.split_once(";B[oo]").unwrap();
    let given = format!("{before}(;B[oo]{after}(;B[{point}]C[mine]))");
    let (report, _) = commented(&given);
    assert!(report.contains(&format!("C[mine\n{words}")), "{report}");
}

#[test]
fn a_report_on_a_report_knows_what_was_set_up() {
    let losses = |text: &str| -> Vec<String> {
        let lines = text.split(['\n', ']']).filter(|line| line.contains("lost a move"));
        lines.map(str::to_string).collect()
    };
    let (first, _) = commented("(;GM[4]SZ[15]AB[hh][gg]AW[ii];W[hg];B[fg];W[aa];B[ab])");
    let (second, _) = commented(&first);
    assert_eq!(losses(&second)[..2], losses(&first)[..]);
    assert_eq!(losses(&second)[2..], losses(&first)[..]);
}

#[test]
fn the_page_is_whole_and_plain() {
    let page = report(ReportFormat::Html);
    for part in [
        "<html lang=\"en\">",
        "<title>&lt;b&gt;Kim &amp; Lee&lt;/b&gt; against a ] b: analysis</title>",
        "prefers-color-scheme:dark",
        "@media print",
        // On a phone the board lies over what an address leads to.
        "scroll-padding-top:",
        "<th scope=\"col\">",
        "<th scope=\"row\"",
        "role=\"img\"",
        "<span class=\"grave\">missed win</span>",
        "What the words mean",
    ] {
        assert!(page.contains(part), "no '{part}' in\n{page}");
    }
    assert!(!page.contains("<b>Kim"));
    // Nothing from elsewhere: the only address is the name of the language of the pictures.
    let addresses: HashSet<&str> =
        page.match_indices("http").map(|(i, _)| &page[i..i + 26]).collect();
    assert_eq!(addresses, HashSet::from(["http://www.w3.org/2000/svg"]));
    for outside in ["src=", "<link", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let ids: Vec<&str> = page.split(" id=\"").skip(1).map(until_quote).collect();
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{ids:?}");
    // What refers to something finds it.
    for name in ["aria-labelledby=\"", "aria-describedby=\"", "href=\"#"] {
        for target in page.split(name).skip(1).map(until_quote) {
            assert!(ids.contains(&target), "{name}{target}");
        }
    }
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["positions"].as_array().unwrap().len(), 12);
    // Each line can be stepped through, and its moves are links.
    let lines = data["lines"].as_object().unwrap();
    for (id, line) in lines {
        let moves = line["places"].as_array().unwrap().len();
        assert!(moves > 0 && line["from"].as_u64().unwrap() <= 11, "{line}");
        assert!(page.contains(&format!("data-line=\"{id}\"")), "{id}");
    }
    assert!(lines.contains_key("r7") && lines.contains_key("b7"), "{:?}", lines.keys());
    assert!(page.contains("data-line=\"b7\"><a href=\"#move-6\" data-step=\"1\">"), "{page}");
}

/// A psq game was upside down between text and page.
#[test]
fn rows_are_counted_alike_in_all_views() {
    let psq = "Piskvorky 15x15, 11:11, 0\n8,2,0\n9,3,0\n";
    let text = analyzed(&options(ReportFormat::Text), psq).unwrap();
    let page = analyzed(&options(ReportFormat::Html), psq).unwrap();
    let said = "row 1 is at the top, as in psq and SGF files";
    assert!(text.contains(said) && page.contains(said), "{text}");
    let rows: Vec<&str> = text.lines().map(str::trim_start).collect();
    let row = |number: &str| rows.iter().position(|row| row.starts_with(number)).unwrap();
    assert!(row("1 . .") < row("2 . .") && row("14 . .") < row("15 . ."), "{text}");
    assert!(rows[row("2 . .")].contains('x'), "{text}");
    let below = analyzed(&options(ReportFormat::Text), "freestyle 15 h8").unwrap();
    assert!(below.contains("row 1 is at the bottom"), "{below}");
}

#[test]
fn mistakes_have_reasons_and_refutations() {
    let analysis = judged(GAME, Rule::Freestyle);
    // White leaves an open three alone, and black makes no four of it.
    let text = report(ReportFormat::Text);
    for part in [
        "\n  It misses ",
        "\n  refutation: ",
        "\n  better: ",
        "It allows g8, which makes an open four (g8 h8 i8 j8",
        "winning line: ",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    // The value of a position is that of its best move, and no move is worth more.
    for judged in &analysis.moves {
        let best = judged.best.as_ref().unwrap();
        assert_eq!(judged.before, best.score.win_rate(), "move {}", judged.number);
        assert!(judged.other.as_ref().is_none_or(|other| other.score <= best.score));
        assert!(judged.after <= judged.before, "{judged:?}");
    }
    let pairs = analysis.moves.iter().zip(&analysis.moves[1..]);
    pairs.for_each(|(before, next)| assert!((1.0 - before.after - next.before).abs() < 1e-9));
}

/// Moves that make no threat had been called mistakes without a word.
#[test]
fn quiet_mistakes_have_reasons_too() {
    let game = "Piskvorky 15x15, 11:11, 1\n8,8,0\n1,1,0\n15,15,0\n1,15,0\n";
    let text = analyzed(&options(ReportFormat::Text), game).unwrap();
    let mistakes: Vec<&str> = text.split("\nmove ").skip(1).collect();
    assert!(mistakes.len() > 1, "{text}");
    let has_reason = |told: &&str| {
        ["\n  It allows ", "\n  It leaves ", "\n  It misses "].iter().any(|s| told.contains(s))
    };
    assert!(mistakes.iter().all(has_reason), "{text}");
    assert!(text.contains(": no threat yet, the lines show what follows."), "{text}");
}

/// A name without an ending had become a text file, which then was in the way of a folder.
#[test]
fn a_report_of_an_unknown_kind_is_refused() {
    let (mut job, folder) = (options(ReportFormat::Html), folder("kind"));
    job.format = None;
    for name in ["x.pdf", "pages"] {
        job.output = Some(folder.join(name));
        let error = analyzed(&job, GAME).unwrap_err();
        let told = format!("{name}: unknown kind of report");
        assert!(error.contains(&told) && error.contains(".html"), "{error}");
        assert!(!folder.join(name).exists());
    }
    fs::write(folder.join("pages"), "").unwrap();
    job.output = Some(folder.join("pages/"));
    let error = analyzed(&job, GAME).unwrap_err();
    assert!(error.ends_with("pages: a file, not a folder"), "{error}");
}

fn until_quote(text: &str) -> &str {
    text.split('"').next().unwrap()
}

#[test]
fn many_games_make_many_pages() {
    let folder = folder("pages");
    let games = folder.join("games.pos");
    fs::write(&games, "h8\nh8i9\nh8h8\n").unwrap();
    let mut job = options(ReportFormat::Html);
    job.nodes = Some(100);
    job.files = vec![games];
    assert!(analyzed(&job, "").unwrap_err().contains("a page holds one game"));
    job.output = Some(folder.join("out/"));
    job.format = None;
    // One of the games cannot be.
    assert!(analyzed(&job, "").unwrap_err().ends_with("one game was left out"));
    let page = fs::read_to_string(folder.join("out/games-00002.html")).unwrap();
    assert!(page.contains("games.pos, game 2"), "{page}");
    // One file for all, of the kind that its name asks for, and one game out of several.
    job.output = Some(folder.join("all.jsonl"));
    let _ = analyzed(&job, "");
    let lines = fs::read_to_string(folder.join("all.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 3 + 4);
    job.game = Some(2);
    assert!(analyzed(&job, "").unwrap_err().contains("exists already"));
    job.force = true;
    assert_eq!(analyzed(&job, ""), Ok(String::new()));
    let lines = fs::read_to_string(folder.join("all.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 4);
    job.output = Some(folder.join("one/"));
    assert_eq!(analyzed(&job, ""), Ok(String::new()));
    assert!(folder.join("one/games-00002.html").exists());
    job.output = Some(folder.join("no/such/folder.txt"));
    assert!(analyzed(&job, "").unwrap_err().contains("folder.txt: "));
    job.game = Some(9);
    assert!(analyzed(&job, "").unwrap_err().ends_with("games.pos has 3 games, not 9"));
}

/// What `--deep` prints of a game on standard input, after so many searches, with this database.
fn deep(game: &str, searches: u64, database: &Path) -> Result<String, String> {
    let deep = DeepOptions {
        deep: Some(database.into()),
        lines: 3,
        searches: Some(searches),
        positions: 1000,
    };
    let options = AnalyzeOptions {
        files: vec!["-".into()],
        deep,
        nodes: Some(500),
        ..options(ReportFormat::Json)
    };
    let mut output = Vec::new();
    let done = deep::run(&options, game.as_bytes(), &mut output, Vec::new(), &Control::new());
    done.map(|()| String::from_utf8(output).unwrap()).map_err(|error| error.to_string())
}

/// The pages of an interrupted run were in the way of the next one, which had to make all again.
#[test]
fn an_analysis_into_a_folder_goes_on_where_it_ended() {
    let folder = folder("resume");
    let mut job = options(ReportFormat::Text);
    job.output = Some(folder.join("pages/"));
    let games = "h8i9h10\nh8h9i9\n";
    analyzed(&job, games).unwrap();
    let page = |n: u32| folder.join(format!("pages/games-0000{n}.txt"));
    let second = fs::read_to_string(page(2)).unwrap();
    fs::write(page(1), "as it was").unwrap();
    fs::remove_file(page(2)).unwrap();
    assert!(analyzed(&job, games).unwrap_err().contains("exists already"));
    job.resume = true;
    analyzed(&job, games).unwrap();
    assert_eq!(fs::read_to_string(page(1)).unwrap(), "as it was");
    assert_eq!(fs::read_to_string(page(2)).unwrap(), second);
    job.output = Some(folder.join("all.txt"));
    assert!(analyzed(&job, games).unwrap_err().contains("expected a folder"));
}

fn deep_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("deep").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// It counted in plies, the report on a game in moves.
#[test]
fn a_win_has_one_length_in_all_reports() {
    let folder = deep_folder("length");
    let mut options = options(ReportFormat::Text);
    let game = "h8a1i8a3j8a5";
    assert!(analyzed(&options, game).unwrap().contains("next: g8 (wins in 2)"));
    options.deep =
        DeepOptions { deep: Some(folder.join("x.db")), searches: Some(2), ..options.deep };
    let mut output = Vec::new();
    deep::run(&options, game.as_bytes(), &mut output, Vec::new(), &Control::new()).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("wins in 2 "), "{text}");
}

#[test]
fn a_deep_analysis_goes_on_where_it_was() {
    let folder = deep_folder("resumed");
    let (database, whole) = (folder.join("parts.db"), folder.join("whole.db"));
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let first = value(&deep("h8i9h10", 4, &database).unwrap());
    assert_eq!(first["searches"], 4);
    assert!(!first["lines"].as_array().unwrap().is_empty());
    // Nothing more is searched: the same again. One position more than the board has symmetries
    // for: turned, it is the same as well.
    assert_eq!(value(&deep("h8i9h10", 0, &database).unwrap()), first);
    let turned = value(&deep("h8g7h6", 0, &database).unwrap());
    assert_eq!(turned["lines"][0]["score"], first["lines"][0]["score"]);
    // A name that was mistyped had become an empty database.
    let mistyped = folder.join("part.db");
    assert!(deep("h8i9h10", 0, &mistyped).is_err() && !mistyped.exists());
    // Other positions may lie in the same file.
    assert_eq!(value(&deep("h8i9h7", 1, &database).unwrap())["searches"], 1);
    for _ in 0..8 {
        deep("h8i9h10", 1, &database).unwrap();
    }
    deep("h8i9h10", 12, &whole).unwrap();
    assert_eq!(deep("h8i9h10", 0, &database).unwrap(), deep("h8i9h10", 0, &whole).unwrap());
    for (game, told) in
        [("h8h9i8i9j8j9k8k9l8", "the game is over"), ("h8\nh9\n", "--deep needs one game")]
    {
        assert!(deep(game, 1, &database).unwrap_err().contains(told));
    }
    // It asked for the number that was given.
    let mut fifth = options(ReportFormat::Text);
    (fifth.game, fifth.deep.deep) = (Some(5), Some(database.clone()));
    let ask = |options: &AnalyzeOptions| {
        let (game, control) = (&b"h8i9"[..], Control::new());
        deep::run(options, game, Vec::new(), Vec::new(), &control).unwrap_err().to_string()
    };
    assert!(ask(&fifth).ends_with(" has one game, not 5"));
    fs::write(&whole, "{\"dolmen_deep\":1}\n").unwrap();
    let error = deep("h8i9h10", 1, &whole).unwrap_err();
    assert!(error.contains("whole.db: no database of positions; "), "{error}");
    assert_eq!(fs::read_to_string(&whole).unwrap(), "{\"dolmen_deep\":1}\n");
}

/// A run that had nothing left to do looked like one that had done it.
#[test]
fn a_deep_analysis_says_that_it_has_enough_positions() {
    let folder = deep_folder("enough");
    let deep_options = |positions, searches| DeepOptions {
        deep: Some(folder.join("x.db")),
        lines: 3,
        searches,
        positions,
    };
    let told = |deep: DeepOptions| {
        let options = AnalyzeOptions {
            files: vec!["-".into()],
            deep,
            nodes: Some(500),
            ..options(ReportFormat::Json)
        };
        let mut notes = Vec::new();
        let game = "h8i9h10".as_bytes();
        deep::run(&options, game, Vec::new(), &mut notes, &Control::new()).unwrap();
        String::from_utf8(notes).unwrap()
    };
    assert_eq!(told(deep_options(1000, Some(1))), "");
    assert_eq!(told(deep_options(4, None)), "4 positions: ended by --positions 4\n");
    assert_eq!(told(deep_options(4, Some(0))), "");
}

/// A killed run has lost the search that it was in, and nothing else.
#[test]
fn a_killed_deep_analysis_goes_on() {
    let folder = deep_folder("killed");
    let (database, game) = (folder.join("killed.db"), folder.join("game.txt"));
    fs::write(&game, "freestyle 15 h8i9h10\n").unwrap();
    let expanded = || {
        let store = Store::open(&database, Access::Read).ok()?;
        let mut count = 0;
        let visit = |_, record: Record| {
            count += usize::from(record.is_expanded);
            Ok(())
        };
        store.for_each(&[], visit).ok()?;
        assert_eq!(store.faults().unwrap(), [""; 0]);
        Some(count)
    };
    let mut least = 0;
    for _ in 0..3 {
        let mut child = Command::new(COMPANION)
            .arg("analyze")
            .arg(&game)
            .args(["--nodes", "2000", "--hash", "16", "--deep"])
            .arg(&database)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while expanded().unwrap_or(0) < least + 3 {
            assert!(child.try_wait().unwrap().is_none(), "it has ended by itself");
            std::thread::sleep(Duration::from_millis(10));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(expanded().unwrap() >= least + 3);
        least = expanded().unwrap();
    }
    let report = deep("h8i9h10", 0, &database).unwrap();
    let report = serde_json::from_str::<Value>(&report).unwrap();
    assert_eq!(report["searches"].as_u64().unwrap() as usize, least);
}
