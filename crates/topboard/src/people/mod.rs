//! People at the listeners: who they are, the keys of links, passwords, wrong tries, cookies, and logins with how they end.

pub(crate) mod caller;
pub(crate) mod cookie;
pub(crate) mod device;
pub(crate) mod keys;
pub(crate) mod logins;
pub(crate) mod passwords;
pub(crate) mod person;
mod rate;
pub(crate) mod secret;
pub(crate) mod tries;
pub(crate) mod visitors;
