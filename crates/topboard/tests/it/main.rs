//! The real program as a process of its own, with simulated boards on pseudo-terminals.

mod arbiter;
mod arbiter_security;
mod archive;
mod board_trouble;
mod book_files;
mod bus;
mod case;
mod commands;
mod configuration;
mod divergence;
mod documented_reader;
mod door;
mod firmware;
mod full_disk;
mod homemade;
mod loopback;
mod memory_full;
mod other_makers;
mod outage;
mod recover;
mod rig;
mod seat;
mod slow_subscriber;
mod strange_ports;
mod tampering;
mod wall_jump;
