//! Services by which boards are reached over Bluetooth LE (docs/protocols/README.md, "Bluetooth LE"): the
//! characteristics that send reports, the characteristic that takes commands, and the makers whose boards may have
//! them.
//!
//! A maker's own service proves whose board it is. The serial services of two chip makers prove nothing: any gadget
//! may have them, so the device is asked what it is ([`crate::Inquiry::over`]).

use crate::Maker;

/// A Bluetooth LE service that boards have.
#[derive(Debug, PartialEq, Eq)]
pub struct Service {
    /// The service's number, as boards advertise it.
    pub uuid: &'static str,
    /// The numbers of the characteristics that send reports.
    pub tells: &'static [&'static str],
    /// The number of the characteristic that takes commands.
    pub takes: &'static str,
    /// True for a maker's own service, which proves whose board it is.
    pub is_own: bool,
}

/// The way in which a maker's boards are reached over Bluetooth LE.
#[derive(Debug, Clone, Copy)]
pub struct Ble {
    /// The service under which the boards are reached.
    pub service: &'static Service,
    /// The beginnings, in lower case, of the names under which the boards are sold. Users can change the names.
    pub names: &'static [&'static str],
}

impl Service {
    /// Every service that boards are known to have.
    pub fn all() -> impl Iterator<Item = &'static Service> {
        let first = |maker: Maker| {
            let service = maker.facts().ble?.service;
            (service.makers().next() == Some(maker)).then_some(service)
        };
        Maker::ALL.into_iter().filter_map(first)
    }

    /// Finds the service all of whose characteristics `has` accepts.
    pub fn with_characteristics(has: impl Fn(&str) -> bool) -> Option<&'static Service> {
        Service::all().find(|service| service.tells.iter().all(|uuid| has(uuid)) && has(service.takes))
    }

    /// Finds the service with this number.
    pub fn with_uuid(uuid: &str) -> Option<&'static Service> {
        Service::all().find(|service| service.uuid.eq_ignore_ascii_case(uuid))
    }

    /// Returns the makers whose boards have the service, in the order in which they are asked.
    pub fn makers(&self) -> impl Iterator<Item = Maker> {
        self.with_names().map(|(maker, _)| maker)
    }

    /// Returns the maker of the board if the service alone proves the maker.
    pub fn owner(&self) -> Option<Maker> {
        self.makers().next().filter(|_| self.is_own)
    }

    /// Returns whether a device of this name is likely to be a board with this service.
    pub fn is_named(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.with_names().any(|(_, names)| names.iter().any(|prefix| name.starts_with(prefix)))
    }

    fn with_names(&self) -> impl Iterator<Item = (Maker, &'static [&'static str])> {
        let reached = move |maker: Maker| {
            let ble = maker.facts().ble.filter(|ble| ble.service == self)?;
            Some((maker, ble.names))
        };
        Maker::ALL.into_iter().filter_map(reached)
    }
}
