//! The head of a request, and refusals.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use tungstenite::http::{HeaderName, HeaderValue, Method, Request, Version};

/// Most bytes of a head.
const LONGEST: usize = 16 << 10;
/// How long a refused client may take to say more or go.
const LINGER: Duration = Duration::from_secs(1);
/// What a head ends with.
const HEAD_END: &[u8] = b"\r\n\r\n";
/// Most header lines.
const MOST_HEADERS: usize = 64;

/// A request without a body.
pub struct Head(Request<()>);

impl Head {
    /// For the handshake.
    pub fn request(&self) -> &Request<()> {
        &self.0
    }

    /// `GET` or `HEAD`.
    pub fn method(&self) -> &Method {
        self.0.method()
    }

    /// Whether the answer has a body.
    pub fn wants_body(&self) -> bool {
        self.method() == Method::GET
    }

    /// Without the query.
    pub fn path(&self) -> &str {
        self.0.uri().path()
    }

    /// A header; `None` if it is missing, given twice, or not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.0.headers().get_all(name).iter();
        match (all.next(), all.next()) {
            (Some(only), None) => only.to_str().ok(),
            _ => None,
        }
    }

    /// What the client calls this server, in lower case: it may write the name as it likes.
    pub fn host(&self) -> Option<String> {
        self.header("host").map(str::to_ascii_lowercase)
    }
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not HTTP.
    Malformed,
    /// A head without end.
    TooLong,
    /// The client took too long.
    TooSlow,
    /// Neither GET nor HEAD.
    Method,
    /// Not a name of this server.
    WrongHost,
    /// Another site's page.
    WrongOrigin,
    /// Not a handshake.
    NoWebSocket,
    /// No such file.
    NotFound,
    /// Too many connections.
    Busy,
    /// The engines are taken.
    NoEngine,
}

impl Refusal {
    const fn status(self) -> &'static str {
        match self {
            Refusal::Malformed => "400 Bad Request",
            Refusal::TooLong => "431 Request Header Fields Too Large",
            Refusal::TooSlow => "408 Request Timeout",
            Refusal::Method => "405 Method Not Allowed",
            Refusal::WrongHost => "421 Misdirected Request",
            Refusal::WrongOrigin => "403 Forbidden",
            Refusal::NoWebSocket => "426 Upgrade Required",
            Refusal::NotFound => "404 Not Found",
            Refusal::Busy | Refusal::NoEngine => "503 Service Unavailable",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Refusal::Malformed => "not a request of HTTP/1.1",
            Refusal::TooLong => "the head of the request is too long",
            Refusal::TooSlow => "the request took too long",
            Refusal::Method => "only GET and HEAD are answered",
            Refusal::WrongHost => "this server is not known by that name",
            Refusal::WrongOrigin => "only this server's own page may use the engine",
            Refusal::NoWebSocket => "a WebSocket is expected here",
            Refusal::NotFound => "there is no such file",
            Refusal::Busy => "too many connections",
            Refusal::NoEngine => "all engines are in use",
        }
    }

    /// What HTTP wants in the head of the answer besides.
    const fn header(self) -> &'static str {
        match self {
            Refusal::Method => "allow: GET, HEAD\r\n",
            _ => "",
        }
    }

    /// Writes it, as the answer to a request if that could be read.
    ///
    /// # Errors
    /// If the client is gone.
    pub fn write(self, stream: &mut impl Write, head: Option<&Head>) -> io::Result<()> {
        let (status, text, header) = (self.status(), self.text(), self.header());
        let length = text.len() + 1;
        write!(
            stream,
            "HTTP/1.1 {status}\r\ncontent-type: text/plain\r\ncontent-length: {length}\r\n\
             {header}connection: close\r\n\r\n"
        )?;
        if head.is_none_or(Head::wants_body) {
            writeln!(stream, "{text}")?;
        }
        stream.flush()
    }
}

impl Refusal {
    /// Writes it, and lets the client read it.
    ///
    /// # Errors
    /// If the client is gone.
    pub fn end(self, stream: &mut TcpStream, head: Option<&Head>) -> io::Result<()> {
        self.write(stream, head)?;
        linger(stream)
    }
}

/// Ends a connection so that the client can read what was said last: the system resets one that is
/// closed while something in it is unread.
///
/// # Errors
/// If the client is gone.
pub fn linger(mut stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let deadline = Instant::now() + LINGER;
    let mut chunk = [0; 16 << 10];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        stream.set_read_timeout(Some(left))?;
        if !stream.read(&mut chunk).is_ok_and(|count| count > 0) {
            return Ok(());
        }
    }
}

/// Reads a head within this time. What comes with it, such as a body, is left out: nothing that is
/// answered here has one.
///
/// # Errors
/// If the connection fails or is closed.
pub fn read_head(stream: &mut TcpStream, patience: Duration) -> io::Result<Result<Head, Refusal>> {
    let deadline = Instant::now() + patience;
    let mut bytes = Vec::new();
    let mut chunk = [0; 1024];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(Err(Refusal::TooSlow));
        }
        stream.set_read_timeout(Some(left))?;
        let count = match stream.read(&mut chunk) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(error) if is_timeout(&error) => return Ok(Err(Refusal::TooSlow)),
            Err(error) => return Err(error),
        };
        // The end may lie across two parts.
        let from = bytes.len().saturating_sub(HEAD_END.len() - 1);
        bytes.extend_from_slice(&chunk[..count]);
        let is_end = |four: &[u8]| four == HEAD_END;
        if let Some(place) = bytes[from..].windows(HEAD_END.len()).position(is_end) {
            return Ok(parse(&bytes[..from + place + HEAD_END.len()]));
        }
        if bytes.len() > LONGEST {
            return Ok(Err(Refusal::TooLong));
        }
    }
}

/// Whether a read or write ended by its time limit.
pub fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn parse(bytes: &[u8]) -> Result<Head, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    match parsed.parse(bytes) {
        Ok(status) if status.is_complete() => {}
        Err(httparse::Error::TooManyHeaders) => return Err(Refusal::TooLong),
        _ => return Err(Refusal::Malformed),
    }
    let (Some(method), Some(path), Some(1)) = (parsed.method, parsed.path, parsed.version) else {
        return Err(Refusal::Malformed);
    };
    if method != "GET" && method != "HEAD" {
        return Err(Refusal::Method);
    }
    let mut request = Request::builder().method(method).uri(path).version(Version::HTTP_11);
    for header in parsed.headers {
        let name = HeaderName::from_bytes(header.name.as_bytes());
        let value = HeaderValue::from_bytes(header.value);
        let (Ok(name), Ok(value)) = (name, value) else { return Err(Refusal::Malformed) };
        request = request.header(name, value);
    }
    request.body(()).map(Head).map_err(|_| Refusal::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> Option<Refusal> {
        parse(text.as_bytes()).err()
    }

    #[test]
    fn heads_are_read_and_others_refused() {
        let head = parse(b"GET /a/b.js?x=1 HTTP/1.1\r\nHost: LocalHost:1\r\nX: y\r\nX: z\r\n\r\n");
        let head = head.unwrap_or_else(|refusal| panic!("{refusal:?}"));
        assert_eq!(
            (head.path(), head.host().as_deref(), head.header("x")),
            ("/a/b.js", Some("localhost:1"), None)
        );
        assert_eq!(refusal("POST / HTTP/1.1\r\n\r\n"), Some(Refusal::Method));
        assert_eq!(refusal("GET / HTTP/1.0\r\n\r\n"), Some(Refusal::Malformed));
        assert_eq!(refusal("GET / HTTP/1.1\r\nno colon\r\n\r\n"), Some(Refusal::Malformed));
        assert_eq!(refusal("\u{0}\u{1}\r\n\r\n"), Some(Refusal::Malformed));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MOST_HEADERS + 1));
        assert_eq!(refusal(&many), Some(Refusal::TooLong));
    }
}
