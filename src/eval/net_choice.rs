use std::sync::Arc;

use super::net::Net;
use crate::types::{Rule, Size};

/// The net that corrects the tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetChoice {
    /// The embedded nets.
    #[default]
    Embedded,
    /// This net, under its rule.
    Other(Arc<Net>),
    /// Tables only.
    Tables,
}

impl NetChoice {
    /// Its name in records: `None` for the embedded nets, `none` for tables only, else the checksum
    /// of the net.
    pub fn name(&self) -> Option<String> {
        match self {
            NetChoice::Embedded => None,
            NetChoice::Tables => Some("none".into()),
            NetChoice::Other(net) => Some(net.name()),
        }
    }

    /// The net for a game under this rule and on a board of this size, if there is one.
    pub fn of(&self, rule: Rule, size: Size) -> Option<Arc<Net>> {
        match self {
            NetChoice::Other(net) if net.rule() == rule => Some(net.clone()),
            NetChoice::Tables => None,
            _ => Net::embedded(rule, size),
        }
    }

    /// The same name for any net, embedded or not.
    pub fn name_of(&self, rule: Rule, size: Size) -> String {
        self.of(rule, size).map_or("none".into(), |net| net.name())
    }
}
