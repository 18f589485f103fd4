//! Services by which boards are reached over Bluetooth LE (docs/protocols/README.md, "Bluetooth LE"): which characteristics
//! tell, which one takes, and whose boards may be behind them.
//!
//! A service of a maker's own proves whose board it is. The serial services of two chip makers prove nothing: any gadget
//! may have them, so whoever is behind one is asked ([`crate::Inquiry::over`]).

use crate::{
    Maker,
    makers::{chesslink, chessnut, pegasus},
};

/// How boards of some makers are reached.
#[derive(Debug, PartialEq, Eq)]
pub struct Service {
    /// Its number, as boards advertise it.
    pub uuid: &'static str,
    /// The characteristics that tell.
    pub tells: &'static [&'static str],
    /// The characteristic that takes commands.
    pub takes: &'static str,
    /// Whose boards have it, in the order in which they are asked.
    pub makers: &'static [Maker],
    /// How the names of such boards begin as they are sold, in lower case; people can change them.
    pub names: &'static [&'static str],
}

/// Every service boards are known to have.
pub static SERVICES: [Service; 3] = [
    Service {
        uuid: pegasus::BLE_SERVICE,
        tells: &[pegasus::BLE_ANSWERS],
        takes: pegasus::BLE_COMMANDS,
        makers: &[Maker::Pegasus, Maker::SquareOff],
        names: &["dgt_pegasus", "squareoff", "square off"],
    },
    Service {
        uuid: chesslink::BLE_SERVICE,
        tells: &[chesslink::BLE_ANSWERS],
        takes: chesslink::BLE_COMMANDS,
        makers: &[Maker::ChessLink],
        names: &["millennium chess"],
    },
    Service {
        uuid: chessnut::BLE_SERVICE,
        tells: &[chessnut::BLE_SQUARES, chessnut::BLE_ANSWERS],
        takes: chessnut::BLE_COMMANDS,
        makers: &[Maker::Chessnut],
        names: &["chessnut"],
    },
];

impl Service {
    /// The service whose characteristics are all among these.
    pub fn with_characteristics(has: impl Fn(&str) -> bool) -> Option<&'static Service> {
        SERVICES.iter().find(|service| service.tells.iter().all(|uuid| has(uuid)) && has(service.takes))
    }

    /// The service with this number.
    pub fn with_uuid(uuid: &str) -> Option<&'static Service> {
        SERVICES.iter().find(|service| service.uuid.eq_ignore_ascii_case(uuid))
    }

    /// Whose board it is, where the service alone proves it.
    pub fn owner(&self) -> Option<Maker> {
        match self.makers {
            [Maker::Chessnut] => Some(Maker::Chessnut),
            _ => None,
        }
    }

    /// Whether a device of this name is likely such a board.
    pub fn is_named(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.names.iter().any(|prefix| name.starts_with(prefix))
    }
}
