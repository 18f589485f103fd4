//! Whom a listener is for, and what an operator can do when its places are taken.

use super::{Full, Most};

/// Whom a listener is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The public, whose limits are in the configuration.
    Public,
    /// Programs. The limits are fixed.
    Programs,
    /// The staff. The limits are fixed, and who has a login goes before who has none.
    Staff,
}

impl Kind {
    /// Returns what an operator is told when a connection got no place.
    pub(super) fn refusal(self, Most { all, each }: Most, full: Full) -> String {
        match (self, full) {
            (Kind::Public, Full::All) => {
                "all places for connections are taken and it was refused; see who takes them, or raise connections in [server]".to_owned()
            }
            (Kind::Public, Full::Address) => {
                "it has as many connections as one address may have; if a whole hall or a proxy is behind it, raise \
                 connections_each in [server]".to_owned()
            }
            (Kind::Programs, Full::All) => {
                format!("a listener for programs has its {all} connections and refused it; end programs that are not needed")
            }
            (Kind::Programs, Full::Address) => {
                format!("it has the {each} connections that one address may have at a listener for programs; end some of them")
            }
            (Kind::Staff, Full::All) => format!(
                "the arbiter's listener has its {all} connections, all of people who are logged in, and refused it; close pages \
                 that nobody needs, or end logins (topboard link --list)"
            ),
            (Kind::Staff, Full::Address) => format!(
                "it has the {each} connections that one address may have at the arbiter's listener, all of people who are logged \
                 in; close pages there that nobody needs"
            ),
        }
    }
}
