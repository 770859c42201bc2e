//! How a training went, epoch by epoch: as a table (CSV) and as a picture (SVG).

use std::fmt::{self, Write as _};

use crate::learn::quality::Quality;

/// The beginning of each table.
const TABLE: &str = "epoch,positions,value_loss,policy_cross_entropy,top1_accuracy\n";
/// The beginning of each picture.
const PICTURE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 380" role="img">
<title>Loss on games kept apart, after each epoch of training</title>
"#;

/// A line of names, then one for each epoch, 0 for the state before the first.
pub fn csv(qualities: &[Quality]) -> String {
    let mut text = String::from(TABLE);
    for (epoch, q) in qualities.iter().enumerate() {
        let Quality { positions, value_loss, policy_cross_entropy, top1_accuracy } = q;
        let _ = writeln!(
            text,
            "{epoch},{positions},{value_loss:.6},{policy_cross_entropy:.6},{top1_accuracy:.6}"
        );
    }
    text
}

/// Width and height of [`PICTURE`] are those of two panels.
const WIDTH: f64 = 640.0;
/// Height of one panel, its title included.
const HEIGHT: f64 = 190.0;
/// Where the curves lie in a panel.
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 20.0;
const UPPER: f64 = 34.0;
const LOWER: f64 = HEIGHT - 30.0;

/// One curve with its axes.
struct Panel<'a> {
    title: &'a str,
    /// Epoch of the first value.
    first: usize,
    values: Vec<f64>,
    top: f64,
}

impl fmt::Display for Panel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Panel { title, first, values, top } = self;
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let x =
            |epoch: usize| LEFT + (RIGHT - LEFT) * epoch as f64 / (values.len().max(2) - 1) as f64;
        let y = |value: f64| {
            let share = if most > least { (value - least) / (most - least) } else { 0.5 };
            top + LOWER - (LOWER - UPPER) * share
        };
        writeln!(f, r#"<text class="title" x="{LEFT}" y="{:.1}">{title}</text>"#, top + 20.0)?;
        let ends = if most > least { vec![least, most] } else { vec![least] };
        for value in ends {
            let y = y(value);
            writeln!(f, r#"<line x1="{LEFT}" y1="{y:.1}" x2="{RIGHT}" y2="{y:.1}"/>"#)?;
            let (x, y) = (LEFT - 8.0, y + 4.0);
            writeln!(f, r#"<text class="end" x="{x:.1}" y="{y:.1}">{value:.4}</text>"#)?;
        }
        for epoch in 0..values.len() {
            let (x, y) = (x(epoch), top + LOWER + 18.0);
            writeln!(f, r#"<text class="mid" x="{x:.1}" y="{y:.1}">{}</text>"#, first + epoch)?;
        }
        let points: Vec<String> =
            values.iter().enumerate().map(|(i, &v)| format!("{:.1},{:.1}", x(i), y(v))).collect();
        writeln!(f, r#"<polyline points="{}"/>"#, points.join(" "))
    }
}

const STYLE: &str = "<style>
svg{background:#fff;font:12px system-ui,sans-serif}
text{fill:#222} .title{font-weight:bold} .end{text-anchor:end} .mid{text-anchor:middle}
line{stroke:#bbb} polyline{fill:none;stroke:#1f4e9c;stroke-width:2}
@media (prefers-color-scheme:dark){
svg{background:#181818} text{fill:#ddd} line{stroke:#555} polyline{stroke:#7fb0ff}
}
</style>
";

/// Value loss and policy cross-entropy after each epoch, lowest and highest value named; light or dark as the
/// reader's system is.
pub fn svg(qualities: &[Quality]) -> String {
    // The untrained state would flatten the rest.
    let first = usize::from(qualities.len() > 1);
    let panel = |title, value: fn(&Quality) -> f64, top| Panel {
        title,
        first,
        values: qualities[first..].iter().map(value).collect(),
        top,
    };
    let panels = [
        panel("value loss (nats) by epoch", |q| q.value_loss, 0.0),
        panel("policy cross-entropy (nats) by epoch", |q| q.policy_cross_entropy, HEIGHT),
    ];
    let mut text = [PICTURE, STYLE].concat();
    for panel in panels {
        let _ = write!(text, "{panel}");
    }
    text + "</svg>\n"
}
