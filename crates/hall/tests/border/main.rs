//! The border of the hall, tested with data: bytes and bodies go in, publications, games and reports come out.

mod adjourned;
mod again;
mod astray;
mod bench;
mod chaos;
mod clock_port;
mod codec;
mod condition;
mod draughts;
mod earlier;
mod event;
mod lamps;
mod makers;
mod minds;
mod play;
mod readiness;
mod rearranged;
mod record;
mod released;
mod remembered;
mod rig;
mod round;
mod rounds;
mod sides;
mod staged;
mod stands;
