//! Those who look on and have no say: spectators everywhere, and the screens in the hall. What one of them is told is of
//! another type than what the other is told, so it cannot go out by the wrong door.

use std::fmt::Debug;

/// Those who look on, named by a type without values.
pub trait Onlookers: Debug + Send + Sync + 'static {}

/// Everybody, wherever they are. They see the games after the organiser's delay.
#[derive(Debug)]
pub enum Spectators {}

/// The demonstration screens in the hall, whose viewers could walk to the board instead. They see the games at once.
#[derive(Debug)]
pub enum Screens {}

impl Onlookers for Spectators {}
impl Onlookers for Screens {}
