//! A fault: why a destination did not take what was brought, and what kind of obstacle that is.

use broadcast::check::Obstacle;
use std::fmt::Display;

/// Why a destination did not take what was brought. It holds no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The kind.
    pub(crate) obstacle: Obstacle,
    /// The reason, in the words of the system or of the server.
    pub(crate) why: String,
}

impl Fault {
    /// Creates a fault.
    pub(crate) fn new(obstacle: Obstacle, why: impl Display) -> Fault {
        Fault { obstacle, why: why.to_string() }
    }

    /// Creates what makes faults of errors of this kind.
    pub(crate) fn of<E: Display>(obstacle: Obstacle) -> impl Fn(E) -> Fault {
        move |error| Fault::new(obstacle, error)
    }

    /// Creates the fault of a question to the Web that nobody answered.
    pub(crate) fn of_web(why: String) -> Fault {
        // What checks certificates says so in its errors; whoever carries them has nothing but the words.
        let obstacle = if why.contains("certificate") { Obstacle::Untrusted } else { Obstacle::Away };
        Fault { obstacle, why }
    }

    /// Returns the fault in other words, such as without a secret.
    pub(crate) fn said(self, words: impl Fn(&str) -> String) -> Fault {
        Fault { why: words(&self.why), ..self }
    }
}
