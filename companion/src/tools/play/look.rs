//! What the terminal can show, and in which language its user reads.

use super::language::Language;

/// How things are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Colours that may be used.
    pub colors: Colors,
    /// Letters only.
    pub ascii: bool,
    /// The language of the user.
    pub language: Language,
}

/// Colours that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None at all.
    None,
    /// The sixteen of every terminal.
    Sixteen,
    /// 256.
    Many,
}

impl Look {
    /// What the environment variables say: `NO_COLOR`, `TERM`, `COLORTERM`, and the locale.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Look {
        let get = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(get);
        // What letters there are is said by LC_CTYPE, and on Windows by none of these.
        let letters = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(get);
        let letters = letters.unwrap_or_default().to_ascii_lowercase();
        let unicode = cfg!(windows) || ["utf-8", "utf8"].iter().any(|name| letters.contains(name));
        let term = get("TERM").unwrap_or_default();
        let rich = ["256color", "kitty", "alacritty", "ghostty", "direct"];
        // The consoles of Windows 10 and later have 256 colours, but set no variable that says so.
        let is_rich = (cfg!(windows) && term.is_empty())
            || get("COLORTERM").is_some()
            || rich.iter().any(|name| term.contains(name));
        let colors = if get("NO_COLOR").is_some() {
            Colors::None
        } else if is_rich {
            Colors::Many
        } else {
            Colors::Sixteen
        };
        let language = Language::of_locale(&locale.unwrap_or_default());
        Look { colors, ascii: !unicode, language }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> Look {
        Look::of_environment(|name| {
            let found = variables.iter().find(|variable| variable.0 == name);
            found.map(|variable| variable.1.to_string())
        })
    }

    #[test]
    fn the_environment_decides() {
        let rich = look(&[("LANG", "ko_KR.UTF-8"), ("TERM", "xterm-256color")]);
        assert_eq!((rich.colors, rich.language), (Colors::Many, Language::Korean));
        assert!(!rich.ascii);
        let poor = look(&[("LANG", "C"), ("TERM", "linux")]);
        assert_eq!((poor.colors, poor.language), (Colors::Sixteen, Language::English));
        assert_eq!(poor.ascii, !cfg!(windows));
        let mixed = look(&[("LC_ALL", ""), ("LC_MESSAGES", "zh_CN"), ("LANG", "en_US.utf8")]);
        assert_eq!((mixed.language, mixed.ascii), (Language::Chinese, false));
        assert_eq!(look(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]).colors, Colors::None);
        let bare = if cfg!(windows) { Colors::Many } else { Colors::Sixteen };
        assert_eq!(look(&[("NO_COLOR", "")]).colors, bare);
    }
}
