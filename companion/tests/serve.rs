//! `dolmen serve` as a browser and as an attacker see it.
#![allow(clippy::unwrap_used)]

mod folder;

use std::fs;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use companion::tools::serve::{ServeOptions, Server};
use folder::folder;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket};

type Client = WebSocket<TcpStream>;

fn options(page: Option<&std::path::Path>) -> ServeOptions {
    let page = page.map(Into::into);
    ServeOptions {
        port: 0,
        open_to: Vec::new(),
        page,
        threads: Some(1),
        memory: 64,
        connections: 48,
        engines: 8,
        idle: 300,
    }
}

/// A server on a free port, with a page that has two files; it runs as long as the test program.
fn server() -> SocketAddr {
    server_with(|_| {})
}

fn server_with(change: impl FnOnce(&mut ServeOptions)) -> SocketAddr {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let folder = folder(&COUNT.fetch_add(1, Ordering::Relaxed).to_string());
    fs::write(folder.join("secret"), "secret").expect("written");
    let page = folder.join("page");
    fs::create_dir_all(page.join("assets")).expect("created");
    fs::write(page.join("index.html"), "<html><head><title>t</title></head></html>")
        .expect("written");
    fs::write(page.join("assets/a.js"), "1;").expect("written");
    let mut options = options(Some(&page));
    change(&mut options);
    let server = Server::new(&options).expect("listens");
    let address = server.addresses().expect("known")[0];
    thread::spawn(move || server.serve());
    address
}

/// What the server says to a request.
fn request(address: SocketAddr, text: &str) -> String {
    try_request(address, text).expect("an answer")
}

fn try_request(address: SocketAddr, text: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(text.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn get(address: SocketAddr, path: &str) -> String {
    try_get(address, path).expect("an answer")
}

fn try_get(address: SocketAddr, path: &str) -> io::Result<String> {
    try_request(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n"))
}

/// A page of this origin asks for the engine.
fn connect_from(address: SocketAddr, origin: Option<&str>) -> Result<Client, u16> {
    let mut request = format!("ws://{address}/engine").into_client_request().expect("a request");
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
    }
    let stream = TcpStream::connect(address).expect("connects");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("set");
    match tungstenite::client(request, stream) {
        Ok((client, _)) => Ok(client),
        Err(tungstenite::HandshakeError::Failure(Error::Http(response))) => {
            Err(response.status().as_u16())
        }
        Err(error) => panic!("{error}"),
    }
}

fn connect(address: SocketAddr) -> Client {
    connect_from(address, Some(&format!("http://{address}"))).expect("accepted")
}

fn send(client: &mut Client, message: &Value) {
    client.send(Message::text(message.to_string())).expect("sent");
}

/// The next message.
fn next(client: &mut Client) -> Value {
    loop {
        match client.read().expect("a message") {
            Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
            Message::Ping(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Why the server ends the connection.
fn closing(client: &mut Client) -> (u16, String) {
    loop {
        match client.read() {
            Ok(Message::Close(Some(frame))) => {
                return (frame.code.into(), frame.reason.to_string());
            }
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn endless(id: u64) -> Value {
    json!({"id": id, "call": "query", "query": {"moves": "h8i9h10", "time": 600_000, "progress": 0}})
}

#[test]
fn the_page_is_served_and_told_where_its_engine_is() {
    let address = server();
    for path in ["/", "/index.html", "/?x=1"] {
        let answer = get(address, path);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(
            answer.contains("<head><meta name=\"dolmen-engine\" content=\"engine\">"),
            "{answer}"
        );
    }
    let answer = get(address, "/assets/a.js");
    assert!(
        answer.contains("content-type: text/javascript") && answer.ends_with("\r\n\r\n1;"),
        "{answer}"
    );
    let answer =
        request(address, &format!("HEAD /assets/a.js HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    assert!(answer.contains("content-length: 2") && answer.ends_with("\r\n\r\n"), "{answer}");
}

#[test]
fn nothing_beside_the_page_is_served() {
    let address = server();
    for path in [
        "/none",
        "/../secret",
        "//secret",
        "/assets/../../secret",
        "/%2e%2e/secret",
        "/assets",
        "/assets/",
        // Fixed: the page itself.
        "*",
    ] {
        let answer = get(address, path);
        assert!(
            answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"),
            "{path}: {answer}"
        );
    }
}

#[test]
fn other_names_of_the_server_are_refused() {
    let address = server();
    let port = address.port();
    let local = request(address, &format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"));
    assert!(local.starts_with("HTTP/1.1 200"), "{local}");
    let local = request(address, &format!("GET / HTTP/1.1\r\nHost: LocalHost:{port}\r\n\r\n"));
    assert!(local.starts_with("HTTP/1.1 200"), "{local}");
    let wrong = [
        format!("Host: evil.example:{port}\r\n"),
        "Host: 127.0.0.1\r\n".into(),
        format!("Host: localhost:{port}\r\nHost: evil.example\r\n"),
        String::new(),
    ];
    for host in wrong {
        let answer = request(address, &format!("GET / HTTP/1.1\r\n{host}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 421"), "{host}: {answer}");
    }
}

#[test]
fn only_pages_of_this_server_get_the_engine() {
    let address = server();
    let port = address.port();
    let others = [
        "http://evil.example".to_string(),
        format!("http://localhost:{port}"),
        format!("https://{address}"),
        "null".into(),
    ];
    for origin in others {
        assert_eq!(connect_from(address, Some(&origin)).err(), Some(403), "{origin}");
    }
    assert_eq!(connect_from(address, None).err(), Some(403));
    let answer = request(
        address,
        &format!("GET /engine HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\r\n"),
    );
    assert!(answer.starts_with("HTTP/1.1 426"), "{answer}");
}

#[test]
fn bad_requests_are_refused_with_a_reason() {
    let address = server();
    let long = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(20_000));
    let cases = [
        ("POST / HTTP/1.1\r\nHost: x\r\n\r\n", "405"),
        ("hello\r\n\r\n", "400"),
        (&*long, "431"),
        // Never ends: the server loses patience.
        ("GET / HTTP/1.1\r\nHost", "408"),
    ];
    for (text, status) in cases {
        let answer = request(address, text);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
        assert_eq!(answer.contains("\r\nallow: GET, HEAD\r\n"), status == "405", "{answer}");
    }
}

/// The end of a head was looked for at the end of what had come, until the patience was over.
#[test]
fn a_request_with_something_after_its_head_is_answered() {
    let address = server();
    let head = format!("HTTP/1.1\r\nHost: {address}\r\n");
    for (text, status) in [
        (format!("GET / {head}\r\nGET / HTTP/1.1\r\n"), "200"),
        (format!("GET /none {head}\r\n\r\n"), "404"),
        (format!("POST / {head}Content-Length: 3\r\n\r\nabc"), "405"),
    ] {
        let answer = request(address, &text);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
}

/// HEAD of what is refused got a body.
#[test]
fn refusals_of_head_have_no_body() {
    let address = server();
    for (path, host) in
        [("/none", address.to_string()), ("/engine", address.to_string()), ("/", "x".into())]
    {
        let answer = request(address, &format!("HEAD {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 4") && answer.ends_with("\r\n\r\n"), "{answer}");
        assert!(!answer.contains("content-length: 0"), "{answer}");
    }
}

/// The server said of itself that the address is in use.
#[test]
fn an_address_that_is_listened_at_already_is_no_error() {
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let page = folder("open-to");
    fs::write(page.join("index.html"), "").expect("written");
    let options = ServeOptions { open_to: vec![local, local], ..options(Some(&page)) };
    let server = Server::new(&options).expect("listens");
    assert_eq!(server.addresses().expect("known").len(), 1);
}

#[test]
fn calls_are_answered_as_in_the_browser() {
    let mut client = connect(server());
    send(&mut client, &json!({"id": 1, "call": "version"}));
    let version = next(&mut client);
    assert_eq!((&version["id"], &version["result"]["engine"]), (&json!(1), &json!("native")));
    send(&mut client, &json!({"id": 2, "call": "rules", "position": {"moves": "h8h8"}}));
    let answer = next(&mut client);
    assert_eq!(answer, json!({"id": 2, "error": "move 2 (h8): point is occupied"}));
    send(&mut client, &json!({"id": 3, "call": "query", "query": {"moves": "h8", "nodes": 1000}}));
    let answer = next(&mut client);
    assert_eq!((&answer["id"], &answer["result"]["status"]), (&json!(3), &json!("done")));
    for (text, expected) in [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ("{\"call\":\"version\"}", "an id is required"),
        ("{\"id\":4,\"call\":\"dance\"}", "unknown variant `dance`"),
        ("{\"id\":5,\"call\":\"version\",\"x\":1}", "unknown field `x`"),
    ] {
        client.send(Message::text(text)).expect("sent");
        let error = next(&mut client)["error"].to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_search_is_cancelled_and_those_that_wait_follow() {
    let mut client = connect(server());
    send(&mut client, &endless(1));
    assert!(next(&mut client)["progress"]["lines"][0]["move"].is_string());
    send(&mut client, &json!({"id": 2, "call": "query", "query": {"nodes": 10}}));
    send(&mut client, &endless(1));
    send(&mut client, &json!({"id": 3, "call": "rules", "position": {}}));
    // What is quick does not wait, and an id is used once at a time.
    let mut quick = Vec::new();
    while quick.len() < 2 {
        let answer = next(&mut client);
        if answer.get("progress").is_none() {
            quick.push(answer);
        }
    }
    assert_eq!(quick[0]["error"], "a call with this id is not answered yet");
    assert_eq!(quick[1]["id"], 3);
    send(&mut client, &json!({"id": 1, "call": "cancel"}));
    let mut answers = Vec::new();
    while answers.len() < 2 {
        let answer = next(&mut client);
        if answer.get("progress").is_none() {
            answers.push((answer["id"].clone(), answer["result"]["status"].clone()));
        }
    }
    assert_eq!(answers, [(json!(1), json!("cancelled")), (json!(2), json!("done"))]);
}

#[test]
fn the_largest_file_that_the_page_reads_fits_into_a_message() {
    let mut client = connect(server());
    // 8 MiB of zeros in base64.
    let file = "A".repeat((8_usize << 20).div_ceil(3) * 4 - 1) + "=";
    send(&mut client, &json!({"id": 1, "call": "read", "bytes": file, "name": "huge.lib"}));
    assert_eq!(next(&mut client)["id"], 1);
}

#[test]
fn a_message_that_is_too_long_ends_the_connection() {
    let mut client = connect(server());
    // The server may close before all of it is sent.
    let _ = client.send(Message::text("x".repeat((12 << 20) + 1)));
    match client.read() {
        Ok(Message::Close(Some(frame))) => assert_eq!(u16::from(frame.code), 1009),
        // The end of the connection may overtake the reason.
        Ok(other) => panic!("{other:?}"),
        Err(error) => assert!(matches!(error, Error::Io(_) | Error::Protocol(_)), "{error}"),
    }
}

#[test]
fn a_flood_of_messages_ends_the_connection() {
    let mut client = connect(server());
    for id in 0..2000 {
        let message = json!({"id": id, "call": "version"});
        if client.send(Message::text(message.to_string())).is_err() {
            break;
        }
    }
    assert_eq!(closing(&mut client), (1008, "too many messages".into()));
}

#[test]
fn too_many_waiting_searches_are_refused() {
    let mut client = connect(server());
    for id in 0..65 {
        send(&mut client, &endless(id));
    }
    let refused = loop {
        let answer = next(&mut client);
        if answer.get("error").is_some() {
            break answer;
        }
    };
    assert_eq!(refused, json!({"id": 64, "error": "too many calls wait"}));
}

#[test]
fn clients_do_not_wait_for_each_other() {
    let address = server();
    let mut busy = connect(address);
    send(&mut busy, &endless(1));
    assert!(next(&mut busy).get("progress").is_some());
    let mut other = connect(address);
    send(&mut other, &json!({"id": 1, "call": "level", "position": {"moves": "h8"}, "level": 3}));
    assert!(next(&mut other)["result"]["move"].is_string());
}

#[test]
fn a_client_that_goes_away_frees_its_place() {
    let address = server_with(|options| options.engines = 2);
    let mut clients: Vec<Client> = (0..2).map(|_| connect(address)).collect();
    let origin = format!("http://{address}");
    assert_eq!(connect_from(address, Some(&origin)).err(), Some(503));
    send(&mut clients[0], &endless(1));
    assert!(next(&mut clients[0]).get("progress").is_some());
    // Without a word, in the middle of a search.
    drop(clients.remove(0));
    let start = Instant::now();
    let mut client = loop {
        match connect_from(address, Some(&origin)) {
            Ok(client) => break client,
            Err(status) => assert_eq!(status, 503),
        }
        assert!(start.elapsed() < Duration::from_secs(100), "the place is not freed");
        thread::sleep(Duration::from_millis(50));
    };
    client.close(None).expect("said");
    assert!(matches!(client.read(), Ok(Message::Close(_))));
}

/// They were turned away at once, and their connections reset.
#[test]
fn more_connections_than_there_are_places_wait() {
    let address = server_with(|options| (options.connections, options.engines) = (1, 1));
    let idle = TcpStream::connect(address).expect("connects");
    let mut waiting = TcpStream::connect(address).expect("connects");
    write!(waiting, "GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("sent");
    drop(idle);
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).expect("text");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

    // Not for ever, and they are told.
    let address = server_with(|options| (options.connections, options.engines) = (1, 1));
    let mut client = connect(address);
    let answer = get(address, "/");
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("connections"), "{answer}");
    client.close(None).expect("said");
}

/// Pages that did nothing had kept all engines.
#[test]
fn an_idle_page_leaves_its_engine_to_one_that_waits() {
    let address = server_with(|options| (options.engines, options.idle) = (2, 0));
    let (mut busy, mut idle) = (connect(address), connect(address));
    send(&mut busy, &endless(1));
    assert!(next(&mut busy).get("progress").is_some());
    let origin = format!("http://{address}");
    let start = Instant::now();
    let mut third = loop {
        // A slow machine may take longer than a client waits.
        assert!(start.elapsed() < Duration::from_secs(100), "no engine becomes free");
        if let Ok(client) = connect_from(address, Some(&origin)) {
            break client;
        }
    };
    assert_eq!(closing(&mut idle), (1013, "others waited for an engine".into()));
    send(&mut third, &endless(1));
    assert!(next(&mut third).get("progress").is_some());
    assert!(next(&mut busy).get("progress").is_some());
    // Both have something to do.
    assert_eq!(connect_from(address, Some(&origin)).err(), Some(503));
}

#[test]
#[cfg(not(feature = "page"))]
fn a_program_without_the_page_says_how_to_get_it() {
    let error = Server::new(&options(None)).err().expect("no page").to_string();
    assert!(error.contains("make web") && error.contains("--page"), "{error}");
}

#[test]
fn more_engines_than_connections_are_refused() {
    let error = Server::new(&ServeOptions { engines: 49, ..options(None) }).err();
    let error = error.expect("too many engines").to_string();
    assert_eq!(error, "--connections, engines included, is less than --engines");
}
