//! Tests of protocol 2 from outside: clients who follow the rules of web/PROTOCOL.md hold what a fresh snapshot says,
//! however little they read and however often they come back.

mod client;
mod games;
mod page;
mod property;
mod size;
mod tree;
