//! `dolmen book stats`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use dolmen::types::Rule;

use crate::database::record::{NO_LABEL, Source};
use crate::database::store::{Access, Store};
use crate::files::fault;

/// What is counted of the positions of a rule and size.
#[derive(Default)]
struct Counts {
    positions: u64,
    expanded: u64,
    labels: BTreeMap<i8, u64>,
    sources: BTreeMap<&'static str, u64>,
    commented: u64,
    most_stones: usize,
}

/// Prints what is in databases.
///
/// # Errors
/// If one cannot be read, in part or at all, or the output fails.
pub fn stats(paths: &[PathBuf], mut output: impl Write) -> io::Result<()> {
    let mut read = Ok(());
    for path in paths {
        let store = Store::open(path, Access::Read)?;
        let mut groups: BTreeMap<Vec<u8>, Counts> = BTreeMap::new();
        store.for_each(&[], |key, record| {
            let counts = groups.entry(key.bytes().iter().take(2).copied().collect()).or_default();
            counts.positions += 1;
            counts.expanded += u64::from(record.is_expanded);
            counts.commented += u64::from(!record.comment.is_empty() || !record.texts.is_empty());
            counts.most_stones = counts.most_stones.max(key.stones());
            *counts.labels.entry(record.label).or_default() += 1;
            if record.source != Source::None {
                *counts.sources.entry(record.source.name()).or_default() += 1;
            }
            Ok(())
        })?;
        let total: u64 = groups.values().map(|counts| counts.positions).sum();
        let bytes = fs::metadata(path).map_err(|error| fault(path, error))?.len();
        writeln!(output, "{}: {total} positions, {bytes} bytes", path.display())?;
        for (prefix, counts) in &groups {
            write_counts(&mut output, prefix, counts)?;
        }
        read = read.and(store.check_read());
    }
    read
}

fn write_counts(output: &mut impl Write, prefix: &[u8], counts: &Counts) -> io::Result<()> {
    let rule = prefix.first().and_then(|code| Rule::from_code(*code)).map_or("?", Rule::name);
    let size = prefix.get(1).copied().unwrap_or_default();
    let Counts { positions, expanded, commented, most_stones, .. } = counts;
    write!(
        output,
        "  {rule} {size}x{size}: {positions} positions of up to {most_stones} stones, "
    )?;
    writeln!(output, "{expanded} expanded, {commented} with texts")?;
    let labels = counts.labels.iter().filter(|(label, _)| **label != NO_LABEL);
    let labels = labels.map(|(label, n)| format!("{} {n}", char::from(*label as u8)));
    let sources = counts.sources.iter().map(|(name, n)| format!("{name} {n}"));
    for (what, parts) in
        [("labels", labels.collect::<Vec<_>>()), ("sources", sources.collect::<Vec<_>>())]
    {
        if !parts.is_empty() {
            writeln!(output, "    {what}: {}", parts.join(", "))?;
        }
    }
    Ok(())
}
