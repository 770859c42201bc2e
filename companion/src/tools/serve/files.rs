//! The files of the page.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use super::head::{Head, Refusal};
use crate::files::fault;

/// Those that are built in; none without the feature `page`.
static BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Where the page takes its engine from: see `web/package/src/index.ts`.
const MARK: &str = "<meta name=\"dolmen-engine\" content=\"engine\">";

/// Where the files are.
pub enum Page {
    /// In the program.
    BuiltIn,
    /// In a folder.
    Folder(PathBuf),
}

impl Page {
    /// The page in this folder, else the one that is built in.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(folder: Option<&Path>) -> io::Result<Page> {
        match folder {
            Some(folder) => {
                let index = folder.join("index.html");
                fs::metadata(&index).map_err(|error| fault(&index, error))?;
                Ok(Page::Folder(folder.to_path_buf()))
            }
            None if BUILT_IN.is_empty() => Err(io::Error::other(
                "this program was built without the web page: `make web` in its source builds the \
                 page and a program that has it; or give --page a folder with a built page",
            )),
            None => Ok(Page::BuiltIn),
        }
    }

    /// A file by the path of a request.
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let name = match path.strip_prefix('/')? {
            "" => "index.html",
            name => name,
        };
        let bytes = match self {
            Page::BuiltIn => Cow::Borrowed(BUILT_IN.iter().find(|file| file.0 == name)?.1),
            Page::Folder(folder) => Cow::Owned(read_below(folder, name)?),
        };
        Some(if name == "index.html" { with_mark(bytes) } else { bytes })
    }

    /// Answers a request for a file.
    ///
    /// # Errors
    /// If the client is gone.
    pub fn answer(&self, stream: &mut impl Write, head: &Head, path: &str) -> io::Result<()> {
        let Some(bytes) = self.file(path) else {
            return Refusal::NotFound.write(stream, Some(head));
        };
        let (kind, length) = (content_type(path), bytes.len());
        write!(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\
             cache-control: no-cache\r\nx-content-type-options: nosniff\r\n\
             referrer-policy: no-referrer\r\ncross-origin-resource-policy: same-origin\r\n\
             content-security-policy: frame-ancestors 'none'\r\nconnection: close\r\n\r\n"
        )?;
        if head.wants_body() {
            stream.write_all(&bytes)?;
        }
        stream.flush()
    }
}

/// A file of a folder, not one beside or above it.
fn read_below(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(name);
    if !is_plain || !path.canonicalize().ok()?.starts_with(folder.canonicalize().ok()?) {
        return None;
    }
    fs::read(path).ok()
}

/// The page told that the engine is here: at the start of its head, which may have no tag.
fn with_mark(index: Cow<'static, [u8]>) -> Cow<'static, [u8]> {
    let lower = index.to_ascii_lowercase();
    let after = |tag: &[u8]| {
        let is_tag =
            |bytes: &[u8]| bytes.starts_with(tag) && !bytes[tag.len()].is_ascii_alphanumeric();
        let start = lower.windows(tag.len() + 1).position(is_tag)?;
        let length = lower[start..].iter().position(|&byte| byte == b'>')?;
        Some(start + length + 1)
    };
    let tags: [&[u8]; 3] = [b"<head", b"<html", b"<!doctype"];
    let mut page = index.into_owned();
    let place = tags.into_iter().find_map(after).unwrap_or(0);
    page.splice(place..place, MARK.bytes());
    Cow::Owned(page)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js" | "mjs") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "text/html; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages whose head has attributes or no tag did not hear of the engine.
    #[test]
    fn every_page_hears_of_the_engine() {
        for (before, after) in [
            ("<!doctype html><html><head>", "<title>t</title></head>"),
            ("<!DOCTYPE html>\n<HTML>\n<HEAD lang=\"en\">", "<title>t</title>"),
            ("<!doctype html><html lang=\"en\">", "<header>t</header>"),
            ("<!doctype html>", "<title>t</title><p>x"),
            ("", "<p>\u{e9}"),
        ] {
            let page = with_mark(Cow::Owned(format!("{before}{after}").into_bytes()));
            assert_eq!(String::from_utf8_lossy(&page), format!("{before}{MARK}{after}"));
        }
    }
}
