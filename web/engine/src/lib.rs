//! The engine as a module of WebAssembly: messages in JSON in, messages out. What they mean is in
//! [`dolmen_study::desk`]; `web/package` wraps it for JavaScript.

use dolmen::search::Control;
use dolmen_study::desk::{Allowed, Call, message};
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

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
pub struct Desk(dolmen_study::desk::Desk);

#[wasm_bindgen]
impl Desk {
    /// Without an engine so far.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Desk {
        let allowed = Allowed { threads: 1, memory: MEMORY, engine: KIND };
        Desk(dolmen_study::desk::Desk::new(allowed))
    }

    /// Answers a call with the message of [`message`]. On the way it sends what is known so far.
    pub fn answer(&mut self, call: &str, progress: &Send) -> String {
        let call: Result<Call, _> = serde_json::from_str(call);
        let mut tell = |news: Value| progress.send(&news.to_string());
        let answer = call
            .map_err(|error| error.to_string().into())
            .and_then(|call| self.0.answer(&call, &Control::new(), &mut tell));
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
