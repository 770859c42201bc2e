use dolmen::board::{Board,Outcome};
use dolmen::protocol::notation::{parse_stones,Named};
use dolmen::engine::Engine;
use dolmen::search::*;
use dolmen::types::{Rule, Size};
struct L;
impl Listener for L { fn on_iteration(&mut self, r:&Report){ let pv: String = r.pv.iter().map(|c| Named(*c).to_string()+" ").collect(); eprintln!("d{}-{} {} n{} {:?} {}", r.depth, r.selective_depth, r.score, r.nodes, r.elapsed, pv);} }
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rule = Rule::from_code(a[1].parse().unwrap()).unwrap();
    let size = Size::new(a[2].parse().unwrap()).unwrap();
    let t=std::time::Instant::now();
    let mut b = Board::new(rule, size);
    for c in parse_stones(&a[3]).unwrap() { b.play(c); }
    let mut e = Engine::new(100<<20, 1);
    eprintln!("setup {:?}", t.elapsed());
    let limits = Limits { nodes: Some(a[4].parse().unwrap()), ..Limits::default() };
    if a.len() > 5 {
        while b.outcome() == Outcome::Open {
            let r = e.think(&b, &limits, &Control::new(), &mut Silent).unwrap();
            print!("{} {}{} ({} d{})\n", if b.side_to_move()==dolmen::types::Color::Black {"x"} else {"o"}, b.ply()+1, Named(r.best), r.score, r.depth);
            b.play(r.best);
        }
        let h: String = b.history().map(|m| Named(m.coord).to_string()).collect();
        println!("{:?} {} {}", b.outcome(), b.ply(), h);
    } else {
        e.think(&b, &limits, &Control::new(), &mut L);
    }
}
