//! `topboard broadcast`: prepares what is shown elsewhere.

mod alert;
mod check;
mod lichess;

use crate::{
    cli::{BroadcastOptions, BroadcastPlace, LichessDeed},
    terminal::failure::Outcome,
};

/// Carries out the command.
pub async fn command(options: &BroadcastOptions, json: bool) -> Outcome {
    match &options.place {
        BroadcastPlace::Alert(options) => alert::command(options).await,
        BroadcastPlace::Check(options) => check::command(options, json),
        BroadcastPlace::Lichess(LichessDeed::Create(options)) => lichess::create(options).await,
    }
}
