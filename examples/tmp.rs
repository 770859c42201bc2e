use dolmen::board::Board;
use dolmen::protocol::notation::parse_stones;
use dolmen::types::{Rule, Size};
fn main() {
    let game = parse_stones(
        "h8i9h10h9i10g8j10k10i8j9g9f10k9l8j7k6h7i6f9e8g7g10e7d6i12h12f6e5l10m11f8d8j12k13",
    )
    .unwrap();
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut b = Board::new(Rule::Renju, Size::new(15).unwrap());
    let t = std::time::Instant::now();
    for _ in 0..n {
        for &c in &game {
            b.play(c);
        }
        for _ in &game {
            b.undo();
        }
    }
    eprintln!("{} pairs/s", (n * game.len()) as f64 / t.elapsed().as_secs_f64());
}
