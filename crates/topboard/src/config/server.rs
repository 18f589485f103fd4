//! `[server]`: where spectators, the screens in the hall and monitors are served, and how far behind the boards.

use super::{Mistake, address};
use crate::connections::descriptors::CONNECTIONS_MIN;
use board::Millis;
use relay::DELAY_MAX_MS;
use serde::Deserialize;
use std::net::SocketAddr;
use toml::Spanned;

/// Milliseconds in a minute.
const MINUTE_MS: f64 = 60_000.0;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ServerSection {
    listen: Option<Spanned<String>>,
    delay_minutes: Option<Spanned<f64>>,
    results_at_once: bool,
    closed: Option<bool>,
    screens: Option<Spanned<String>>,
    metrics: Option<Spanned<String>>,
    connections: Option<Spanned<usize>>,
    connections_each: Option<Spanned<usize>>,
}

/// The choices of `[server]`.
pub(super) struct ServerChoice {
    pub(super) listen: SocketAddr,
    pub(super) screens: Option<SocketAddr>,
    pub(super) metrics: Option<SocketAddr>,
    pub(super) delay_ms: Millis,
    pub(super) results_at_once: bool,
    pub(super) is_closed: bool,
    pub(super) connections: Option<usize>,
    pub(super) connections_each: Option<usize>,
}

impl ServerSection {
    /// Returns the choices of a node, which is as far behind as its halls.
    pub(super) fn of_node(self) -> Result<ServerChoice, Mistake> {
        if let Some(delay) = &self.delay_minutes {
            return Err(Mistake::at(delay, "the delay is the hall's; a node tells what it is told"));
        }
        if let Some(screens) = &self.screens {
            return Err(Mistake::at(
                screens,
                "screens are in the hall; a node knows nothing that is not delayed",
            ));
        }
        self.check()
    }

    pub(super) fn check(self) -> Result<ServerChoice, Mistake> {
        let listen = address(self.listen.as_ref(), SocketAddr::from(([0, 0, 0, 0], 8080)))?;
        let screens = self.screens.as_ref().map(|text| address(Some(text), listen)).transpose()?;
        if let Some(text) = self.screens.as_ref().filter(|_| listen.port() != 0 && screens == Some(listen)) {
            return Err(Mistake::at(
                text,
                "the screens need an address of their own, not that of the public pages",
            ));
        }
        Ok(ServerChoice {
            listen,
            screens,
            metrics: self.metrics.as_ref().map(|text| address(Some(text), listen)).transpose()?,
            delay_ms: self.delay_minutes.as_ref().map_or(Ok(0), delay)?,
            results_at_once: self.results_at_once,
            is_closed: self.closed.unwrap_or(false),
            connections: self.connections.as_ref().map_or(Ok(None), places)?,
            connections_each: self.connections_each.as_ref().map_or(Ok(None), places)?,
        })
    }
}

fn delay(minutes: &Spanned<f64>) -> Result<Millis, Mistake> {
    let delay_ms = minutes.get_ref() * MINUTE_MS;
    if !(0.0..=DELAY_MAX_MS as f64).contains(&delay_ms) {
        return Err(Mistake::at(minutes, "the public may be 0 to 60 minutes behind the boards"));
    }
    Ok(delay_ms as Millis)
}

fn places(count: &Spanned<usize>) -> Result<Option<usize>, Mistake> {
    if *count.get_ref() < CONNECTIONS_MIN {
        let least = format!("a page needs some connections at once; at least {CONNECTIONS_MIN} are let in");
        return Err(Mistake::at(count, least));
    }
    Ok(Some(*count.get_ref()))
}
