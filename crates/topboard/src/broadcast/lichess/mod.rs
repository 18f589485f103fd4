//! The line to Lichess: what everybody may see is pushed there.
//!
//! ```text
//!  BulletinDesk<Spectators> ──▶ pusher.rs: Pushes ──▶ http.rs ──▶ Lichess
//! ```
//! It is a reader of what was released to spectators, as their listener is. Nothing else can be given to it:
//!
//! ```compile_fail,E0308
//! # use topboard::{broadcast, config::lichess::LichessChoice, public::audience::Doors};
//! # use relay::Screens;
//! # async fn tell(choice: LichessChoice, screens: Doors<Screens>, stop: tokio::sync::watch::Receiver<bool>) {
//! broadcast::lichess::start(choice, "data".as_ref(), &screens, stop); // the screens are ahead of the world
//! # }
//! ```

mod base;
mod http;
mod ids;
mod pause;
mod pusher;
mod state;
mod words;

pub use base::Base;
pub use http::{CREDENTIAL, Http};
pub use ids::{Ids, is_id};
pub use pusher::start;
pub use state::LichessState;
pub(crate) use words::{hold_words, standing_words};
