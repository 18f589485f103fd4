//! Access to the arbiter's listener: people and what they may do, keys of links, wrong tries, cookies, logins, and the
//! checks each request has to pass.

pub(super) mod cookie;
mod device;
pub(super) mod entry;
pub(super) mod guard;
pub(super) mod keys;
pub(super) mod logins;
pub(super) mod person;
mod rate;
pub(super) mod rights;
pub(super) mod secret;
pub(super) mod signature;
pub(super) mod tries;
