//! The border of the hall, with data: bytes and bodies in, publications, games and reports out.

mod adjourned;
mod again;
mod bench;
mod chaos;
mod clock_port;
mod draughts;
mod earlier;
mod lamps;
mod makers;
mod play;
mod record;
mod remembered;
mod rig;
mod round;
mod rounds;
mod sides;
