//! `topboard.toml`: the organiser's settings. They are checked, and every mistake is reported with its place. A
//! boundary file: its keys are a promise to everybody who wrote a configuration.

pub mod alerts;
pub mod broadcast;
pub mod broker;
pub mod complaint;
mod event;
pub mod lichess;
pub mod livechess;
pub mod node;
pub mod pgn_values;
mod server;
mod tables;

use crate::{
    config::{
        complaint::Complaint,
        pgn_values::{is_date, is_no_time, minutes_for_seconds},
    },
    tls::{TlsChoice, is_name},
};
use board::{Maker, Millis};
use event::{
    people::{self, PlayerSection},
    results::ResultsSection,
    rules::RulesSection,
};
use game::{
    INFERENCE, Player,
    names::{NAME_MAX, ROUND_MAX},
};
use hall::{BoardChoice, HallSetup, Lamps, TableSetup};
use laws::{Discipline, Edition, Language, Profile, TimeControl, profile::Draughts};
use serde::Deserialize;
use shakmaty::ByColor;
use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf};
use toml::Spanned;

/// The commented configuration that states the defaults.
pub const DEFAULT_TEXT: &str = include_str!("default.toml");

/// The greatest number of tables a hall may have: a limit for memory and for the page, far above any hall.
pub const TABLES_MAX: usize = relay::limits::TABLES_MAX;

/// The settings with which `run` runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The settings of the hall.
    pub setup: HallSetup,
    /// The address of the public pages.
    pub listen: SocketAddr,
    /// How far behind the boards the public pages are, in milliseconds.
    pub delay_ms: Millis,
    /// True if confirmed results are public at once all the same.
    pub results_at_once: bool,
    /// Whether only those who were invited may see the public pages.
    pub is_closed: bool,
    /// The address at which the screens in the hall are served, which are never behind; `None` if there is none.
    pub screens: Option<SocketAddr>,
    /// The address at which monitors are served; `None` if there is none.
    pub metrics: Option<SocketAddr>,
    /// What encrypts the connections of all listeners.
    pub tls: TlsChoice,
    /// The greatest number of public connections; `None` means as many as the system allows, up to a limit.
    pub connections: Option<usize>,
    /// The greatest number of public connections from one address; `None` means half of all.
    pub connections_each: Option<usize>,
    /// The broker through which nodes elsewhere serve spectators; `None` if there is none.
    pub broker: Option<broker::HallBroker>,
    /// The interface for programs that know LiveChess; `None` if there is none.
    pub livechess: Option<livechess::LivechessChoice>,
    /// Where rounds are pushed to; `None` if nowhere.
    pub lichess: Option<lichess::LichessChoice>,
    /// Where the public games are brought.
    pub couriers: Vec<broadcast::CourierChoice>,
    /// Where the operator is told of trouble; `None` if nowhere.
    pub alerts: Option<alerts::AlertsChoice>,
    /// The arbiter's listener.
    pub arbiter: ArbiterChoice,
    /// The data folder, which holds the journal.
    pub folder: PathBuf,
    /// The least time between two disk syncs, in milliseconds.
    pub sync_delay_ms: Millis,
    /// The choice of ports to open.
    pub devices: DeviceChoice,
}

/// The arbiter's listener.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArbiterChoice {
    /// The listener's address; unless the configuration gives one, port 8081, for this computer alone.
    pub listen: SocketAddr,
    /// True if the configuration gives the address; no other address is then tried.
    pub is_given: bool,
    /// The host names that requests may use besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// The language in which the arbiter's page first appears.
    pub language: Language,
}

/// The choice of ports to open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeviceChoice {
    /// True if new ports are looked for.
    pub discover: bool,
    /// The ports to open: those that the configuration lists, and those of its tables.
    pub ports: Vec<String>,
    /// The ports never to open.
    pub ignore: Vec<String>,
    /// The makers of the boards on these ports. On other ports the program finds out the maker by asking the board.
    pub makers: BTreeMap<String, Maker>,
}

impl Config {
    /// Parses a configuration. `name` is the name of the file, as a complaint shows it.
    pub fn parse(name: &str, text: &str) -> Result<Config, Complaint> {
        let file: File = toml::from_str(text).map_err(|error| Complaint::of_toml(name, text, &error))?;
        file.check().map_err(|Mistake { at, what }| Complaint::new(name, text, at, &what))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::parse("default.toml", "").expect("the defaults are sound: a test reads them")
    }
}

/// A value that parses but cannot be right.
struct Mistake {
    at: usize,
    what: String,
}

impl Mistake {
    fn at<T>(value: &Spanned<T>, what: impl Into<String>) -> Mistake {
        Mistake { at: value.span().start, what: what.into() }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct File {
    event: EventSection,
    rules: RulesSection,
    results: ResultsSection,
    server: server::ServerSection,
    broker: broker::BrokerSection,
    broadcast: Vec<Spanned<broadcast::BroadcastSection>>,
    alerts: Option<alerts::AlertsSection>,
    lichess: Option<lichess::LichessSection>,
    livechess: Option<livechess::LivechessSection>,
    arbiter: ArbiterSection,
    data: DataSection,
    devices: DevicesSection,
    hall: HallSection,
    table: Vec<TableSection>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct EventSection {
    name: Option<Spanned<String>>,
    site: Option<Spanned<String>>,
    date: Option<Spanned<String>>,
    round: Option<Spanned<String>>,
    time_control: Option<Spanned<String>>,
    variant: Option<Spanned<String>>,
    edition: EditionName,
    discipline: DisciplineName,
    supervised: bool,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum EditionName {
    Pl09,
    Ru20,
    #[default]
    Fide23,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DisciplineName {
    #[default]
    Standard,
    Rapid,
    Blitz,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ArbiterSection {
    listen: Option<Spanned<String>>,
    hosts: Vec<Spanned<String>>,
    language: LanguageName,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LanguageName {
    #[default]
    En,
    Pl,
    Ru,
}

impl ArbiterSection {
    fn check(self) -> Result<ArbiterChoice, Mistake> {
        let usual = SocketAddr::from(([127, 0, 0, 1], 8081));
        let listen = address(self.listen.as_ref(), usual)?;
        let ArbiterSection { hosts, language, .. } = self;
        let is_wrong = |host: &&Spanned<String>| !is_name(host.get_ref());
        if let Some(wrong) = hosts.iter().find(is_wrong) {
            let what = "a host is the name alone, of letters, digits, hyphens and dots, as arbiter.hall; addresses are known without";
            return Err(Mistake::at(wrong, what));
        }
        let hosts = hosts.into_iter().map(Spanned::into_inner).collect();
        let language = match language {
            LanguageName::En => Language::English,
            LanguageName::Pl => Language::Polish,
            LanguageName::Ru => Language::Russian,
        };
        Ok(ArbiterChoice { listen, is_given: listen != usual, hosts, language })
    }
}

/// Parses an address to listen on.
fn address(text: Option<&Spanned<String>>, default: SocketAddr) -> Result<SocketAddr, Mistake> {
    let Some(text) = text else { return Ok(default) };
    let read = text.get_ref().parse();
    read.map_err(|_| Mistake::at(text, "an address to listen on is numbers, a colon and a port"))
}

/// Returns whether a program cannot listen on both addresses.
fn meet(one: SocketAddr, other: SocketAddr) -> bool {
    let any = one.ip().is_unspecified() || other.ip().is_unspecified();
    one.port() != 0 && one.port() == other.port() && (any || one.ip() == other.ip())
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct DataSection {
    folder: Option<Spanned<PathBuf>>,
    sync_delay_ms: Option<Spanned<Millis>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct DevicesSection {
    discover: bool,
    ports: Vec<Spanned<String>>,
    ignore: Vec<Spanned<String>>,
    makers: BTreeMap<String, Spanned<String>>,
    lamps: Option<Spanned<String>>,
}

impl Default for DevicesSection {
    fn default() -> DevicesSection {
        let makers = BTreeMap::new();
        DevicesSection { discover: true, ports: Vec::new(), ignore: Vec::new(), makers, lamps: None }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct HallSection {
    open_tables: Option<Spanned<u16>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableSection {
    number: Spanned<u16>,
    #[serde(default)]
    serial: Option<Spanned<String>>,
    #[serde(default)]
    port: Option<Spanned<String>>,
    #[serde(default = "yes")]
    clock: bool,
    #[serde(default)]
    clock_port: Option<Spanned<String>>,
    #[serde(default)]
    chess960: bool,
    #[serde(default)]
    fen: Option<Spanned<String>>,
    #[serde(default)]
    stands: Option<Spanned<String>>,
    #[serde(default)]
    clock_turned: Option<Spanned<bool>>,
    #[serde(default)]
    white: PlayerSection,
    #[serde(default)]
    black: PlayerSection,
}

fn yes() -> bool {
    true
}

impl File {
    fn check(mut self) -> Result<Config, Mistake> {
        if let Some(date) = &self.event.date
            && !is_date(date.get_ref())
        {
            return Err(Mistake::at(
                date,
                "a date is a day that there is, written year.month.day, with ? for what is unknown",
            ));
        }
        if let Some(control) = &self.event.time_control {
            TimeControl::parse(control.get_ref()).map_err(|why| Mistake::at(control, why))?;
            if is_no_time(control.get_ref()) {
                return Err(Mistake::at(
                    control,
                    "nobody has any time; write it like 90*60+30, or leave the line out",
                ));
            }
            minutes_for_seconds(control.get_ref()).map_or(Ok(()), |why| Err(Mistake::at(control, why)))?;
        }
        let (server, broker) = (std::mem::take(&mut self.server), std::mem::take(&mut self.broker));
        let broker = broker.of_hall()?;
        broker.as_ref().map_or(Ok(()), |_| server.check_with_nodes())?;
        let lichess = self.lichess.take();
        lichess.as_ref().map_or(Ok(()), |_| server.check_with_lichess())?;
        let lichess = lichess.map(lichess::LichessSection::check).transpose()?;
        let listen_at = server.listen_at();
        let server = server.check()?;
        let livechess = self.livechess.take();
        if let Some(one) = self.broadcast.get(broadcast::COURIERS_MAX) {
            let most = format!("there are at most {} destinations", broadcast::COURIERS_MAX);
            return Err(Mistake::at(one, most));
        }
        let couriers = std::mem::take(&mut self.broadcast).into_iter().map(|one| one.into_inner().check());
        let couriers = couriers.collect::<Result<_, _>>()?;
        let arbiter = std::mem::take(&mut self.arbiter);
        let arbiter_at = arbiter.listen.as_ref().map(|listen| listen.span().start);
        let arbiter = arbiter.check()?;
        let others = [Some(server.listen), server.screens, server.metrics];
        if others.into_iter().flatten().any(|other| meet(arbiter.listen, other)) {
            let what = "the arbiter's page needs an address of its own: not that of the public pages, of screens or of monitors; \
                        set another port in [arbiter] or [server]";
            return Err(Mistake { at: arbiter_at.or(listen_at).unwrap_or(0), what: what.to_owned() });
        }
        let alerts = self.alerts.take().map(|alerts| alerts.check(arbiter.language)).transpose()?;
        let sync_delay_ms = match &self.data.sync_delay_ms {
            None => 20,
            Some(delay) if *delay.get_ref() <= 1000 => *delay.get_ref(),
            Some(delay) => {
                return Err(Mistake::at(delay, "the delay may be at most 1000 ms: moves wait for it"));
            }
        };
        let folder = match self.data.folder.take() {
            None => PathBuf::from("topboard-data"),
            Some(folder) if folder.get_ref().as_os_str().is_empty() => {
                return Err(Mistake::at(
                    &folder,
                    "the data folder has no name; leave the line out for topboard-data",
                ));
            }
            Some(folder) => folder.into_inner(),
        };
        let DevicesSection { discover, ports, ignore, makers, lamps } = std::mem::take(&mut self.devices);
        let (mut ports, ignore) = (ports_of(ports)?, ports_of(ignore)?);
        let makers: BTreeMap<String, Maker> = makers.iter().map(maker).collect::<Result<_, _>>()?;
        let lamps = lamps.as_ref().map_or(Ok(Lamps::default()), lamps_of)?;
        let setup = HallSetup { lamps, ..self.setup()? };
        let livechess = livechess.map(|section| section.check(&setup.tables)).transpose()?;
        // A port that a table names need not be listed again.
        ports.extend(setup.tables.iter().filter_map(|table| match &table.board {
            BoardChoice::Port(port) => Some(port_behind(port, &makers).to_owned()),
            BoardChoice::Any | BoardChoice::Serial(_) => None,
        }));
        ports.extend(setup.tables.iter().filter_map(|table| table.clock_port.clone()));
        let devices = DeviceChoice { discover, ports, ignore, makers };
        let server::ServerChoice {
            listen,
            screens,
            metrics,
            mut tls,
            delay_ms,
            results_at_once,
            is_closed,
            connections,
            connections_each,
        } = server;
        if let TlsChoice::Own(names) = &mut tls {
            names.extend(arbiter.hosts.iter().cloned());
        }
        Ok(Config {
            setup,
            listen,
            delay_ms,
            results_at_once,
            is_closed,
            screens,
            metrics,
            tls,
            connections,
            connections_each,
            broker,
            couriers,
            alerts,
            lichess,
            livechess,
            arbiter,
            folder,
            sync_delay_ms,
            devices,
        })
    }

    fn setup(self) -> Result<HallSetup, Mistake> {
        let draughts = self.draughts()?;
        let tables =
            if self.table.is_empty() { open_tables(&self.hall)? } else { tables::tables(&self.table)? };
        let text = |value: Option<Spanned<String>>| value.map(Spanned::into_inner).unwrap_or_default();
        Ok(HallSetup {
            event: people::text(self.event.name.as_ref(), NAME_MAX)?,
            site: people::text(self.event.site.as_ref(), NAME_MAX)?,
            date: text(self.event.date),
            round: people::text(self.event.round.as_ref(), ROUND_MAX)?,
            time_control: text(self.event.time_control),
            profile: Profile {
                draughts,
                settings: self.rules.check()?,
                ..Profile::new(
                    match self.event.edition {
                        EditionName::Pl09 => Edition::Pl09,
                        EditionName::Ru20 => Edition::Ru20,
                        EditionName::Fide23 => Edition::Fide23,
                    },
                    match self.event.discipline {
                        DisciplineName::Standard => Discipline::Standard,
                        DisciplineName::Rapid => Discipline::Rapid,
                        DisciplineName::Blitz => Discipline::Blitz,
                    },
                    self.event.supervised,
                )
            },
            confirm_after_ms: self.results.check()?,
            publishes_released: true,
            inference: Some(INFERENCE),
            tables,
            ..HallSetup::default()
        })
    }
}

impl File {
    /// Returns the variant of draughts that is played, or `None` for chess.
    fn draughts(&self) -> Result<Option<Draughts>, Mistake> {
        let Some(variant) = self.event.variant.as_ref().filter(|variant| variant.get_ref() != "chess") else {
            return Ok(None);
        };
        let draughts = Draughts::parse(variant.get_ref()).ok_or_else(|| {
            let known = "the variant is \"chess\", \"draughts-100\" or \"draughts-64\"; Chess960 is said of each table";
            Mistake::at(variant, known)
        })?;
        match self.table.iter().find(|table| table.chess960 || table.fen.is_some()) {
            Some(table) => Err(Mistake::at(
                &table.number,
                "draughts is played and the pieces are not followed; leave chess960 and fen out",
            )),
            None => Ok(Some(draughts)),
        }
    }
}

/// Returns ports that are listed; fails where one cannot be a port.
fn ports_of(ports: Vec<Spanned<String>>) -> Result<Vec<String>, Mistake> {
    match ports.iter().find(|port| !tables::is_port(port.get_ref())) {
        Some(wrong) => Err(Mistake::at(wrong, tables::PORT_IS)),
        None => Ok(ports.into_iter().map(Spanned::into_inner).collect()),
    }
}

fn maker((port, name): (&String, &Spanned<String>)) -> Result<(String, Maker), Mistake> {
    if !tables::is_port(port) {
        return Err(Mistake::at(name, tables::PORT_IS));
    }
    let names = || Maker::ALL.map(Maker::name).join(", ");
    let maker = Maker::parse(name.get_ref())
        .ok_or_else(|| Mistake::at(name, format!("no boards are called that; write one of {}", names())))?;
    Ok((port.clone(), maker))
}

/// Returns the port to open for a table's board: for a board on a bus, the port without the board's address.
fn port_behind<'a>(port: &'a str, makers: &BTreeMap<String, Maker>) -> &'a str {
    let cable = port.rsplit_once('#').map(|(cable, _)| cable);
    cable.filter(|&cable| makers.get(cable) == Some(&Maker::DgtBus)).unwrap_or(port)
}

fn lamps_of(name: &Spanned<String>) -> Result<Lamps, Mistake> {
    Lamps::parse(name.get_ref())
        .ok_or_else(|| Mistake::at(name, "lamps are lit \"never\", \"before-games\" or \"always\""))
}

fn open_tables(section: &HallSection) -> Result<Vec<TableSetup>, Mistake> {
    let count = match &section.open_tables {
        None => 1,
        Some(count) if (1..=TABLES_MAX).contains(&usize::from(*count.get_ref())) => *count.get_ref(),
        Some(count) => {
            return Err(Mistake::at(count, format!("a hall has from 1 to {TABLES_MAX} tables")));
        }
    };
    Ok((1..=count).map(open_table).collect())
}

/// Returns the settings of a table that takes any board.
pub fn open_table(table: u16) -> TableSetup {
    TableSetup {
        table,
        board: BoardChoice::Any,
        players: ByColor { white: Player::default(), black: Player::default() },
        clock: true,
        clock_port: None,
        chess960: false,
        fen: None,
        stands: hall::Stands::default(),
    }
}
