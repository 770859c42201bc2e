//! Time and memory for a tree of a million nodes: `cargo run --release -p dolmen-records --example
//! measure`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use dolmen::types::{Coord, Size};
use dolmen_records::{Format, Game, GameTree, Note, Step, read_trees, write_trees};

const NODES: usize = 1_000_000;
/// Moves of each line.
const LENGTH: usize = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = Size::new(15).ok_or("no board")?;
    for format in [Format::Lib, Format::Sgf] {
        let bytes = write_trees(format, vec![example(size)])?;
        let start = Instant::now();
        let (_, (trees, _)) = read_trees(&bytes, None, size)?.ok_or("no tree")?;
        let read = start.elapsed();
        let nodes: usize = trees.iter().map(GameTree::node_count).sum();
        let start = Instant::now();
        let written = write_trees(format, trees)?;
        println!(
            "{}: {nodes} nodes, {:.1} MB, read {:.2} s, written {:.2} s, same bytes: {}",
            format.name(),
            bytes.len() as f64 / 1e6,
            read.as_secs_f64(),
            start.elapsed().as_secs_f64(),
            written == bytes
        );
    }
    #[cfg(target_os = "linux")]
    println!(
        "{}",
        std::fs::read_to_string("/proc/self/status")?
            .lines()
            .find(|l| l.starts_with("VmHWM"))
            .unwrap_or_default()
    );
    Ok(())
}

/// Lines that share their beginnings; every tenth node has a comment, every twentieth a label.
fn example(size: Size) -> GameTree {
    let mut tree = GameTree::new(Game::new(size));
    let mut path = vec![tree.root()];
    let mut state = 1_u64;
    while tree.node_count() < NODES {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let n = (state >> 33) as usize;
        if path.len() > LENGTH {
            path.truncate(1 + n % LENGTH);
        }
        let c = Coord::new((n % 15) as u8, (n / 15 % 15) as u8);
        let at = path.last().copied().unwrap_or(tree.root());
        let node = tree.add(at, c.map_or(Step::Pass, Step::Stone));
        if n.is_multiple_of(10) {
            tree.note(node, Note::Comment(format!("line {n}, a remark of some length")));
        }
        if let Some(c) = c.filter(|_| n.is_multiple_of(20)) {
            tree.note(at, Note::Label(c, "A".into()));
        }
        path.push(node);
    }
    tree
}
