use std::sync::Arc;

use super::net::Net;
use crate::types::Rule;

/// Which net corrects what the tables say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetChoice {
    /// That of the program.
    #[default]
    Embedded,
    /// This one, under its rule.
    Other(Arc<Net>),
    /// None: the tables alone.
    Tables,
}

impl NetChoice {
    /// What it is called in records: nothing if it is that of the program, `none` for the tables
    /// alone, else the checksum of the net.
    pub fn name(&self) -> Option<String> {
        match self {
            NetChoice::Embedded => None,
            NetChoice::Tables => Some("none".into()),
            NetChoice::Other(net) => Some(net.name()),
        }
    }

    /// The net for a game under this rule, if there is one.
    pub fn of(&self, rule: Rule) -> Option<Arc<Net>> {
        match self {
            NetChoice::Other(net) if net.rule() == rule => Some(net.clone()),
            NetChoice::Tables => None,
            _ => Net::embedded(rule),
        }
    }

    /// The same as it is called in records, whether part of the program or not.
    pub fn name_of(&self, rule: Rule) -> String {
        self.of(rule).map_or("none".into(), |net| net.name())
    }

    /// Whether it is a net that plays under another rule.
    pub fn is_foreign(&self, rule: Rule) -> bool {
        matches!(self, NetChoice::Other(net) if net.rule() != rule)
    }
}
