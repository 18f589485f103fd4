//! The limit on open files. The program raises it as far as the system allows, and divides it between its parts.
//!
//! Every connection, every port of a board and every file of the journal is an open file. At the limit no board can be
//! opened and no visitor can connect. The public's connections therefore get what remains after everything else has its
//! share.

use crate::connections::guests::Most;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The greatest number of the public's connections, unless the configuration or the limit on open files sets another.
const CONNECTIONS_USUAL: usize = 20_480;
/// The least number of connections that the public is given, even if the limit on open files leaves less.
pub const CONNECTIONS_MIN: usize = 32;
/// The greatest number of connections that are refused with an answer at one time. Further ones are closed without an
/// answer.
pub const REFUSALS_MAX: usize = 32;
/// The number of open files kept for the journal, the log, the pages and the files that commands open.
const OWN: usize = 192;
/// The number of open files kept for each table: its board and its clock, each twice while the device is being
/// replaced.
const EACH_TABLE: usize = 4;

/// The limits of the arbiter's listener, whatever the public's are. Each arbiter's page takes some connections.
pub const ARBITER: Most = Most { all: 256, each: 128 };

/// The limit on open files of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Descriptors {
    /// The limit on open files at the start of the program; `None` means unlimited.
    before: Option<u64>,
    /// The present limit on open files; `None` means unlimited.
    now: Option<u64>,
}

impl Descriptors {
    /// Raises the limit on open files as far as the system allows.
    pub fn raise() -> Descriptors {
        let before = getrlimit(Resource::Nofile);
        let wanted = Rlimit { current: before.maximum, maximum: before.maximum };
        if before.current != before.maximum
            && let Err(error) = setrlimit(Resource::Nofile, wanted)
        {
            tracing::warn!("the limit of open files cannot be raised ({error}); fewer viewers have a place");
        }
        Descriptors { before: before.current, now: getrlimit(Resource::Nofile).current }
    }

    /// Returns the limits for the public's connections in a hall of `tables` tables. `all` and `each` are the
    /// organiser's settings.
    pub fn public(&self, all: Option<usize>, each: Option<usize>, tables: usize) -> Most {
        let others = OWN + tables * EACH_TABLE + ARBITER.all + 2 * REFUSALS_MAX;
        let room = self.now.map_or(usize::MAX, |now| usize::try_from(now).unwrap_or(usize::MAX));
        let room = room.saturating_sub(others).max(CONNECTIONS_MIN);
        let wanted = all.unwrap_or(CONNECTIONS_USUAL);
        if all.is_some_and(|all| all > room) {
            tracing::warn!(
                "connections = {wanted} in [server] is more than the system's limit of open files leaves room for; {room} are \
                 let in (raise it with ulimit -Hn, or LimitNOFILE in a unit)"
            );
        }
        let all = wanted.min(room);
        Most { all, each: each.unwrap_or(all / 2).min(all) }
    }

    /// Logs the limits for the operator.
    pub fn tell(&self, public: Most) {
        let said = |limit: Option<u64>| limit.map_or("any number of".to_owned(), |limit| limit.to_string());
        tracing::info!(
            "{} files may be open at once ({} at the start): {} connections of the public, of them {} from one address, and {} \
             at the arbiter's listener",
            said(self.now),
            said(self.before),
            public.all,
            public.each,
            ARBITER.all
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{ARBITER, CONNECTIONS_MIN, CONNECTIONS_USUAL, Descriptors};

    fn limit(now: u64) -> Descriptors {
        Descriptors { before: Some(now), now: Some(now) }
    }

    #[test]
    fn the_public_gets_what_boards_and_arbiters_leave() {
        let public = limit(1_024).public(None, None, 64);
        assert!(public.all + ARBITER.all + 64 * 4 < 1_024 && public.all > 200, "{public:?}");
        assert_eq!(public.each, public.all / 2);
        assert_eq!(limit(524_288).public(None, None, 64).all, CONNECTIONS_USUAL);
        assert_eq!(Descriptors { before: None, now: None }.public(Some(99), Some(300), 1).each, 99);
        assert_eq!(limit(64).public(None, None, 1000).all, CONNECTIONS_MIN);
        assert_eq!(limit(1_024).public(Some(100), Some(100), 64).each, 100, "a proxy's address may have all");
    }
}
