//! The displays in the hall: screens on walls that have a name of three words, are adopted and set up from the console, and
//! show the feed of the screens.
//!
//! * `Registry` knows the displays, and keeps the adopted ones in the data folder.
//! * `door` is what a screen reaches: the page, and what it is to show. It is served at the screens' listener alone.
//! * Operators reach the registry through their own listener (arbiter/event/screens.rs).

mod book;
mod code;
pub(crate) mod door;
mod entry;
pub(crate) mod json;
mod limits;
mod listener;
mod registry;
mod words;

pub(crate) use door::ScreenDoor;
pub use listener::run;
pub(crate) use registry::NoDisplay;
pub use registry::Registry;
