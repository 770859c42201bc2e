//! The programs for Windows, under wine: `make wine` builds both, runs these tests, and others with
//! the engine for Windows in place of that for this system.
//!
//! `DOLMEN_WINE` is what runs a program for Windows here, `DOLMEN_WINDOWS` the folder of both.
#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;
mod process;
mod programs;

/// In a module, so that `--skip under_wine` skips all of them.
mod under_wine {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use companion::arena::process::Process;
    use companion::arena::record;
    use companion::arena::spec::EngineSpec;
    use dolmen::board::Board;
    use dolmen::types::{Rule, Size};

    use super::folder::folder;
    use super::process::{
        PATIENCE, Signals, answer, cpu_time, end, expect, expect_move, send, start,
    };
    use super::programs::{COMPANION, ENGINE};

    fn variable(name: &str) -> String {
        std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: use `make wine`"))
    }

    /// A program for Windows.
    fn program(name: &str) -> PathBuf {
        Path::new(&variable("DOLMEN_WINDOWS")).join(name)
    }

    fn wine(program: &Path, arguments: &[&str]) -> EngineSpec {
        let program = program.to_str().unwrap();
        let words = [variable("DOLMEN_WINE"), program.to_string()].into_iter();
        let arguments = arguments.iter().map(|word| word.to_string());
        EngineSpec::of_command(&words.chain(arguments).collect::<Vec<_>>())
    }

    fn command(name: &str, folder: &Path, arguments: &[&str]) -> Child {
        let mut command = Command::new(variable("DOLMEN_WINE"));
        command.arg(program(name)).args(arguments).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    fn play_a_move(process: &mut Process) {
        send(process, "START 15\r\nINFO timeout_turn 50\r\nBEGIN\r");
        expect(process, "OK");
        let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
        expect_move(process, &mut board);
    }

    /// Waits until something is so.
    fn wait_until(what: &str, is_so: impl Fn() -> bool) {
        let begin = Instant::now();
        while !is_so() {
            assert!(begin.elapsed() < 3 * PATIENCE, "not so: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The processes whose command line has this in it.
    fn running(text: &str) -> Vec<u32> {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
        let named = processes.filter_map(|entry| {
            let line = fs::read(entry.path().join("cmdline")).ok()?;
            // wine writes a path as Windows does.
            let line = String::from_utf8_lossy(&line).replace('\\', "/");
            line.contains(text).then(|| number(&entry.path()))?
        });
        named.collect()
    }

    /// A thread that ended in the same moment as the process had made it crash.
    #[test]
    #[ignore = "make wine"]
    fn a_hundred_sessions_end_without_a_crash() {
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let mut process = start(&wine(&program("pbrain-dolmen.exe"), &[]));
                        send(&mut process, "START 15");
                        expect(&mut process, "OK");
                        end(process);
                    }
                });
            }
        });
    }

    #[test]
    #[ignore = "make wine"]
    fn plays_and_records_in_folders_with_blanks_and_other_letters() {
        for name in ["with blanks", "五子棋 ü"] {
            let folder = folder("names").join(name);
            fs::create_dir_all(&folder).unwrap();
            let copy = folder.join("pbrain-dolmen.exe");
            fs::copy(program("pbrain-dolmen.exe"), &copy).unwrap();
            let record = folder.join("talk.jsonl");
            let mut process = start(&wine(&copy, &["--record", record.to_str().unwrap()]));
            play_a_move(&mut process);
            end(process);
            let talk = fs::read_to_string(record).unwrap();
            assert!(talk.contains(r#""in":"START 15""#), "{talk}");
        }
    }

    #[test]
    #[ignore = "make wine"]
    fn a_record_that_cannot_be_created_costs_no_game() {
        let engine = wine(&program("pbrain-dolmen.exe"), &["--record", r"Z:\proc\talk.jsonl"]);
        let mut process = start(&engine);
        let told = process.receive(PATIENCE).map(|(_, line)| line).unwrap();
        assert!(told.starts_with(r"MESSAGE Z:\proc\talk.jsonl: "), "{told}");
        assert!(told.ends_with("; the session is not recorded"), "{told}");
        play_a_move(&mut process);
        end(process);
    }

    #[test]
    #[ignore = "make wine"]
    fn ctrl_c_ends_the_engine_while_it_thinks() {
        let mut process = start(&wine(&program("pbrain-dolmen.exe"), &[]));
        send(&mut process, "START 15\nINFO timeout_turn 600000\nBOARD 7,7,1 8,8,2 DONE");
        expect(&mut process, "OK");
        assert!(answer(&mut process, Duration::from_millis(500)).is_err());
        Signals::new().send("INT", process.id());
        assert!(process.exit_status(PATIENCE).is_some(), "still alive");
    }

    /// A match that ends with its test, however that ends.
    struct Endless(Child);

    impl Drop for Endless {
        fn drop(&mut self) {
            let _ = self.0.kill();
        }
    }

    /// Plays a match for ever, with engines under a name that is found again. They think for long, so
    /// that none is about to be started or to end.
    fn endless_match(folder: &Path) -> Endless {
        let engine = folder.join("pbrain-copy.exe");
        fs::copy(program("pbrain-dolmen.exe"), &engine).unwrap();
        // As Windows writes it: in a command, `\` would quote.
        let engine = format!("cmd={}", engine.display());
        let arguments =
            ["match", "--engine", &engine, "--engine", &engine, "--each", "nodes=3000000"];
        Endless(command("dolmen.exe", folder, &[&arguments[..], &["--games", "100000"]].concat()))
    }

    #[test]
    #[ignore = "make wine"]
    fn engines_end_with_a_match_that_is_killed() {
        let folder = folder("killed");
        let name = "killed/pbrain-copy.exe";
        for signal in ["KILL", "INT"] {
            let Endless(child) = &mut endless_match(&folder);
            let thinks = |id: u32| cpu_time(id) > Duration::from_millis(500);
            wait_until("two engines play", || {
                // The match names both in its command line.
                let engines = running(name).into_iter().filter(|&id| id != child.id());
                engines.filter(|&id| thinks(id)).count() == 2
            });
            Signals::new().send(signal, child.id());
            child.wait().unwrap();
            wait_until("the engines have ended", || running(name).is_empty());
        }
    }

    /// A match against a batch file, in whose text BUSY starts a program that reads no input.
    fn match_with_busy(folder: &Path, busy: &str, batch: &str, limit: &str) -> Child {
        fs::copy(program("dolmen.exe"), folder.join(busy)).unwrap();
        let work = format!("{busy} datagen part.bin --games 100000 --nodes 1000");
        fs::write(folder.join("busy.bat"), batch.replace("BUSY", &work)).unwrap();
        let engine = format!("cmd={}", program("pbrain-dolmen.exe").display());
        let batch = "name=busy,cmd='cmd.exe /c busy.bat'";
        let arguments = ["match", "--engine", &engine, "--engine", batch, "--each", limit];
        let child = command("dolmen.exe", folder, &[&arguments[..], &["--games", "2"]].concat());
        wait_until("the program has been started", || !running(busy).is_empty());
        child
    }

    /// An engine that starts a program and ends: the program ends with the game.
    #[test]
    #[ignore = "make wine"]
    fn what_an_engine_has_started_ends_with_it() {
        let batch = "@start /b BUSY\r\n@echo OK\r\n";
        let mut child = match_with_busy(&folder("children"), "busy-child.exe", batch, "tc=/1");
        child.wait().unwrap();
        wait_until("the program has ended", || running("busy-child.exe").is_empty());
    }

    /// An engine that does not notice the end of its input.
    #[test]
    #[ignore = "make wine"]
    fn an_engine_that_reads_nothing_ends_with_a_killed_match() {
        let batch = "@echo OK\r\n@BUSY\r\n";
        let mut child = match_with_busy(&folder("deaf"), "busy-deaf.exe", batch, "tc=/600");
        Signals::new().send("KILL", child.id());
        child.wait().unwrap();
        wait_until("the program has ended", || running("busy-deaf.exe").is_empty());
    }

    /// The moves of every game of a match of the engine for this system with another one.
    fn games(record: &Path, other: &str) -> Vec<Vec<(u8, u8)>> {
        let first = format!("name=first,cmd={ENGINE},nodes=2000");
        let second = format!("name=second,cmd='{other}',nodes=1000");
        let mut command = Command::new(COMPANION);
        command.args(["match", "--engine", &first, "--engine", &second, "--games", "4"]);
        command.args(["--rule", "renju", "--record"]).arg(record);
        assert!(command.output().unwrap().status.success());
        let mut record = record::read(fs::read(record).unwrap().as_slice()).unwrap();
        record.games.sort_by_key(|game| game.index);
        record.games.iter().map(|game| game.moves.iter().map(|m| (m.x, m.y)).collect()).collect()
    }

    #[test]
    #[ignore = "make wine"]
    fn a_match_is_the_same_against_the_engine_for_windows() {
        let folder = folder("match");
        let windows = program("pbrain-dolmen.exe");
        let windows = format!("{} {}", variable("DOLMEN_WINE"), windows.display());
        let here = games(&folder.join("here.jsonl"), &ENGINE);
        let there = games(&folder.join("there.jsonl"), &windows);
        assert_eq!(here, there);
        assert!(here.len() == 4 && here.iter().all(|moves| moves.len() > 5), "{here:?}");
    }
}
