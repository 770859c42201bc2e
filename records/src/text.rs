//! Bytes of files as text.

/// UTF-8 if the bytes are that, else Latin-1, in which all bytes are letters. Line ends become
/// `\n`.
pub(super) fn decode(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text,
    }
}
