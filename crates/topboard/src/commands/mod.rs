//! The commands of the program, one file each.

pub mod archive;
pub mod boards;
pub mod broadcast;
pub mod certificate;
pub mod demo;
pub mod erase;
pub mod export;
pub mod import;
pub mod init;
mod knock;
pub mod link;
pub mod password;
pub mod ratings;
pub mod ready;
pub mod reconstruct;
pub mod recover;
pub mod relay;
pub mod replay;
pub mod run;
pub mod sensor;
pub mod simulate;
pub mod verify;
