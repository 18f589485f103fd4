//! `[server]`: where spectators, the screens in the hall and monitors are served, and how far behind the boards.

use super::{Mistake, address, meet};
use crate::{
    connections::descriptors::CONNECTIONS_MIN,
    tls::{Files, TlsChoice, is_name},
};
use board::Millis;
use relay::DELAY_MAX_MS;
use serde::Deserialize;
use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    time::Duration,
};
use toml::Spanned;

/// Milliseconds in a minute.
const MINUTE_MS: f64 = 60_000.0;
/// The time within which the viewers of a node leave, unless the settings say otherwise.
const FAREWELL: Duration = Duration::from_secs(5);
/// The longest such time, in seconds. systemd/topboard-relay.service waits longer.
const FAREWELL_MAX_S: u64 = 60;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ServerSection {
    listen: Option<Spanned<String>>,
    delay_minutes: Option<Spanned<f64>>,
    results_at_once: Option<Spanned<bool>>,
    closed: Option<Spanned<bool>>,
    screens: Option<Spanned<String>>,
    metrics: Option<Spanned<String>>,
    tls: Option<Spanned<TlsValue>>,
    names: Vec<Spanned<String>>,
    connections: Option<Spanned<usize>>,
    connections_each: Option<Spanned<usize>>,
    farewell_seconds: Option<Spanned<u64>>,
}

/// What stands behind `tls`: a word, or two files.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "tls is \"own\", or { certificate = \"FILE\", key = \"FILE\" }; without the line nothing is encrypted"
)]
enum TlsValue {
    Word(String),
    Files(TlsFiles),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TlsFiles {
    certificate: PathBuf,
    key: PathBuf,
}

/// The choices of `[server]`.
pub(super) struct ServerChoice {
    pub(super) listen: SocketAddr,
    pub(super) screens: Option<SocketAddr>,
    pub(super) metrics: Option<SocketAddr>,
    pub(super) tls: TlsChoice,
    pub(super) delay_ms: Millis,
    pub(super) results_at_once: bool,
    pub(super) is_closed: bool,
    pub(super) connections: Option<usize>,
    pub(super) connections_each: Option<usize>,
}

impl ServerSection {
    /// Returns the choices of a node, which is as far behind as its halls, and the time within which its viewers leave.
    pub(super) fn of_node(mut self) -> Result<(ServerChoice, Duration), Mistake> {
        let farewell = self.farewell_seconds.take();
        let farewell = farewell.as_ref().map_or(Ok(FAREWELL), farewell_of)?;
        if let Some(delay) = &self.delay_minutes {
            return Err(Mistake::at(delay, "the delay is the hall's; a node tells what it is told"));
        }
        if let Some(screens) = &self.screens {
            return Err(Mistake::at(
                screens,
                "screens are in the hall; a node knows nothing that is not delayed",
            ));
        }
        if let Some(results) = &self.results_at_once {
            return Err(Mistake::at(results, "what waits for the delay is the hall's choice"));
        }
        if let Some(closed) = &self.closed {
            return Err(Mistake::at(
                closed,
                "a node serves everybody; only a hall without nodes can be closed",
            ));
        }
        let tls = self.tls.as_ref().filter(|tls| matches!(tls.get_ref(), TlsValue::Word(_)));
        if let Some(tls) = tls {
            return Err(Mistake::at(
                tls,
                "a node needs a certificate that browsers know: tls = { certificate = \"node.pem\", key = \"node.key\" }",
            ));
        }
        Ok((self.check()?, farewell))
    }

    /// Returns what is wrong with these choices for a hall with nodes.
    pub(super) fn check_with_nodes(&self) -> Result<(), Mistake> {
        match self.closed.as_ref().filter(|closed| *closed.get_ref()) {
            Some(closed) => Err(Mistake::at(
                closed,
                "nodes serve everybody, so a closed event has none: leave out closed, or the section [broker]",
            )),
            None => Ok(()),
        }
    }

    /// Returns what is wrong with these choices for a hall whose games everybody sees at Lichess.
    pub(super) fn check_with_lichess(&self) -> Result<(), Mistake> {
        match self.closed.as_ref().filter(|closed| *closed.get_ref()) {
            Some(closed) => Err(Mistake::at(
                closed,
                "Lichess shows the games to everybody, so a closed event is not pushed there: leave out closed, or the section \
                 [lichess]",
            )),
            None => Ok(()),
        }
    }

    /// Returns the place in the text of the address of the public pages, if it is given.
    pub(super) fn listen_at(&self) -> Option<usize> {
        self.listen.as_ref().map(|listen| listen.span().start)
    }

    pub(super) fn check(mut self) -> Result<ServerChoice, Mistake> {
        if let Some(seconds) = &self.farewell_seconds {
            return Err(Mistake::at(
                seconds,
                "the viewers of a hall have nowhere else to go; farewell_seconds is for nodes",
            ));
        }
        let listen = address(self.listen.as_ref(), SocketAddr::from(([0, 0, 0, 0], 8080)))?;
        let screens = self.screens.as_ref().map(|text| address(Some(text), listen)).transpose()?;
        if let Some(text) =
            self.screens.as_ref().filter(|_| screens.is_some_and(|screens| meet(screens, listen)))
        {
            return Err(Mistake::at(
                text,
                "the screens need an address of their own, not that of the public pages",
            ));
        }
        let metrics = self.metrics.as_ref().map(|text| address(Some(text), listen)).transpose()?;
        let taken = [Some(listen), screens];
        let clashes = |metrics| taken.into_iter().flatten().any(|other| meet(metrics, other));
        if let Some(text) = self.metrics.as_ref().filter(|_| metrics.is_some_and(clashes)) {
            let what =
                "monitors need an address of their own, not that of the public pages or of the screens";
            return Err(Mistake::at(text, what));
        }
        Ok(ServerChoice {
            listen,
            screens,
            tls: tls(self.tls.take(), &self.names)?,
            metrics,
            delay_ms: self.delay_minutes.as_ref().map_or(Ok(0), delay)?,
            results_at_once: self.results_at_once.is_some_and(Spanned::into_inner),
            is_closed: self.closed.is_some_and(Spanned::into_inner),
            connections: self.connections.as_ref().map_or(Ok(None), places)?,
            connections_each: self.connections_each.as_ref().map_or(Ok(None), places)?,
        })
    }
}

fn tls(choice: Option<Spanned<TlsValue>>, names: &[Spanned<String>]) -> Result<TlsChoice, Mistake> {
    let is_wrong =
        |name: &&Spanned<String>| !is_name(name.get_ref()) && name.get_ref().parse::<IpAddr>().is_err();
    if let Some(wrong) = names.iter().find(is_wrong) {
        return Err(Mistake::at(
            wrong,
            "a name by which this computer is found is letters, digits, hyphens and dots",
        ));
    }
    let Some(choice) = choice else { return Ok(TlsChoice::Plain) };
    let at = choice.span().start;
    match choice.into_inner() {
        TlsValue::Word(word) if word == "own" => {
            Ok(TlsChoice::Own(names.iter().map(|name| name.get_ref().clone()).collect()))
        }
        TlsValue::Word(_) => {
            let what = "tls is \"own\", or { certificate = \"FILE\", key = \"FILE\" }; without the line nothing is encrypted";
            Err(Mistake { at, what: what.to_owned() })
        }
        TlsValue::Files(TlsFiles { certificate, key }) => Ok(TlsChoice::Files(Files { certificate, key })),
    }
}

fn delay(minutes: &Spanned<f64>) -> Result<Millis, Mistake> {
    let delay_ms = minutes.get_ref() * MINUTE_MS;
    if !(0.0..=DELAY_MAX_MS as f64).contains(&delay_ms) {
        return Err(Mistake::at(minutes, "the public may be 0 to 60 minutes behind the boards"));
    }
    Ok(delay_ms as Millis)
}

fn farewell_of(seconds: &Spanned<u64>) -> Result<Duration, Mistake> {
    if *seconds.get_ref() > FAREWELL_MAX_S {
        let most = format!("viewers leave within 0 to {FAREWELL_MAX_S} seconds");
        return Err(Mistake::at(seconds, most));
    }
    Ok(Duration::from_secs(*seconds.get_ref()))
}

fn places(count: &Spanned<usize>) -> Result<Option<usize>, Mistake> {
    if *count.get_ref() < CONNECTIONS_MIN {
        let least = format!("a page needs some connections at once; at least {CONNECTIONS_MIN} are let in");
        return Err(Mistake::at(count, least));
    }
    Ok(Some(*count.get_ref()))
}
