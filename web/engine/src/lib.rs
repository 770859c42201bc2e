//! The engine as a module of WebAssembly: messages in JSON in, messages out. What they mean is in
//! [`dolmen_study::desk`]; `web/package` wraps it for JavaScript.

mod helpers;

use dolmen::search::Control;
use dolmen_study::desk::{Allowed, Call, message};
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

pub use helpers::help;

/// Memory that a search may take, in MiB: phones do not give a page much more.
const MEMORY: u64 = 256;

#[cfg(target_feature = "simd128")]
const KIND: &str = "wasm-simd";
#[cfg(not(target_feature = "simd128"))]
const KIND: &str = "wasm";

#[wasm_bindgen]
extern "C" {
    /// A function of the page that takes a message.
    pub type Send;

    /// Passes a message on.
    #[wasm_bindgen(method, structural, js_name = "send")]
    fn send(this: &Send, message: &str);
}

/// Answers calls, one after the other; each search in the calling thread until its end.
#[wasm_bindgen]
pub struct Desk {
    desk: dolmen_study::desk::Desk,
    control: Box<Control>,
}

#[wasm_bindgen]
impl Desk {
    /// Without an engine so far. A search may have this number of threads, its own and those of
    /// workers that help on the same memory. In a module without threads the number is only told:
    /// another module has them.
    #[wasm_bindgen(constructor)]
    pub fn new(threads: usize) -> Desk {
        let allowed = Allowed { threads, memory: MEMORY, engine: KIND };
        let desk = match cfg!(target_feature = "atomics") {
            true => helpers::desk(allowed),
            false => dolmen_study::desk::Desk::new(allowed),
        };
        Desk { desk, control: Box::new(Control::new()) }
    }

    /// Where in memory the flag is that ends all searches, now and later: whoever shares the memory
    /// sets this byte to 1.
    pub fn stop_flag(&self) -> usize {
        std::ptr::from_ref(self.control.flag()) as usize
    }

    /// Answers a call with the message of [`message`]. On the way it sends what is known so far.
    pub fn answer(&mut self, call: &str, progress: &Send) -> String {
        let object = serde_json::from_str(call).map_err(|error| error.to_string());
        let mut tell = |news: Value| progress.send(&news.to_string());
        let answer = match object.and_then(Call::read) {
            Ok(call) => self.desk.answer(&call, &self.control, &mut tell),
            Err(error) => Err(error.into()),
        };
        message(answer).to_string()
    }
}

/// What `pbrain-dolmen bench` prints: the signature, and positions for each second.
///
/// # Errors
/// Never: a buffer takes all that is written.
#[wasm_bindgen]
pub fn bench() -> String {
    let mut output = Vec::new();
    let done = dolmen::tools::bench::run(&mut output, std::io::sink());
    done.map_or_else(|error| error.to_string(), |()| String::from_utf8_lossy(&output).into_owned())
}
