//! One table: its board's link, its scribe, what was last published of it.

/// One table.
#[derive(Debug)]
pub struct Table {}
