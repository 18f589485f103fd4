//! Services by which boards are reached over Bluetooth LE (docs/protocols/README.md, "Bluetooth LE"): the
//! characteristics that send reports, the characteristic that takes commands, and the makers whose boards may have
//! them.
//!
//! A maker's own service proves whose board it is. The serial services of two chip makers prove nothing: any gadget
//! may have them, so the device is asked what it is ([`crate::Inquiry::over`]).

use crate::{
    Maker,
    makers::{chesslink, chessnut, pegasus},
};

/// A service, and the makers whose boards are reached by it.
#[derive(Debug, PartialEq, Eq)]
pub struct Service {
    /// The service's number, as boards advertise it.
    pub uuid: &'static str,
    /// The characteristics that send reports.
    pub tells: &'static [&'static str],
    /// The characteristic that takes commands.
    pub takes: &'static str,
    /// The makers whose boards have the service, in the order in which they are asked.
    pub makers: &'static [Maker],
    /// The beginnings, in lower case, of the names under which such boards are sold. Users can change the names.
    pub names: &'static [&'static str],
}

/// Every service that boards are known to have.
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
    /// Finds the service whose characteristics `has` accepts, all of them.
    pub fn with_characteristics(has: impl Fn(&str) -> bool) -> Option<&'static Service> {
        SERVICES.iter().find(|service| service.tells.iter().all(|uuid| has(uuid)) && has(service.takes))
    }

    /// Finds the service by its number.
    pub fn with_uuid(uuid: &str) -> Option<&'static Service> {
        SERVICES.iter().find(|service| service.uuid.eq_ignore_ascii_case(uuid))
    }

    /// The maker of the board, where the service alone proves it.
    pub fn owner(&self) -> Option<Maker> {
        match self.makers {
            [Maker::Chessnut] => Some(Maker::Chessnut),
            _ => None,
        }
    }

    /// Returns whether a device of this name is likely to be such a board.
    pub fn is_named(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.names.iter().any(|prefix| name.starts_with(prefix))
    }
}
