//! What the arbiter's page sends besides commands. A boundary file: deriving serde here is a promise.

use serde::Deserialize;

/// `POST /api/v1/session`.
#[derive(Debug, Deserialize)]
pub(super) struct EnterWish {
    /// The key of the link.
    pub(super) key: String,
}

/// `POST /api/v1/tables/{table}/freeze`.
#[derive(Debug, Deserialize)]
pub(super) struct FreezeWish {
    /// Who says so.
    pub(super) author: String,
}

/// `POST /api/v1/tables/{table}/moves`: moves as a person writes them, to be read.
#[derive(Debug, Deserialize)]
pub(super) struct MovesWish {
    /// The form they are written in: `polish`, `long-russian`, `numeric` …
    pub(super) form: String,
    /// The ply the first of them is.
    pub(super) from_ply: usize,
    /// The moves.
    pub(super) text: String,
}
