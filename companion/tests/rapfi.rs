//! Databases of Yixin and Rapfi: their files are read, whatever is in them, and their text is written
//! and read. The files are made here, by a writer of its own.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;

use std::fs;
use std::io::Write;
use std::path::Path;

use companion::database::import::{self, Added, Untold};
use companion::database::key::{Key, Layout, Section};
use companion::database::rapfi::{csv, merge};
use companion::database::record::{BLOCKED, DRAWN, LOST, NO_LABEL, Record, Source, WON};
use companion::database::store::{Access, Store};
use companion::database::text::Written;
use dolmen::board::{Board, turned};
use dolmen::types::{Bound, Coord, Random, Rule, Score, Size, parse_stones};
use dolmen_records::Charset;
use folder::folder;
use lz4_flex::frame::{BlockMode, FrameEncoder, FrameInfo};

/// Twelve records and the one of the code, packed by the program `lz4` (1.9.4) in linked blocks.
const PACKED: &str = "04224d186c40b7010000000000007bac000000a00d0000000300000000140500f4240000636861727365\
    743d225554462d38220700020f0f070709001700ffecff27006120636f6d6d656e74206f6620526170666922005f011700\
    ffed22000a5f021700ffee22000a5f031700ffef22000a5f041700fff022000a5f051700fff122000a5f061700fff22200\
    0a5f071700fff322000a5f081700fff422000a5f091700fff522000a5f0a1700fff622000a5c0b1700fff7220050526170\
    666900000000ff11eaf3";

fn store(folder: &Path, name: &str) -> Store {
    Store::open(&folder.join(name), Access::Write).unwrap()
}

fn size() -> Size {
    Size::new(15).unwrap()
}

fn key(rule: Rule, moves: &str) -> Key {
    Key::of(&Board::with_moves(rule, size(), &parse_stones(moves).unwrap()))
}

/// A record as the file has it.
fn record(key: &[u8], values: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in [key, values] {
        bytes.push((part.len() % 256) as u8);
        bytes.push((part.len() / 256) as u8);
        bytes.extend(part);
    }
    bytes
}

fn values(label: i8, value: i32, depth: i32, bound: i32, text: &str) -> Vec<u8> {
    let mut bytes = vec![label as u8];
    for number in [value, 4 * depth + bound] {
        let number = (number + 65536) % 65536;
        bytes.push((number % 256) as u8);
        bytes.push((number / 256) as u8);
    }
    bytes.extend(text.as_bytes());
    bytes
}

fn file(records: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![records.len() as u8, (records.len() / 256) as u8, 0, 0];
    bytes.extend(record(&[0, 0, 0], &values(0, 0, 0, 0, "charset=\"UTF-8\"")));
    bytes[0] += 1;
    bytes.extend(records.concat());
    bytes
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let info = FrameInfo::new().block_mode(BlockMode::Linked).content_checksum(true);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Merges a file with these bytes into a new database.
fn merged(folder: &Path, bytes: &[u8]) -> (Result<Added, String>, Store) {
    let path = folder.join("foreign.db");
    fs::write(&path, bytes).unwrap();
    let _ = fs::remove_file(folder.join("own.db"));
    let store = store(folder, "own.db");
    let told = |error: std::io::Error| {
        let text = error.to_string();
        text.strip_prefix(&format!("{}: ", path.display())).unwrap().to_string()
    };
    (merge(&path, None, &store).map_err(told), store)
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let hex: String = hex.split_whitespace().collect();
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

#[test]
fn a_file_that_the_program_lz4_packed_is_read() {
    let (count, store) = merged(&folder("packed"), &bytes_of(PACKED));
    assert_eq!(count, Ok(Added::of(12)));
    // Some are mirrors of others.
    assert_eq!(store.count().unwrap(), 8);
    let found = store.get(&key(Rule::Renju, "h8j4")).unwrap().unwrap();
    let wanted = Record {
        score: Score::from_value(-17),
        bound: Some(Bound::Exact),
        depth: 9,
        source: Source::Import,
        comment: "a comment of Rapfi".into(),
        ..Record::default()
    };
    assert_eq!(found, wanted);
}

/// What labels, values and texts of Rapfi mean.
#[test]
fn records_mean_what_they_do_in_rapfi() {
    let folder = folder("meaning");
    let point = |name: &str| {
        let c = parse_stones(name).unwrap()[0];
        [c.x(), c.y()]
    };
    let key_bytes = |moves: &str| {
        let mut bytes = vec![2, 15, 15];
        bytes.extend(parse_stones(moves).unwrap().iter().flat_map(|c| [c.x(), c.y()]));
        bytes
    };
    let text = "@BTXT@9Chere\n00far\0\u{8}two\u{8}lines\nand three";
    // Of three points the first two are black.
    let records = [
        record(&key_bytes("h8j9i9"), &values(b'w' as i8, -29_988, 0, 0, "")),
        record(&key_bytes("h8j9i10"), &values(b'L' as i8, 29_989, 3, 3, "")),
        record(&key_bytes("h8j9i11"), &values(b'w' as i8, -29_500, 0, 3, "")),
        record(&key_bytes("h8j9i12"), &values(b'd' as i8, 0, 0, 3, "")),
        record(&key_bytes("h8j9i13"), &values(b'x' as i8, 120, -1, 1, text)),
        record(&key_bytes("h8j9i14"), &[]),
        record(&key_bytes("h8j9i15"), &values(-1, -30_002, 7, 3, "")),
        // Black has passed.
        record(
            &[&key_bytes("h8")[..], &[255, 255], &point("i9")].concat(),
            &values(7, 5, 300, 2, ""),
        ),
        vec![0, 0],
    ];
    for bytes in [file(&records), packed(&file(&records))] {
        let (count, store) = merged(&folder, &bytes);
        assert_eq!(count, Ok(Added::of(8)));
        let get = |moves| store.get(&key(Rule::Renju, moves)).unwrap().unwrap();
        let said =
            |record: Record| (record.label, record.score.value(), record.bound, record.depth);
        assert_eq!(said(get("h8i9j9")), (WON, -29_988, Some(Bound::Upper), 0));
        assert_eq!(said(get("h8i10j9")), (LOST, 29_989, Some(Bound::Lower), 3));
        assert_eq!(said(get("h8i11j9")), (WON, 0, None, 0));
        assert_eq!(said(get("h8i12j9")), (DRAWN, 0, None, 0));
        assert_eq!(said(get("h8i13j9")), (BLOCKED, 120, Some(Bound::Upper), 0));
        assert_eq!(get("h8i14j9"), Record::default());
        assert_eq!(said(get("h8i15j9")), (NO_LABEL, 0, None, 7));
        let record = get("h8i13j9");
        assert_eq!(record.comment, "two\nlines\nand three");
        let board = Board::with_moves(Rule::Renju, size(), &parse_stones("h8i13j9").unwrap());
        let placed = Layout::of(&board).placed();
        let texts: Vec<&str> = ["j13", "a1"]
            .map(|name| record.texts[&placed.point(parse_stones(name).unwrap()[0])].as_str())
            .into();
        assert_eq!(texts, ["here", "far"]);
        let mut board = Board::with_moves(Rule::Renju, size(), &parse_stones("h8i9").unwrap());
        board.set_side_to_move(dolmen::types::Color::White);
        let passed = store.get(&Key::of(&board)).unwrap().unwrap();
        assert_eq!(said(passed), (NO_LABEL, 5, Some(Bound::Lower), 255));
    }
}

#[test]
fn a_damaged_file_is_refused_and_named() {
    let folder = folder("damaged");
    let good = values(-1, 5, 3, 3, "");
    let cases: [(&[u8], &str); 9] = [
        (&[3, 15, 15], "record 2: rule 3"),
        (&[0, 15, 14], "record 2: a board of 15x14"),
        (&[0, 4, 4], "record 2: a board of 4x4"),
        (&[0, 200, 200], "record 2: a board of 200x200"),
        (&[0, 15, 15, 15, 0], "record 2: a stone at 15,0"),
        (&[0, 15, 15, 254, 255], "record 2: a stone at 254,255"),
        (&[0, 15, 15, 7, 7, 7, 7], "record 2: two stones at a point"),
        (&[0, 15, 15, 7], "record 2: 1 bytes of points"),
        (&[0, 15], "record 2: a key of 2 bytes"),
    ];
    let refused = |bytes: &[u8]| match merged(&folder, bytes).0 {
        Ok(added) => added.damage.unwrap(),
        Err(error) => error,
    };
    for (key, told) in cases {
        let error = refused(&file(&[record(key, &good)]));
        assert_eq!(error, format!("no database of positions, or damaged: {told}"));
    }
    let text = refused(&file(&[record(&[0, 15, 15], &values(-1, 0, 0, 0, "@BTXT@G0x"))]));
    assert!(text.ends_with("record 2: a text \"x\" on no point"), "{text}");
    // A count that is not true costs nothing.
    let whole = file(&[record(&[0, 15, 15, 7, 7], &good), record(&[0, 15, 15, 7, 8], &good)]);
    let mut huge = whole.clone();
    huge[..4].copy_from_slice(&[255; 4]);
    assert!(refused(&huge).ends_with("record 4: the file ends"));
    assert!(refused(&[&whole[..], b"x"].concat()).ends_with("bytes follow the 3 records"));
    let good_text = text_of(&merged(&folder, &whole).1);
    for (bytes, is_packed) in [(whole.clone(), false), (packed(&whole), true)] {
        for length in 1..bytes.len() {
            let (result, store) = merged(&folder, &bytes[..length]);
            match result {
                Err(error) => assert!(error.contains("damaged: "), "{length}: {error}"),
                Ok(added) if added.damage.is_some() => assert!(added.positions > 0, "{length}"),
                // The end mark and the sum of a frame say nothing of positions.
                Ok(_) => assert!(is_packed && length >= bytes.len() - 8, "{length}"),
            }
            assert!(store.count().unwrap() <= 2);
        }
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut wrong = bytes.clone();
                wrong[place] ^= 1 << bit;
                let (result, store) = merged(&folder, &wrong);
                // A sum guards the content of a frame, which other bytes may say as well.
                let is_whole = result.is_ok_and(|added| added.damage.is_none());
                let is_same = !is_whole || text_of(&store) == good_text;
                assert!(!is_packed || is_same, "bit {bit} of byte {place}");
                assert!(store.count().unwrap() <= 2);
            }
        }
    }
    // What was before the damage is there.
    let (_, store) = merged(&folder, &whole[..whole.len() - 1]);
    assert_eq!(store.count().unwrap(), 1);
    // Our own files are none of these, nor is one that is being made.
    let sum = Store::open(&folder.join("sum.db"), Access::Write).unwrap();
    let add = |name: &str| import::add(&folder.join(name), &sum, Untold::default());
    assert_eq!(add("own.db").unwrap(), Added::of(1));
    fs::write(folder.join("empty"), "").unwrap();
    assert!(add("empty").unwrap_err().to_string().ends_with("empty: no database of positions"));
    assert_eq!(add("foreign.db").unwrap().positions, 1);
    assert!(add("nowhere").unwrap_err().to_string().contains("nowhere: "));
}

/// The low byte of the number of records is a parenthesis: it was refused as SGF.
#[test]
fn a_database_of_forty_records_is_no_sgf() {
    let folder = folder("forty");
    let one = |x: u8| record(&[0, 15, 15, x % 15, x / 15], &values(-1, 5, 3, 3, ""));
    let bytes = file(&(0..39).map(one).collect::<Vec<_>>());
    assert_eq!(bytes[..4], *b"(\0\0\0");
    fs::write(folder.join("foreign.db"), bytes).unwrap();
    let own = store(&folder, "own.db");
    let added = import::add(&folder.join("foreign.db"), &own, Untold::default());
    assert_eq!(added.unwrap(), Added::of(39));
}

/// Nothing at all was read of the file, or nothing behind the record.
#[test]
fn a_record_that_cannot_be_used_costs_no_other() {
    let folder = folder("unusable");
    let good = values(-1, 5, 3, 3, "");
    let wide = record(&[0, 15, 20], &good);
    let pointless = record(&[0, 15, 15], &values(-1, 0, 0, 0, "@BTXT@G0x"));
    let first = record(&[0, 15, 15, 7, 7], &good);
    let last = record(&[0, 15, 15, 7, 8], &good);
    let (added, store) = merged(&folder, &file(&[first, wide, pointless, last]));
    let added = added.unwrap();
    assert_eq!(added.to_string(), "2 positions, 2 left out (record 3: a board of 15x20)");
    assert_eq!(store.count().unwrap(), 2);

    let text = text_of(&store).1.replacen("f-15-15", "f-15-20", 1);
    let added = csv::read(&store, &text).unwrap();
    let reason = "line 2: expected a position, found \"f-15-20-g8--w\"";
    assert_eq!(added.to_string(), format!("1 positions, 1 left out ({reason})"));
}

/// Letters in GBK were replaced for good.
#[test]
fn texts_in_the_character_set_of_a_country_are_kept() {
    let folder = folder("charset");
    let bytes = file(&[record(&[0, 15, 15], &[&[255, 0, 0, 0, 0], &b"\xD6\xD0"[..]].concat())]);
    let (added, _) = merged(&folder, &bytes);
    assert_eq!(added.unwrap().to_string(), "1 positions, 1 with letters of another character set");
    let csv =
        b"index,key,label,value,depth,bound,text\n0,f-15-15---b,(none),0,0,none,\"\xD6\xD0\"\n";
    fs::write(folder.join("gbk.csv"), csv).unwrap();
    let untold = Untold { charset: Charset::from_name(b"gbk"), ..Untold::default() };
    for name in ["foreign.db", "gbk.csv"] {
        let store = Store::open(&folder.join(format!("{name}.own")), Access::Write).unwrap();
        let error = import::add(&folder.join("gbk.csv"), &store, Untold::default()).unwrap_err();
        assert!(error.to_string().contains("--charset"), "{error}");
        assert_eq!(import::add(&folder.join(name), &store, untold).unwrap(), Added::of(1));
        assert_eq!(store.get(&key(Rule::Freestyle, "")).unwrap().unwrap().comment, "中", "{name}");
    }
}

fn text_of(store: &Store) -> (Written, String) {
    let mut text = Vec::new();
    let written = csv::write(store, Section::default(), &mut text).unwrap();
    (written, String::from_utf8(text).unwrap())
}

#[test]
fn rapfis_text_is_written_as_rapfi_does() {
    let folder = folder("text");
    let store = store(&folder, "x.db");
    let moves = "o15n13";
    let board = Board::with_moves(Rule::Renju, size(), &parse_stones(moves).unwrap());
    let placed = Layout::of(&board).placed();
    let mut record = Record {
        score: Score::from_value(-12),
        bound: Some(Bound::Exact),
        depth: 9,
        comment: "a \"word\"\nand \\n".into(),
        ..Record::default()
    };
    record.texts.insert(placed.point(parse_stones("o4").unwrap()[0]), "A 1".into());
    store.put([(&placed.key, &record)]).unwrap();
    let won = Record::proof(Score::loss_in(12));
    store.put([(&key(Rule::Freestyle, ""), &won), (&key(Rule::Caro, "h8"), &won)]).unwrap();
    let (written, text) = text_of(&store);
    assert_eq!(written, Written { positions: 2, left_out: 1 });
    // The corner is a1 in the smallest view, and of b3 and c2 the first is smaller.
    let wanted = "index,key,label,value,depth,bound,text\n\
        0,f-15-15---b,w,-29988,0,upper,\"\"\n\
        1,r-15-15-a1-b3-b,(none),-12,9,exact,\"@BTXT@0BA1\\ba \\\"word\\\"\\nand \\\\n\"\n";
    assert_eq!(text, wanted);
    let (fields, text) = ("the fields ", "a text in quotation marks, found ");
    for (line, told) in [
        ("0,f-15-15---b,(none),1,2,exact", fields),
        ("0,f-15-15---b,(none),1,2,exact,", text),
        ("0,f-15-15---b,(none),1,2,perhaps,\"\"", "a bound, found \"perhaps\""),
        ("0,f-15-15---b,(none),99999,2,exact,\"\"", "a number, found \"99999\""),
        ("0,c-15-15---b,(none),1,2,exact,\"\"", "a position, found \"c-15-15---b\""),
        ("0,f-15-14---b,(none),1,2,exact,\"\"", "a position, "),
        ("0,f-15-15-h8-h8-b,(none),1,2,exact,\"\"", "a position, "),
        ("0,f-15-15-p16--b,(none),1,2,exact,\"\"", "a position, "),
        ("0,f-15-15---b,(none),1,2,exact,\"\\q\"\n", text),
        ("0,f-15-15---b,(none),1,2,exact,\"\"\"\n", text),
        ("0,f-15-15---b,(,1,2,exact\n", fields),
        ("\u{4e00}\u{4e00}", fields),
    ] {
        let added = csv::read(&store, &format!("{wanted}{line}")).unwrap();
        assert_eq!((added.positions, added.left_out), (2, 1), "{line}");
        let reason = added.reason.unwrap();
        assert!(reason.starts_with(&format!("line 4: expected {told}")), "{line}: {reason}");
    }
    let error = csv::read(&store, "index,key,label,value,depth,bound,text\n1\n").unwrap_err();
    assert!(error.to_string().contains("damaged: line 2: expected the fields "), "{error}");
    for label in [",", "(", "\"", "(null)", "(7)"] {
        let text = format!("{wanted}0,s-15-15---b,{label},1,2,exact,\"\"\n");
        assert_eq!(csv::read(&store, &text).unwrap(), Added::of(3), "{label}");
    }
}

#[test]
fn positions_survive_the_way_through_rapfis_text() {
    let folder = folder("round");
    let (first, second) = (store(&folder, "a.db"), store(&folder, "b.db"));
    let mut random = Random::new(8);
    let bounds = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
    for round in 0..300 {
        let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][round % 3];
        let size = Size::new([15, 20, 5, 22][round % 4]).unwrap();
        let mut board = Board::new(rule, size);
        for _ in 0..random.between(0, 12) {
            let free: Vec<Coord> = board.empty_cells().iter().collect();
            board.play(free[random.between(0, free.len() - 1)]);
        }
        let layout = Layout::of(&board);
        let mut record = Record {
            label: [NO_LABEL, BLOCKED, b'A' as i8 + 32, b'!' as i8][random.between(0, 3)],
            bound: bounds[random.between(0, 3)],
            depth: random.between(0, 255) as u8,
            source: Source::Import,
            ..Record::default()
        };
        if record.bound.is_some() {
            record.score = Score::from_value(random.between(0, 20_000) as i32 - 10_000);
        }
        if round % 2 == 0 {
            record.comment = "two\nlines, \"quoted\" \\ \u{4e00}".into();
            let free = layout.free();
            let c = free[random.between(0, free.len() - 1)];
            record.texts.insert(layout.placed().point(c), "\u{4e00}\"".into());
        }
        first.put([(&layout.placed().key, &record)]).unwrap();
    }
    let (written, text) = text_of(&first);
    assert_eq!(csv::read(&second, &text).unwrap(), Added::of(written.positions));
    assert_eq!(text_of(&second), (written, text.clone()));
    let mut count = 0;
    let compare = |key: Key, record: Record| {
        assert_eq!(second.get(&key).unwrap(), Some(record));
        count += 1;
        Ok(())
    };
    first.for_each(&[], compare).unwrap();
    assert_eq!(count, written.positions);
    // Of all views the one whose points come first, as the letters and numbers of eight say.
    for line in text.lines().skip(1).take(60) {
        let parts: Vec<&str> = line.split(',').nth(1).unwrap().split('-').collect();
        let size = Size::new(parts[1].parse().unwrap()).unwrap();
        let groups = [parts[3], parts[4]].map(|group| parse_stones(group).unwrap());
        let view = |way: usize| {
            let points = |group: &Vec<Coord>| {
                let turned = group.iter().map(|&c| turned(c, way, size));
                let mut points: Vec<(u8, u8)> = turned.map(|c| (c.x(), c.y())).collect();
                points.sort_unstable();
                points
            };
            groups.each_ref().map(points)
        };
        let plain = |group: &Vec<Coord>| -> Vec<(u8, u8)> {
            group.iter().map(|c| (c.x(), c.y())).collect()
        };
        let shown = groups.each_ref().map(plain);
        assert_eq!((0..8).map(view).min().unwrap(), shown);
    }
}
