//! Bluetooth LE services by which boards are reached (docs/protocols/README.md, "Bluetooth LE"): the characteristics
//! that send reports, the characteristic that takes commands, and the makers whose boards may have the service.
//!
//! A maker's own service proves the maker. The serial services of two chip makers prove nothing, because any device may
//! have them; so the device is asked what it is ([`crate::Inquiry::over`]).

use crate::Maker;

/// A Bluetooth LE service that boards have.
#[derive(Debug, PartialEq, Eq)]
pub struct Service {
    /// The service's UUID, as boards advertise it.
    pub uuid: &'static str,
    /// The UUIDs of the characteristics that send reports.
    pub tells: &'static [&'static str],
    /// The UUID of the characteristic that takes commands.
    pub takes: &'static str,
    /// True for a maker's own service, which proves the maker.
    pub is_own: bool,
}

/// The way in which a maker's boards are reached over Bluetooth LE.
#[derive(Debug, Clone, Copy)]
pub struct Ble {
    /// The service under which the boards are reached.
    pub service: &'static Service,
    /// The first parts, in lower case, of the names under which the boards are sold. Users can change the names.
    pub names: &'static [&'static str],
}

impl Service {
    /// Returns every service that boards are known to have.
    pub fn all() -> impl Iterator<Item = &'static Service> {
        let first = |maker: Maker| {
            let service = maker.facts().ble?.service;
            (service.makers().next() == Some(maker)).then_some(service)
        };
        Maker::ALL.into_iter().filter_map(first)
    }

    /// Returns the service whose characteristics `has` all accepts, if there is one.
    pub fn with_characteristics(has: impl Fn(&str) -> bool) -> Option<&'static Service> {
        Service::all().find(|service| service.tells.iter().all(|uuid| has(uuid)) && has(service.takes))
    }

    /// Returns the service with this UUID, if it is known.
    pub fn with_uuid(uuid: &str) -> Option<&'static Service> {
        Service::all().find(|service| service.uuid.eq_ignore_ascii_case(uuid))
    }

    /// Returns the makers whose boards have the service, in the order in which they are asked.
    pub fn makers(&self) -> impl Iterator<Item = Maker> {
        self.with_names().map(|(maker, _)| maker)
    }

    /// Returns the maker if the service alone proves it.
    pub fn owner(&self) -> Option<Maker> {
        self.makers().next().filter(|_| self.is_own)
    }

    /// Returns whether a device with this name is likely to be a board with the service.
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
