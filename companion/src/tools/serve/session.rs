//! One page with its engine: calls come in, answers go out, as `dolmen_study::desk` has them.

use std::collections::VecDeque;
use std::io;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::head::{is_timeout, linger};
use dolmen::search::Control;
use dolmen_study::desk::{Allowed, Answer, Call, Desk, message};

/// Most bytes of a message: a game file of 8 MiB, the most that the page reads, in base64.
const LONGEST: usize = 12 << 20;
/// Most searches that wait. The npm package keeps within these limits: `web/package/src/socket.ts`.
const MOST_WAITING: usize = 64;
/// Messages for each second, and how many may come at once.
const RATE: f64 = 100.0;
const BURST: f64 = 400.0;
/// News that may wait to be sent; a client that takes nothing stops its search, too.
const NEWS: usize = 64;
/// How often it is looked for news while a search runs, and whether others want an engine while none
/// does; and how often whether the client is there.
const TICK: Duration = Duration::from_millis(10);
const RESTING: Duration = Duration::from_secs(1);
const IDLE: Duration = Duration::from_secs(20);
/// A client that answers no ping for so long is gone.
const SILENCE: Duration = Duration::from_secs(60);

/// A search to be done.
struct Job {
    id: u64,
    call: Box<Call>,
    control: Arc<Control>,
}

/// What comes from the thread that searches.
enum News {
    /// For the client.
    Progress(String),
    /// The answer; the search is done.
    Done(String),
}

/// Talks until the client or the connection ends, the client breaks the rules, or its engine is wanted
/// by another and it has asked nothing for the time `idle`.
///
/// # Errors
/// If the connection fails.
pub fn run(
    stream: TcpStream,
    allowed: Allowed,
    idle: Duration,
    is_wanted: impl Fn() -> bool,
) -> io::Result<()> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST))
        .max_write_buffer_size(4 * LONGEST);
    let socket = WebSocket::from_raw_socket(stream, Role::Server, Some(config));
    let (jobs, job_inbox) = channel();
    let (sender, news) = sync_channel(NEWS);
    let work = move || work(&job_inbox, &sender, allowed);
    thread::Builder::new().name("engine".into()).spawn(work)?;
    let now = Instant::now();
    let mut session = Session {
        socket,
        desk: Desk::new(allowed),
        jobs,
        news,
        open: VecDeque::new(),
        allowance: Allowance { left: BURST, at: now },
        heard: now,
        asked: now,
        worked: now,
        idle,
        is_wanted,
    };
    match session.talk() {
        Err(Error::Io(error)) => Err(error),
        Err(Error::ConnectionClosed | Error::AlreadyClosed) | Ok(()) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// Searches one job after another. A panic costs one answer.
fn work(jobs: &Receiver<Job>, news: &SyncSender<News>, allowed: Allowed) {
    let mut desk = Desk::new(allowed);
    for Job { id, call, control } in jobs {
        let mut tell = |progress: Value| {
            let text = json!({"id": id, "progress": progress}).to_string();
            if news.send(News::Progress(text)).is_err() {
                control.stop();
            }
        };
        let answer = catch_unwind(AssertUnwindSafe(|| desk.answer(&call, &control, &mut tell)));
        let answer = answer.unwrap_or_else(|_| {
            desk = Desk::new(allowed);
            Err("the search failed".into())
        });
        if news.send(News::Done(envelope(id, answer))).is_err() {
            return;
        }
    }
}

fn envelope(id: u64, answer: Answer) -> String {
    let mut message = message(answer);
    message["id"] = id.into();
    message.to_string()
}

/// Messages that may still come.
struct Allowance {
    left: f64,
    at: Instant,
}

impl Allowance {
    /// Whether another message is within the rate.
    fn take(&mut self, now: Instant) -> bool {
        let earned = RATE * now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + earned).min(BURST) - 1.0;
        self.at = now;
        self.left >= 0.0
    }
}

struct Session<F> {
    socket: WebSocket<TcpStream>,
    /// For what is answered at once.
    desk: Desk,
    jobs: Sender<Job>,
    news: Receiver<News>,
    /// Searches that are not answered, the first one running.
    open: VecDeque<(u64, Arc<Control>)>,
    allowance: Allowance,
    /// When the client last gave a sign of life, and was last asked for one.
    heard: Instant,
    asked: Instant,
    /// When there was last something to do.
    worked: Instant,
    idle: Duration,
    is_wanted: F,
}

impl<F: Fn() -> bool> Session<F> {
    fn talk(&mut self) -> Result<(), Error> {
        loop {
            self.tell_news()?;
            self.check_client()?;
            let tick = if self.open.is_empty() { RESTING } else { TICK };
            self.socket.get_ref().set_read_timeout(Some(tick))?;
            match self.socket.read() {
                Ok(message) => {
                    self.heard = Instant::now();
                    self.take(&message)?;
                }
                Err(Error::Io(error)) if is_timeout(&error) => {}
                Err(Error::Capacity(error)) => {
                    return self.dismiss(CloseCode::Size, &error.to_string());
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn tell_news(&mut self) -> Result<(), Error> {
        loop {
            let text = match self.news.try_recv() {
                Ok(News::Progress(text)) => text,
                Ok(News::Done(text)) => {
                    self.open.pop_front();
                    self.worked = Instant::now();
                    text
                }
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => {
                    return self.dismiss(CloseCode::Error, "the engine has failed");
                }
            };
            self.socket.send(Message::text(text))?;
        }
    }

    /// Asks a client that is silent for a sign of life, and takes leave of one that has nothing to ask
    /// while others wait.
    fn check_client(&mut self) -> Result<(), Error> {
        let now = Instant::now();
        let is_idle = self.open.is_empty() && now.duration_since(self.worked) >= self.idle;
        if is_idle && (self.is_wanted)() {
            return self.dismiss(CloseCode::Again, "others waited for an engine");
        }
        if now.duration_since(self.heard) > SILENCE {
            return Err(Error::ConnectionClosed);
        }
        if now.duration_since(self.heard.max(self.asked)) >= IDLE {
            self.asked = now;
            self.socket.send(Message::Ping(Vec::new().into()))?;
        }
        Ok(())
    }

    fn take(&mut self, message: &Message) -> Result<(), Error> {
        if !self.allowance.take(Instant::now()) {
            return self.dismiss(CloseCode::Policy, "too many messages");
        }
        let Message::Text(text) = message else {
            return match message {
                Message::Binary(_) => self.dismiss(CloseCode::Unsupported, "messages are text"),
                // Pings are answered, and the end is confirmed, by the library.
                _ => Ok(()),
            };
        };
        let mut object = match serde_json::from_str(text) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return self.say(json!({"error": "not a JSON object"}).to_string()),
            Err(error) => {
                return self.say(json!({"error": format!("not JSON: {error}")}).to_string());
            }
        };
        self.worked = Instant::now();
        let Some(id) = object.remove("id").and_then(|id| id.as_u64()) else {
            return self.say(json!({"error": "an id is required, a whole number"}).to_string());
        };
        if object.get("call").is_some_and(|call| call == "cancel") {
            self.cancel(id);
            return Ok(());
        }
        if self.open.iter().any(|open| open.0 == id) {
            return self.refuse(id, "a call with this id is not answered yet");
        }
        match Call::read(object) {
            Err(error) => self.refuse(id, &error),
            Ok(call) if call.is_quick() => {
                let answer = self.desk.answer(&call, &Control::new(), &mut |_| {});
                self.say(envelope(id, answer))
            }
            Ok(_) if self.open.len() >= MOST_WAITING => self.refuse(id, "too many calls wait"),
            Ok(call) => {
                let control = Arc::new(Control::new());
                self.open.push_back((id, Arc::clone(&control)));
                // If the thread is gone, the next look for news tells.
                let _ = self.jobs.send(Job { id, call: Box::new(call), control });
                Ok(())
            }
        }
    }

    /// A search is ended; one that waits is answered at once when its turn comes.
    fn cancel(&self, id: u64) {
        let found = self.open.iter().find(|open| open.0 == id);
        found.into_iter().for_each(|open| open.1.stop());
    }

    fn refuse(&mut self, id: u64, text: &str) -> Result<(), Error> {
        self.say(envelope(id, Err(text.into())))
    }

    fn say(&mut self, text: String) -> Result<(), Error> {
        self.socket.send(Message::text(text))
    }

    /// Ends the connection, with the reason.
    fn dismiss(&mut self, code: CloseCode, reason: &str) -> Result<(), Error> {
        // A reason has at most 123 bytes.
        let reason: String = reason.chars().take(60).collect();
        self.socket.close(Some(CloseFrame { code, reason: reason.into() }))?;
        self.socket.flush()?;
        linger(self.socket.get_ref())?;
        Err(Error::ConnectionClosed)
    }
}

impl<F> Drop for Session<F> {
    /// Ends what still runs.
    fn drop(&mut self) {
        self.open.iter().for_each(|open| open.1.stop());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_a_flood_is_not() {
        let start = Instant::now();
        let mut allowance = Allowance { left: BURST, at: start };
        assert_eq!((0..1000).filter(|_| allowance.take(start)).count(), BURST as usize);
        allowance.left = 0.0;
        assert!(!allowance.take(start));
        assert!(allowance.take(start + Duration::from_secs(1)));
    }
}
