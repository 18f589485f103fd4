//! Access to the arbiter's listener: the way in and out, what each role may do, and the checks each request has to pass.

pub(super) mod entry;
pub(super) mod guard;
pub(super) mod password;
pub(super) mod rights;
pub(super) mod signature;
