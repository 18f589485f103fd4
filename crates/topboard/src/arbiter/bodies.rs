//! The requests of the arbiter's page other than commands. A boundary file: deriving serde here is a promise.

use serde::Deserialize;

/// `POST /api/v1/session`.
#[derive(Debug, Deserialize)]
pub(super) struct EnterBody {
    /// The key of the link.
    pub(super) key: String,
}

/// `POST /api/v1/tables/{table}/freeze`.
#[derive(Debug, Deserialize)]
pub(super) struct FreezeBody {
    /// The person who asks.
    pub(super) author: String,
}

/// `POST /api/v1/tables/{table}/moves`: moves as a person writes them, to be read.
#[derive(Debug, Deserialize)]
pub(super) struct MovesBody {
    /// The notation they are written in: `polish`, `long-russian`, `numeric` …
    pub(super) form: String,
    /// The ply number of the first move.
    pub(super) from_ply: usize,
    /// The moves.
    pub(super) text: String,
}
