//! The audiences of the games. What one of them is told is of another type than what another is told, so it cannot go out
//! by the wrong door.

use std::fmt::Debug;

/// An audience, named by a type without values.
pub trait Audience: Debug + Send + Sync + 'static {}

/// Everybody, wherever they are. They see the games after the organiser's delay.
#[derive(Debug)]
pub enum Spectators {}

/// The demonstration screens in the hall, whose viewers could walk to the board instead. They see the games at once.
#[derive(Debug)]
pub enum Screens {}

impl Audience for Spectators {}
impl Audience for Screens {}
