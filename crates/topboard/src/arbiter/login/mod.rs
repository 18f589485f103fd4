//! Access to the arbiter's listener: keys of links, wrong tries, cookies, logins, and the checks each request has to
//! pass.

pub(super) mod cookie;
mod device;
pub(super) mod entry;
pub(super) mod guard;
pub(super) mod keys;
pub(super) mod logins;
mod rate;
pub(super) mod secret;
pub(super) mod tries;
