//! `dolmen-bindgen INPUT.wasm FOLDER NAME`: what the program `wasm-bindgen` does, as the page needs it.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder, name] = &arguments[..] else {
        log("usage: dolmen-bindgen INPUT.wasm FOLDER NAME");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let bindgen =
        bindgen.input_path(input).out_name(name).omit_default_module_path(true).typescript(true);
    // The names of functions are a third of the module.
    let done =
        bindgen.remove_name_section(true).web(true).and_then(|bindgen| bindgen.generate(folder));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log(&format!("dolmen-bindgen: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn log(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{text}");
}
