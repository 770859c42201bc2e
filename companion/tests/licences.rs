//! Every library that is linked has a licence that `about.toml` accepts, so that `make dist` can
//! ship all of them.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

const ABOUT: &str = include_str!("../../about.toml");

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Whether one alternative of `MIT OR (Apache-2.0 AND Zlib)` has only accepted parts.
fn is_accepted(expression: &str, accepted: &str) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" OR ").any(|alternative| {
        alternative.split(" AND ").all(|part| accepted.contains(&format!("\"{}\"", part.trim())))
    })
}

#[test]
fn every_licence_is_accepted() {
    let accepted = ABOUT.lines().find(|line| line.starts_with("accepted")).unwrap();
    assert!(is_accepted("MIT OR Unlicense", accepted));
    assert!(is_accepted("Zlib/GPL-3.0", accepted));
    assert!(!is_accepted("(MIT AND GPL-3.0) OR AGPL-3.0", accepted));
    let version = output("rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let more = ["--manifest-path", manifest, "--filter-platform", host];
    let metadata = output(env!("CARGO"), &[&arguments[..], &more].concat());
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    // From our package along all that is not for tests or builds alone.
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let root = metadata["resolve"]["root"].as_str().unwrap();
    let (mut linked, mut open) = (BTreeSet::new(), vec![root]);
    while let Some(id) = open.pop() {
        if !linked.insert(id) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id).unwrap();
        let dependencies = node["deps"].as_array().unwrap().iter();
        let is_linked = |kind: &Value| kind["kind"].is_null();
        let linked = dependencies
            .filter(|dependency| dependency["dep_kinds"].as_array().unwrap().iter().any(is_linked));
        open.extend(linked.map(|dependency| dependency["pkg"].as_str().unwrap()));
    }
    assert!(linked.len() > 20, "{linked:?}");
    for package in metadata["packages"].as_array().unwrap() {
        if linked.contains(package["id"].as_str().unwrap()) {
            let licence = package["license"].as_str().unwrap_or_default();
            assert!(is_accepted(licence, accepted), "{}: '{licence}'", package["name"]);
        }
    }
}
