//! `dolmen serve`: the web page with the native engine behind it, for browsers of this machine.

mod files;
mod head;
mod session;

use std::collections::HashSet;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::RangedU64ValueParser;

use dolmen::protocol::parse_threads;
use dolmen_study::desk::Allowed;
use files::Page;
use head::{Head, Refusal, linger, read_head};

/// Options of `serve`.
#[derive(Clone, Debug, Args)]
pub struct ServeOptions {
    /// Port; 0 takes a free one.
    #[arg(long, default_value_t = 8015, value_name = "N")]
    pub port: u16,
    /// Also listen at this address of this machine, which other hosts can reach. Everybody who can
    /// reach it can use the engine.
    #[arg(long, value_name = "ADDRESS", value_parser = parse_address)]
    pub open_to: Vec<IpAddr>,
    /// Folder of the page, instead of the one that is built in.
    #[arg(long, value_name = "FOLDER")]
    pub page: Option<PathBuf>,
    /// Most threads of a search, at most as many as the machine runs at once. Default: all.
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// Most memory of a search, in MiB.
    #[arg(long, default_value_t = 1024, value_name = "MIB", value_parser = clap::value_parser!(u64).range(8..=1_048_576))]
    pub memory: u64,
    /// Most connections at a time, those with an engine included; more wait.
    #[arg(long, default_value_t = 48, value_name = "N", value_parser = places())]
    pub connections: usize,
    /// Most pages that have an engine.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = places())]
    pub engines: usize,
    /// A page that has asked nothing for so many seconds loses its engine to one that waits; it gets
    /// another when it asks.
    #[arg(long, default_value_t = 300, value_name = "SECONDS")]
    pub idle: u64,
}

fn places() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=4096)
}

/// An address that a browser can name.
fn parse_address(text: &str) -> Result<IpAddr, String> {
    let address: IpAddr = text.parse().map_err(|_| "expected an IP address".to_string())?;
    match address.is_unspecified() {
        true => Err("expected one address of this machine, not all of them".into()),
        false => Ok(address),
    }
}

/// How long a client may take to say what it wants, and to take the answer; and how long it waits to
/// be heard.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long it waits for an engine: less than the page does (`web/package/src/socket.ts`).
const FOR_AN_ENGINE: Duration = Duration::from_secs(3);
/// How often it is looked for a place that is free.
const LOOK: Duration = Duration::from_millis(10);

/// A server that listens.
pub struct Server {
    listeners: Vec<TcpListener>,
    shared: Arc<Shared>,
}

/// What all connections have in common.
struct Shared {
    page: Page,
    /// What browsers may call this server: `127.0.0.1:8015`.
    hosts: HashSet<String>,
    allowed: Allowed,
    connections: Places,
    engines: Places,
    /// Clients that wait for an engine.
    wanted: AtomicUsize,
    /// See [`ServeOptions::idle`].
    idle: Duration,
}

/// Shows the page until the process ends.
///
/// # Errors
/// If there is no page, or an address cannot be listened at.
pub fn run(options: &ServeOptions, mut output: impl Write) -> io::Result<()> {
    let server = Server::new(options)?;
    for address in server.addresses()? {
        writeln!(output, "http://{address}/")?;
    }
    writeln!(output, "Open one of these in a browser; Ctrl+C ends the server.")?;
    output.flush()?;
    server.serve();
    Ok(())
}

impl Server {
    /// Listens at the loopback addresses, and at those of the options.
    ///
    /// # Errors
    /// If there is no page, an address cannot be listened at, or there are fewer connections than
    /// engines.
    pub fn new(options: &ServeOptions) -> io::Result<Server> {
        if options.connections < options.engines {
            return Err(io::Error::other(
                "--connections, engines included, is less than --engines",
            ));
        }
        let page = Page::new(options.page.as_deref())?;
        let first = listen(IpAddr::V4(Ipv4Addr::LOCALHOST), options.port)?;
        let port = first.local_addr()?.port();
        let mut hosts = HashSet::from([format!("localhost:{port}"), format!("127.0.0.1:{port}")]);
        let mut listeners = vec![first];
        for &address in &options.open_to {
            // Where it does not listen yet.
            if hosts.insert(SocketAddr::new(address, port).to_string()) {
                listeners.push(listen(address, port)?);
            }
        }
        // The port that browsers leave out.
        if port == 80 {
            let names: Vec<String> =
                hosts.iter().filter_map(|host| Some(host.strip_suffix(":80")?.into())).collect();
            hosts.extend(names);
        }
        let processors = thread::available_parallelism().map_or(1, |count| count.get());
        let threads = options.threads.unwrap_or(processors);
        let allowed = Allowed { threads, memory: options.memory, engine: "native" };
        let shared = Shared {
            page,
            hosts,
            allowed,
            connections: Places::new(options.connections),
            engines: Places::new(options.engines),
            wanted: AtomicUsize::new(0),
            idle: Duration::from_secs(options.idle),
        };
        Ok(Server { listeners, shared: Arc::new(shared) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not know.
    pub fn addresses(&self) -> io::Result<Vec<SocketAddr>> {
        self.listeners.iter().map(TcpListener::local_addr).collect()
    }

    /// Answers for ever.
    pub fn serve(&self) {
        thread::scope(|scope| {
            for listener in &self.listeners {
                scope.spawn(|| self.accept(listener));
            }
        });
    }

    fn accept(&self, listener: &TcpListener) {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else {
                // Out of file handles, for instance: others will be closed.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            // Those who come later wait meanwhile, in the system's queue.
            let Some(place) = Place::wait(&self.shared, |shared| &shared.connections, PATIENCE)
            else {
                let _ = stream.set_write_timeout(Some(PATIENCE));
                let _ = Refusal::Busy.end(&mut stream, None);
                continue;
            };
            let serve = move || {
                // A client that goes away is nobody's fault.
                if let Err(error) = attend(stream, &place.shared) {
                    log::debug!("serve: {error}");
                }
            };
            let started = thread::Builder::new().name("connection".into()).spawn(serve);
            if let Err(error) = started {
                log::warn!("serve: {error}");
            }
        }
    }
}

fn listen(address: IpAddr, port: u16) -> io::Result<TcpListener> {
    let address = SocketAddr::new(address, port);
    TcpListener::bind(address)
        .map_err(|error| io::Error::new(error.kind(), format!("{address}: {error}")))
}

/// A limited number of places.
struct Places {
    most: usize,
    taken: AtomicUsize,
}

impl Places {
    fn new(most: usize) -> Places {
        Places { most, taken: AtomicUsize::new(0) }
    }
}

/// One of them, given back when it is dropped.
struct Place {
    shared: Arc<Shared>,
    of: fn(&Shared) -> &Places,
}

impl Place {
    /// The first that is free within this time.
    fn wait(shared: &Arc<Shared>, of: fn(&Shared) -> &Places, patience: Duration) -> Option<Place> {
        let deadline = Instant::now() + patience;
        let Places { most, taken } = of(shared);
        let take = |taken: usize| (taken < *most).then_some(taken + 1);
        while taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(LOOK);
        }
        Some(Place { shared: Arc::clone(shared), of })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        (self.of)(&self.shared).taken.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One request; a WebSocket stays.
fn attend(mut stream: TcpStream, shared: &Arc<Shared>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = match read_head(&mut stream, PATIENCE)? {
        Ok(head) => head,
        Err(refusal) => return refusal.end(&mut stream, None),
    };
    if !head.host().is_some_and(|host| shared.hosts.contains(&host)) {
        // Another name may lead here by trickery with the domain name system.
        return Refusal::WrongHost.end(&mut stream, Some(&head));
    }
    match head.path() {
        "/engine" => talk(stream, &head, shared),
        path => {
            shared.page.answer(&mut stream, &head, path)?;
            linger(&stream)
        }
    }
}

/// The engine, for a page of this server only.
fn talk(mut stream: TcpStream, head: &Head, shared: &Arc<Shared>) -> io::Result<()> {
    let origin = head.header("origin").and_then(|origin| origin.strip_prefix("http://"));
    if origin.is_none() || origin != head.host().as_deref() {
        return Refusal::WrongOrigin.end(&mut stream, Some(head));
    }
    let response = match tungstenite::handshake::server::create_response(head.request()) {
        Ok(response) => response,
        Err(_) => return Refusal::NoWebSocket.end(&mut stream, Some(head)),
    };
    let wait = |patience| Place::wait(shared, |shared| &shared.engines, patience);
    let place = wait(Duration::ZERO).or_else(|| {
        shared.wanted.fetch_add(1, Ordering::Relaxed);
        let place = wait(FOR_AN_ENGINE);
        shared.wanted.fetch_sub(1, Ordering::Relaxed);
        place
    });
    let Some(_place) = place else {
        return Refusal::NoEngine.end(&mut stream, Some(head));
    };
    tungstenite::handshake::server::write_response(&mut stream, &response)
        .map_err(io::Error::other)?;
    let is_wanted = || shared.wanted.load(Ordering::Relaxed) > 0;
    session::run(stream, shared.allowed, shared.idle, is_wanted)
}
