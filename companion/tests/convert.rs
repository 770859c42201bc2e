//! `convert`: files in, files out, and what is said of games that cannot be.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;

use std::fs;
use std::path::Path;

use companion::tools::convert::{ConvertOptions, run};
use companion::tools::game_files::{Assumed, parse_charset};
use dolmen::types::{Rule, Size};
use dolmen_records::{Format, read};
use folder::folder;

fn options(files: &[&Path], to: Format) -> ConvertOptions {
    let assumed = Assumed { rule: None, size: Size::new(15).unwrap() };
    let files = files.iter().map(|path| path.to_path_buf()).collect();
    ConvertOptions {
        files,
        to: Some(to),
        output: None,
        strict: false,
        force: false,
        charset: None,
        assumed,
    }
}

/// Output, remarks, and the error if there was one.
fn convert(options: &ConvertOptions, stdin: &[u8]) -> (String, String, Option<String>) {
    let (mut output, mut notes) = (Vec::new(), Vec::new());
    let result = run(options, stdin, &mut output, &mut notes);
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (text(&output), text(&notes), result.err().map(|error| error.to_string()))
}

fn piped(stdin: &str, to: Format) -> (String, String, Option<String>) {
    convert(&options(&[Path::new("-")], to), stdin.as_bytes())
}

#[test]
fn a_pipe_converts() {
    let offset = ("0,0, 1,1, 0,2\n".to_string(), String::new(), None);
    assert_eq!(piped("h8i9h10", Format::Offset), offset);
    assert_eq!(piped("(;GM[4];B[hh];W[ii];B[hj])", Format::Offset), offset);
    assert_eq!(piped("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n8,10,0\n", Format::Offset), offset);
    let (sgf, ..) = piped("standard 15 h8i9", Format::Sgf);
    assert_eq!(sgf, "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[1];B[hh];W[ii])\n");
    let (psq, ..) = piped("h8i9", Format::Psq);
    assert_eq!(psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\nblack\nwhite\n0\n");
}

/// Only the line had been told, and that of the wrong file.
#[test]
fn what_a_format_cannot_hold_is_told_with_the_file() {
    let folder = folder("cannot");
    let [small, large] = ["small.sgf", "large.sgf"].map(|name| folder.join(name));
    fs::write(&small, "(;GM[4]SZ[15];B[hh])").unwrap();
    fs::write(&large, "\n(;GM[4]SZ[20];B[hh])").unwrap();
    for (files, to, told) in [
        (vec![&*small, &large], Format::Lib, format!("{}: line 2: board '20x20'", large.display())),
        (vec![&*large, &small], Format::Psq, format!("{}: line 1: this format", small.display())),
    ] {
        let (.., error) = convert(&options(&files, to), b"");
        assert!(error.as_ref().is_some_and(|error| error.starts_with(&told)), "{error:?}");
    }
}

/// It had been called no square from 5 to 22.
#[test]
fn a_board_that_renlib_does_not_hold_is_told_with_the_one_that_it_holds() {
    let (.., error) = piped("freestyle 20 h8", Format::Lib);
    let told =
        "standard input: line 1: board '20x20' is not 15x15, the only one that this format holds";
    assert_eq!(error.as_deref(), Some(told));
}

#[test]
fn the_result_is_what_the_board_says() {
    let (sgf, ..) = piped("h8h9i8i9j8j9k8k9l8", Format::Sgf);
    assert!(sgf.contains("RE[B+1]"), "{sgf}");
    // Under the rule that is asked for; and a forbidden move loses.
    let mut renju = options(&[Path::new("-")], Format::Sgf);
    renju.assumed.rule = Some(Rule::Renju);
    let (sgf, notes, error) = convert(&renju, b"h8a1i8a3j8a5l8a7m8a9k8");
    assert!(sgf.contains("RU[4]RE[W+1]"), "{sgf}");
    assert_eq!(notes, "standard input: game 1: move 11 (k8) is forbidden (6)\n");
    assert_eq!(error, None);
}

/// It was replaced by the board's under a rule that was only guessed, without a word.
#[test]
fn a_recorded_result_stays_unless_the_board_shows_another_under_a_known_rule() {
    let six = ";B[hh];W[aa];B[hi];W[ab];B[hj];W[ac];B[hl];W[ad];B[hm];W[ca];B[hk]";
    let five = ";B[hh];W[aa];B[hi];W[ab];B[hj];W[ac];B[hl];W[ad];B[hk]";
    let game = |head: &str, moves: &str| format!("(;GM[4]SZ[15]{head}{moves})");
    for result in ["RE[W+Forbidden]", "RE[Void]", "RE[W+1]"] {
        let (sgf, notes, _) = piped(&game(result, six), Format::Sgf);
        assert!(sgf.contains(result) && notes.is_empty(), "{sgf}{notes}");
    }
    assert!(piped(&game("RE[?]", six), Format::Sgf).0.contains("RE[B+1]"));
    assert!(piped(&game("RE[W+T]", six), Format::Pos).1.contains("the result (1)"));
    let told = "standard input: game 1: the record says W+T, the board shows B+1\n";
    for to in [Format::Sgf, Format::Pos, Format::Lib] {
        let (text, notes, _) = piped(&game("RU[freestyle]RE[W+T]", five), to);
        assert!(notes.starts_with(told) && notes.contains("the result (1)"), "{notes}");
        assert!(to != Format::Sgf || text.contains("RE[B+1]"), "{text}");
        let strict = ConvertOptions { strict: true, ..options(&[Path::new("-")], to) };
        let (text, _, error) = convert(&strict, game("RU[0]RE[W+T]", five).as_bytes());
        assert!(text.is_empty() && error.is_some());
    }
    let mut renju = options(&[Path::new("-")], Format::Sgf);
    renju.assumed.rule = Some(Rule::Renju);
    let (sgf, notes, _) = convert(&renju, game("RE[B+R]", six).as_bytes());
    assert!(sgf.contains("RE[W+1]") && notes.contains("the record says B+R"), "{sgf}{notes}");
}

/// A library was taken for one of renju, whatever `--rule` said, where it was converted as a tree.
#[test]
fn a_library_has_the_rule_that_is_asked_for() {
    let path = folder("library").join("six.lib");
    let mut job = options(&[Path::new("-")], Format::Lib);
    job.output = Some(path.clone());
    assert_eq!(convert(&job, b"h8a1i8a3j8a5l8a7m8a9k8").2, None);
    let mut job = options(&[&path], Format::Sgf);
    assert!(convert(&job, b"").0.contains("RU[4]RE[W+1]"));
    job.assumed.rule = Some(Rule::Freestyle);
    assert!(convert(&job, b"").0.contains("RU[0]RE[B+1]"));
}

#[test]
fn games_that_cannot_be_are_left_out_and_told() {
    let (text, notes, error) = piped("h8i9\nh8h8\nh8i9j10\n", Format::Pos);
    assert_eq!(text, "15 h8i9\n15 h8i9j10\n");
    assert_eq!(
        notes,
        "standard input: game 2, line 2: move 2 (h8) is on an occupied point; skipped\n"
    );
    assert_eq!(error.unwrap(), "one game was left out");
    let (.., error) = piped("(;GM[4];B[hh];W[h!])", Format::Pos);
    assert_eq!(error.unwrap(), "standard input: line 1: expected a point, found 'h!'");
    let (.., error) = convert(&options(&[Path::new("no such file")], Format::Pos), b"");
    assert!(error.unwrap().starts_with("no such file: "));
}

/// Trees had been told without their number.
#[test]
fn a_game_that_is_left_out_is_told_with_its_number_in_all_formats() {
    let games = "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[hh];W[hh])";
    let told = "standard input: game 2, line 1: move 2 (h8) is on an occupied point; skipped\n";
    for to in [Format::Sgf, Format::Pos] {
        assert_eq!(piped(games, to).1, told);
    }
}

/// They stopped the conversion of all others.
#[test]
fn files_that_cannot_be_read_as_games_are_left_out() {
    let folder = folder("unreadable");
    let [good, bad] = ["good.sgf", "bad.sgf"].map(|name| folder.join(name));
    fs::write(&good, "(;GM[4]SZ[15];B[hh])").unwrap();
    fs::write(&bad, "(;GM[4]SZ[15];B[h!])").unwrap();
    let told = format!("{}: line 1: expected a point, found 'h!'", bad.display());
    let skipped = format!("{told}; file skipped\n");
    for to in [Format::Bare, Format::Sgf] {
        let mut job = options(&[&bad, &good], to);
        let (text, notes, error) = convert(&job, b"");
        assert_eq!((text.lines().count(), &notes), (1, &skipped));
        assert_eq!(error.unwrap(), "one file was left out");
        job.strict = true;
        let (text, notes, error) = convert(&job, b"");
        assert_eq!((text, notes), (String::new(), skipped.clone()));
        assert!(error.unwrap().starts_with("nothing is written: --strict"));
        let none = convert(&options(&[&bad, &bad], to), b"").2;
        assert_eq!(none.unwrap(), "no game is left: nothing is written");
        assert_eq!(convert(&options(&[&bad], to), b"").2.unwrap(), told);
    }
}

/// One of them made all games of the file unreadable, and the other games with it.
#[test]
fn games_end_at_a_pass() {
    let games = "(;GM[4]SZ[15];B[hh];W[];B[ii];W[])(;GM[4]SZ[15];B[hh];W[ii];B[tt])";
    let (text, notes, error) = piped(games, Format::Bare);
    assert_eq!((&text[..], error), ("h8\nh8i9\n", None));
    assert_eq!(notes, "not kept by bare: moves after a pass (1), passes (3)\n");
    let kept = piped(games, Format::Sgf);
    assert_eq!((kept.0.matches("[]").count(), kept.1), (3, String::new()));
}

/// The games that could be played were written, as without `--strict`.
#[test]
fn strict_writes_nothing_if_a_game_is_left_out() {
    let output = folder("strict").join("o.sgf");
    let mut job = ConvertOptions { strict: true, ..options(&[Path::new("-")], Format::Sgf) };
    job.output = Some(output.clone());
    let error = convert(&job, b"h8i9\nh8h8\n").2.unwrap();
    assert_eq!(error, "nothing is written: --strict keeps all or nothing");
    assert!(!output.exists());
}

/// It had become a file of this name.
#[test]
fn a_hyphen_is_standard_output() {
    let mut job = options(&[Path::new("-")], Format::Bare);
    job.output = Some("-".into());
    assert_eq!(convert(&job, b"h8i9"), ("h8i9\n".to_string(), String::new(), None));
}

#[test]
fn files_go_to_files_and_folders() {
    let folder = folder("folders");
    let (one, two) = (folder.join("one.pos"), folder.join("two.pos"));
    fs::write(&one, "h8i9\nh8i8\n").unwrap();
    fs::write(&two, "a1\n").unwrap();
    let mut job = options(&[&one, &two], Format::Psq);
    assert!(convert(&job, b"").2.unwrap().contains("folder"));
    job.output = Some(folder.join("games/"));
    assert_eq!(convert(&job, b"").2, None);
    for (name, last) in [("one-00001", "9,9,0"), ("one-00002", "9,8,0"), ("two", "1,1,0")] {
        let text = fs::read_to_string(folder.join(format!("games/{name}.psq"))).unwrap();
        assert!(text.contains(last), "{name}: {text}");
    }
    // All into one library, and the library back into lines.
    job.to = Some(Format::Lib);
    job.output = Some(folder.join("book.lib"));
    assert_eq!(convert(&job, b"").2, None);
    let (lines, ..) = convert(&options(&[&folder.join("book.lib")], Format::Pos), b"");
    assert_eq!(lines, "renju 15 h8i9\nrenju 15 h8i8\nrenju 15 a1\n");
}

/// They had the numbers of the games that were written, other than with `analyze`.
#[test]
fn files_in_a_folder_have_the_numbers_of_their_games() {
    let folder = folder("numbers");
    let input = folder.join("in.pos");
    fs::write(&input, "h8i9\nh8h8\na1b2\n").unwrap();
    let mut job = options(&[&input], Format::Psq);
    job.output = Some(folder.join("out/"));
    assert_eq!(convert(&job, b"").2.unwrap(), "one game was left out");
    let mut names: Vec<_> =
        fs::read_dir(folder.join("out")).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["in-00001.psq", "in-00003.psq"]);
    // One of two games is not the file's only one.
    fs::write(&input, "h8h8\na1b2\n").unwrap();
    job.output = Some(folder.join("one/"));
    convert(&job, b"");
    assert!(folder.join("one/in-00002.psq").exists());
}

/// Points alone had lost rule and size, and nothing had said so.
#[test]
fn lines_keep_rule_and_size_and_what_is_lost_is_said() {
    let game = "(;GM[4]SZ[20]RU[4]PB[a]PW[b]RE[W+R];B[jj]C[9ms];W[kk]C[12ms])";
    let kept = |format| {
        let (text, notes, _) = piped(game, format);
        (text, notes.trim_end().to_string())
    };
    let (text, notes) = kept(Format::Pos);
    assert_eq!(text, "renju 20 j10k11\n");
    assert_eq!(notes, "not kept by pos: the names (1), the result (1), the times (1)");
    let (text, notes) = kept(Format::Bare);
    assert_eq!(text, "j10k11\n");
    assert!(
        notes
            .starts_with("not kept by bare: the names (1), the result (1), the rule (1), the size")
    );
    assert_eq!(kept(Format::Psq).1, "not kept by psq: the result (1), the rule (1)");
    assert_eq!(kept(Format::Sgf).1, "");
    // A result that the board shows is not lost.
    assert_eq!(piped("freestyle 15 h8h9i8i9j8j9k8k9l8", Format::Psq).1, "");
}

/// They were taken for times and for moves of the opening, and lost without a word.
#[test]
fn comments_that_begin_or_end_like_those_of_match_programs_are_comments() {
    for (comment, is_known) in [
        ("opening", true),
        ("opening move", true),
        ("12ms", true),
        ("Black has problems", false),
        ("opening theory: good", false),
        ("+5ms", false),
        ("ms", false),
    ] {
        let game = format!("(;GM[4]SZ[15];B[hh]C[{comment}];W[ii])");
        let (_, notes, _) = piped(&game, Format::Psq);
        assert_eq!(!notes.contains("comments"), is_known, "{comment}: {notes}");
        let (_, games) = read(game.as_bytes(), None, Size::USUAL).unwrap();
        assert_eq!(games[0].opened, usize::from(is_known && comment != "12ms"), "{comment}");
    }
}

/// Nothing had been said of it.
#[test]
fn the_end_code_of_piskvork_is_told_where_it_is_lost() {
    let game = "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\na\nb\n3\n";
    assert_eq!(piped(game, Format::Sgf).1, "not kept by sgf: the end code (1)\n");
    assert_eq!(piped(game, Format::Psq).1, "");
    assert_eq!(piped(&game.replace("\n3\n", "\n0\n"), Format::Sgf).1, "");
}

/// Nothing had been said of them, even with `--strict`.
#[test]
fn round_odd_results_and_names_of_rules_are_told_where_they_are_lost() {
    let kept = |head: &str, to| piped(&format!("(;GM[4]SZ[15]{head};B[hh])"), to).1;
    for (head, told) in [
        ("RO[3]RE[Void]", "the result (1), the round (1)"),
        ("RE[Black wins]RO[2 (final)]", "the result (1), the round (1)"),
        ("RE[B+Resign]", "the result (1)"),
    ] {
        for to in [Format::Psq, Format::Pos, Format::Lib] {
            let notes = kept(head, to);
            let head_alone = notes.replace(", the rule (1)", "");
            assert_eq!(head_alone, format!("not kept by {}: {told}\n", to.name()), "{head}");
        }
        assert_eq!(kept(head, Format::Sgf), "");
    }
    let told = "not kept by pos: the name of the rule (1)\n";
    assert_eq!(
        (&kept("RU[RIF]", Format::Pos)[..], &kept("RU[renju]", Format::Pos)[..]),
        (told, "")
    );
}

/// They were taken for what the format holds.
#[test]
fn marks_of_the_opening_are_told_where_they_are_lost() {
    let game = "(;GM[4]SZ[15];B[hh]C[opening];W[hi]C[opening];B[ii]C[12ms](;W[jj])(;W[kk]C[9ms]))";
    let told = "not kept by psq: comments (1), marks of the opening (1), variations (1)\n";
    assert_eq!(piped(game, Format::Psq).1, told);
    // Such a comment where it is none, and times on the lines of a library.
    assert_eq!(
        piped("(;GM[4]SZ[15];B[hh];W[hi]C[opening])", Format::Psq).1,
        "not kept by psq: comments (1)\n"
    );
    let path = folder("times").join("x.lib");
    let job =
        ConvertOptions { output: Some(path.clone()), ..options(&[Path::new("-")], Format::Lib) };
    assert_eq!(convert(&job, b"(;GM[4]SZ[15]RU[renju];B[hh]C[12ms])").2, None);
    let (_, notes, _) = convert(&options(&[&path], Format::Psq), b"");
    assert_eq!(notes, "not kept by psq: comments (1)\n");
}

/// What `match` and `datagen` keep can be converted as well.
#[test]
fn own_records_are_read() {
    let record = "{\"dolmen_match\":1,\"rule\":4,\"size\":15,\"engines\":[\"a\",\"b\"],\"games\":1,\
        \"terms\":\"x\"}\n{\"index\":0,\"black\":1,\"white\":0,\"opening\":\"h8i9\",\
        \"moves\":[{\"x\":6,\"y\":6,\"ms\":12}],\"points\":0.5,\"ending\":\"move-limit\"}\n";
    let expected = "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[4]RO[1]PB[b]PW[a]RE[0];B[hh]C[opening]\
        ;W[ii]C[opening];B[gg]C[12ms])\n";
    // With the mark that editors write it was no record.
    for text in [record, &format!("\u{FEFF}{record}")] {
        let (sgf, notes, _) = piped(text, Format::Sgf);
        assert_eq!(notes, "not kept by sgf: how the game ended (1)\n");
        assert_eq!(sgf, expected);
    }
}

/// Scores, who proposed the opening and how the game ended were lost without a word.
#[test]
fn what_only_own_records_hold_is_told() {
    let record = |proposer: &str, eval: &str, ending: &str| {
        format!(
            "{{\"dolmen_match\":1,\"rule\":4,\"size\":15,\"engines\":[\"a\",\"b\"],\"games\":1,\
             \"terms\":\"x\"}}\n{{\"index\":0,\"black\":1,\"white\":0,\"opening\":\"h8i9\",\
             \"moves\":[{{\"x\":6,\"y\":6,\"ms\":12{eval}}}],\"points\":1.0,\
             \"ending\":\"{ending}\"{proposer}}}\n"
        )
    };
    let told = |text: String, to| piped(&text, to).1;
    let all = record(",\"proposer\":1", ",\"eval\":35", "crash");
    assert_eq!(
        told(all, Format::Sgf),
        "not kept by sgf: how the game ended (1), scores (1), who proposed the opening (1)\n"
    );
    assert_eq!(told(record("", "", "five"), Format::Sgf), "");
    assert_eq!(told(record("", "", "time"), Format::Sgf), "not kept by sgf: the end code (1)\n");
}

/// The referee had been heard only where lines of moves are written.
#[test]
fn forbidden_moves_of_trees_are_told() {
    let line = ";B[hf];W[aa];B[hg];W[oa];B[fh];W[ao];B[gh];W[oo]";
    let game = |rest: &str| format!("(;GM[4]SZ[15]RU[renju]{line}{rest})");
    let told = "standard input: game 1: move 9 (h8) is forbidden (33)";
    for to in [Format::Pos, Format::Sgf, Format::Lib] {
        let (_, notes, _) = piped(&game(";B[hh]"), to);
        assert_eq!(notes, format!("{told}\n"), "{}", to.name());
    }
    let (_, notes, _) = piped(&game("(;B[bb])(;B[hh])"), Format::Sgf);
    assert_eq!(notes, format!("{told}, after h6a1h7o1f8a15g8o15\n"));
}

/// Such a file became an empty one.
#[test]
fn a_file_without_a_game_is_none_to_convert() {
    let (text, notes, error) = piped("<database></database>", Format::Sgf);
    assert_eq!((&text[..], &notes[..]), ("", "standard input: there is no game\n"));
    assert_eq!(error.as_deref(), Some("there is no game: nothing is written"));
}

/// Letters that are not UTF-8 had become others.
#[cfg(unix)]
#[test]
fn files_in_a_folder_keep_names_that_are_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("latin");
    let name = |end: &str| [b"caf\xE9", end.as_bytes()].concat();
    let path = folder.join(std::ffi::OsStr::from_bytes(&name(".pos")));
    fs::write(&path, "h8\nh8i9\n").unwrap();
    let mut job = options(&[&path], Format::Psq);
    job.output = Some(folder.join("games/"));
    assert_eq!(convert(&job, b"").2, None);
    for end in ["-00001.psq", "-00002.psq"] {
        let path = folder.join("games").join(std::ffi::OsStr::from_bytes(&name(end)));
        assert!(path.exists(), "{}", path.display());
    }
}

/// Bytes of other character sets were lost for good, and `--strict` called that success.
#[test]
fn texts_in_the_character_set_of_a_country_are_kept() {
    // h8 with the comment 表示 in Shift_JIS: its first byte has no letter in windows-1252.
    let library = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\
        \x00\x00\x78\x48\x95\x5C\x8E\xA6\x00\x00";
    let collection = b"<?xml version=\"1.0\" encoding='Shift_JIS'?><database>\
        <tournament id=\"1\" name=\"\x95\x5C\x8E\xA6\"/>\
        <game tournament=\"1\"><move>h8</move></game></database>";
    let record = b"Piskvorky 15x15, 0:0, 0\n8,8,0\n\x95\x5C\x8E\xA6\n\x81\n0\n";
    let mut job = options(&[Path::new("-")], Format::Sgf);
    let (_, notes, error) = convert(&job, library);
    let told = "not kept by sgf: texts of an unknown character set (1)\n";
    assert_eq!((&notes[..], error), (told, None));
    job.strict = true;
    for bytes in [&library[..], record] {
        let (text, notes, error) = convert(&job, bytes);
        assert!(text.is_empty() && notes.contains(told) && error.is_some(), "{notes}");
    }
    let (text, _, error) = convert(&job, collection);
    assert!(error.is_none() && text.contains("EV[表示]"), "{text}");
    job.charset = Some(parse_charset("shift_jis").unwrap());
    let (text, notes, error) = convert(&job, library);
    assert!(error.is_none() && notes.is_empty() && text.contains("C[表示]"), "{text}");
    // A letter that is cut off.
    assert!(convert(&job, record).1.contains(told));
    // With this name, such letters are no others.
    job.charset = Some(parse_charset("utf-8").unwrap());
    assert!(convert(&job, record).1.contains(told));
    for name in ["utf-16le", "iso-2022-jp", "klingon"] {
        let error = parse_charset(name).unwrap_err();
        let told = "expected utf-8, or another character set in which ASCII is as it is, like";
        assert!(error.starts_with(told) && error.contains("UTF-16"), "{error}");
    }
}

/// A game of more than 200 stones was a draw whatever its record said: that is a rule of Gomocup.
#[test]
fn a_long_game_of_renju_has_the_result_of_its_record() {
    // Lines of two and two, no five anywhere.
    let letter = |n: usize| char::from(b'a' + n as u8);
    let is_black = |x: usize, y: usize| (x / 2 + y).is_multiple_of(2);
    let all = || (0..225).map(|i| (i % 15, i / 15));
    let mut blacks = all().filter(|&(x, y)| is_black(x, y));
    let mut whites = all().filter(|&(x, y)| !is_black(x, y));
    let mut game = String::new();
    for _ in 0..103 {
        let ((x, y), (u, v)) = (blacks.next().unwrap(), whites.next().unwrap());
        game += &format!(";B[{}{}];W[{}{}]", letter(x), letter(y), letter(u), letter(v));
    }
    let of = |result: &str, to| piped(&format!("(;GM[4]SZ[15]RU[renju]{result}{game})"), to);
    assert!(of("RE[W+Resign]", Format::Sgf).0.contains("RE[W+Resign]"));
    assert!(of("", Format::Sgf).0.contains("RE[0]"));
    assert!(of("RE[W+Resign]", Format::Pos).1.contains("the result (1)"));
    assert!(!of("RE[0]", Format::Pos).1.contains("the result"));
}

/// Only the main line had been looked at.
#[test]
fn branches_that_cannot_be_played_are_named_and_left_out() {
    let occupied = "(;GM[4]SZ[15];B[hh];W[ii](;B[jj])(;B[hh]C[no];W[aa](;B[bb])(;B[cc]))(;B[kk]))";
    let (sgf, notes, error) = piped(occupied, Format::Sgf);
    assert_eq!(sgf, "(;FF[4]GM[4]CA[UTF-8]SZ[15];B[hh];W[ii]\n(;B[jj])\n(;B[kk]))\n");
    let told = "move 3 (h8) is on an occupied point, after h8i9; variation left out\n";
    assert_eq!(notes, format!("standard input: line 1: {told}"));
    assert_eq!(error, None);
    let won = ";B[hh];W[hi];B[ih];W[ii];B[jh];W[ji];B[kh];W[ki]";
    let superfluous = format!("(;GM[4]SZ[15]{won}(;B[aa])(;B[lh];W[aa];B[bb]))");
    let (sgf, notes, _) = piped(&superfluous, Format::Sgf);
    assert!(sgf.ends_with("W[ki]\n(;B[aa])\n(;B[lh]))\n"), "{sgf}");
    assert!(notes.contains("move 10 (a1)"), "{notes}");
    assert!(notes.contains(", after h8h9i8i9j8j9k8k9l8; variation left out"), "{notes}");
    let strict = ConvertOptions { strict: true, ..options(&[Path::new("-")], Format::Sgf) };
    let (sgf, _, error) = convert(&strict, occupied.as_bytes());
    assert!(sgf.is_empty() && error.is_some());
    // A pass changes the colour of the next stone, and no branch changes another.
    let passes = "(;GM[4]SZ[15];B[hh](;W[];B[ii];W[jj])(;W[ii](;B[jj])(;B[kk];W[jj])))";
    let (_, notes, error) = piped(passes, Format::Sgf);
    assert!(!notes.contains("variation left out") && error.is_none(), "{notes}");
}

/// A rule that nobody knows had become freestyle without a word, and so had renju's opening rules.
#[test]
fn a_rule_that_is_not_known_is_told() {
    let game = |rule: &str| format!("(;GM[4]SZ[15]RU[{rule}];B[hh];W[ii])");
    for rule in [
        "Renju-2",
        "RIF",
        "Yamaguchi",
        "Soosyrv-8",
        "SOOSÕRV-8",
        "Tarannikov",
        "taraguchi-10",
        "Renju",
    ] {
        assert_eq!(piped(&game(rule), Format::Pos).0, "renju 15 h8i9\n", "{rule}");
        let (sgf, notes, _) = piped(&game(rule), Format::Sgf);
        assert!(notes.is_empty() && (sgf.contains(&format!("RU[{rule}]")) || rule == "Renju"));
    }
    for rule in ["Gomoku", "Free style"] {
        let text = ("freestyle 15 h8i9\n", "not kept by pos: the name of the rule (1)\n");
        let (line, notes, _) = piped(&game(rule), Format::Pos);
        assert_eq!((&line[..], &notes[..]), text, "{rule}");
    }
    let told = "standard input: game 1: unknown rule 'foo', taken for freestyle; --rule sets it\n";
    let (text, notes, error) = piped(&game("foo"), Format::Pos);
    assert_eq!((&text[..], error), ("15 h8i9\n", None));
    assert_eq!(notes, format!("{told}not kept by pos: the rule (1)\n"));
    let (sgf, notes, _) = piped(&game("foo"), Format::Sgf);
    assert!(sgf.contains("RU[foo]"), "{sgf}");
    assert_eq!(notes, told);
    let mut strict = ConvertOptions { strict: true, ..options(&[Path::new("-")], Format::Pos) };
    let (text, _, error) = convert(&strict, game("foo").as_bytes());
    assert!(text.is_empty() && error.is_some_and(|error| error.contains("--strict")));
    strict.assumed.rule = Some(Rule::Renju);
    let kept = ("renju 15 h8i9\n".to_string(), String::new(), None);
    assert_eq!(convert(&strict, game("foo").as_bytes()), kept);
}

/// `--to` had been needed even with `--output y.sgf`.
#[test]
fn the_name_of_the_output_is_a_format() {
    let folder = folder("by name");
    let mut job = options(&[Path::new("-")], Format::Pos);
    (job.to, job.output) = (None, Some(folder.join("y.SGF")));
    assert_eq!(convert(&job, b"h8i9").2, None);
    assert!(fs::read_to_string(folder.join("y.SGF")).unwrap().starts_with("(;FF[4]"));
    for name in ["y.rif", "y", "games.sgf/"] {
        job.output = Some(folder.join(name));
        let error = convert(&job, b"h8i9").2.unwrap();
        assert!(
            error.contains(&format!("{name}: unknown format: end the name with .psq")),
            "{error}"
        );
        assert!(!folder.join(name).exists());
    }
}

/// An output was emptied, or an empty one left, when no game of the input could be.
#[test]
fn a_file_without_a_game_that_can_be_writes_nothing() {
    let folder = folder("nothing");
    let [bad, good, output] = ["bad.psq", "good.psq", "x.sgf"].map(|name| folder.join(name));
    fs::write(&bad, "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n").unwrap();
    fs::write(&good, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n").unwrap();
    fs::write(&output, "precious").unwrap();
    let to = |output: &Path| ConvertOptions {
        output: Some(output.to_path_buf()),
        force: true,
        ..options(&[&*bad], Format::Sgf)
    };
    let told = Some("no game is left: nothing is written".to_string());
    assert_eq!(convert(&to(&output), b"").2, told);
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");
    let games = folder.join("games");
    fs::create_dir(&games).unwrap();
    assert_eq!(convert(&to(&games), b"").2, told);
    let both = ConvertOptions { files: vec![bad.clone(), good], ..to(&games) };
    assert_eq!(convert(&both, b"").2.as_deref(), Some("one game was left out"));
    let names: Vec<_> = fs::read_dir(&games).unwrap().map(|one| one.unwrap().file_name()).collect();
    assert_eq!(names, ["good.sgf"]);
}

/// They stood one under the other at moves that several games have.
#[test]
fn times_of_several_games_are_not_kept_in_one_tree() {
    let (book, play) = ("(;GM[4]SZ[15]RU[4];B[hh]C[opening];W[ii]C[9ms\nwell]", ";B[jj]C[good])");
    let [one, two] =
        [format!("{book}{play}"), format!("{book};B[kk]C[7ms](;W[aa]C[4ms])(;W[bb]))")];
    let (_, notes, error) = piped(&format!("{one}{two}"), Format::Lib);
    let told = "not kept by lib: marks of the opening (2), the times (2)\n";
    assert_eq!((&notes[..], error), (told, None));
    let folder = folder("several");
    let [first, second] = ["first.sgf", "second.sgf"].map(|name| folder.join(name));
    fs::write(&first, &one).unwrap();
    fs::write(&second, &two).unwrap();
    let comments = |path: &Path| {
        let (sgf, ..) = convert(&options(&[path], Format::Sgf), b"");
        sgf.split("C[")
            .skip(1)
            .map(|part| part.split(']').next().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    let joined = folder.join("all.lib");
    let mut job = options(&[&first, &second], Format::Lib);
    job.output = Some(joined.clone());
    assert_eq!(convert(&job, b"").1, told);
    assert_eq!(comments(&joined), ["well", "good"]);
    // A file of its own keeps them.
    job.output = Some(folder.join("libs/"));
    assert_eq!(convert(&job, b"").1, "");
    assert_eq!(comments(&folder.join("libs/first.lib")), ["opening", "9ms\nwell", "good"]);
}

/// It became a letter that stands for none, and `--strict` called that success.
#[test]
fn broken_letters_in_utf_16_are_counted() {
    let text = "\u{FEFF}(;GM[4]SZ[15]RU[4]PB[ab];B[hh])";
    let whole: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let at = whole.windows(2).position(|two| two == b"a\0").unwrap();
    let half = [&whole[..at], b"\x00\xD8", &whole[at + 2..]].concat();
    let odd = [&whole[..], b" "].concat();
    for to in [Format::Sgf, Format::Psq] {
        let job = options(&[Path::new("-")], to);
        let told = "texts of an unknown character set (1)";
        for (bytes, is_counted) in [(&whole, false), (&half, true), (&odd, true)] {
            assert_eq!(convert(&job, bytes).1.contains(told), is_counted);
        }
    }
}

/// A file of many properties made a line of megabytes.
#[test]
fn of_many_properties_that_are_not_kept_the_first_are_named() {
    let told = |count: u32| {
        let name = |n: u32| char::from_u32(u32::from(b'A') + n).unwrap();
        let names: String = (0..count).map(|n| format!("X{}[1]", name(n))).collect();
        piped(&format!("(;GM[4]SZ[15];B[hh]C[x]{names})"), Format::Bare).1
    };
    assert!(told(20).ends_with("SGF property XT (1), comments (1)\n"), "{}", told(20));
    let more = "SGF property XT (1), 6 more SGF properties, comments (1)\n";
    assert!(told(26).ends_with(more), "{}", told(26));
}
