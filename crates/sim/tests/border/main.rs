//! The simulator at its borders: hands, sensors, faults, the cable.

mod faults_do_what_they_say;
mod hands_play_what_is_intended;
mod seeds_stay;
mod sensors_see_what_was_measured;
mod table_plays_through_the_cable;
