//! Who may come in at the arbiter's door, and for how long: keys of links, wrong tries, cookies, logins, and what a request
//! must have about it.

pub(super) mod cookie;
mod device;
pub(super) mod entry;
pub(super) mod guard;
pub(super) mod keys;
pub(super) mod logins;
mod rate;
pub(super) mod secret;
pub(super) mod tries;
