//! `relay.toml`: the settings of a node, which serves spectators what halls elsewhere tell. A boundary file: its keys are a
//! promise to everybody who wrote one.

use super::{
    Complaint, Mistake,
    broker::{BrokerChoice, BrokerSection, word},
    server::ServerSection,
};
use crate::tls::TlsChoice;
use hall::TableNo;
use serde::Deserialize;
use std::{collections::BTreeSet, net::SocketAddr, time::Duration};
use toml::Spanned;

/// The commented settings of a node.
pub const NODE_TEXT: &str = include_str!("../relay.toml");

/// The most halls of an event.
const HALLS_MAX: usize = 60;
/// What is added to the numbers of a hall's tables for each hall before it, unless the settings say otherwise.
const HALL_STEP: TableNo = 1_000;

/// The settings with which a node runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeConfig {
    /// How the broker is reached.
    pub broker: BrokerChoice,
    /// The halls in the order in which they are shown, each with what is added to the numbers of its tables.
    pub halls: Vec<(String, TableNo)>,
    /// The address of the public pages.
    pub listen: SocketAddr,
    /// The address at which monitors are served; `None` if there is none.
    pub metrics: Option<SocketAddr>,
    /// What encrypts the connections.
    pub tls: TlsChoice,
    /// The greatest number of public connections; `None` means as many as the system allows, up to a limit.
    pub connections: Option<usize>,
    /// The greatest number of public connections from one address; `None` means half of all.
    pub connections_each: Option<usize>,
    /// The time within which viewers leave when the node ends.
    pub farewell: Duration,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeFile {
    #[serde(default)]
    server: ServerSection,
    #[serde(default)]
    broker: BrokerSection,
    #[serde(default)]
    hall: Vec<HallSection>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HallSection {
    name: Spanned<String>,
    add: Option<TableNo>,
}

impl NodeConfig {
    /// Parses the settings. `name` is the name of the file, as a complaint shows it.
    pub fn parse(name: &str, text: &str) -> Result<NodeConfig, Complaint> {
        let file: NodeFile = toml::from_str(text).map_err(|error| Complaint::of_toml(name, text, &error))?;
        file.check().map_err(|Mistake { at, what }| Complaint::new(name, text, at, &what))
    }
}

impl NodeFile {
    fn check(self) -> Result<NodeConfig, Mistake> {
        let broker = self.broker.of_node()?;
        let (server, farewell) = self.server.of_node()?;
        let mut names = BTreeSet::new();
        let mut halls = Vec::new();
        for (HallSection { name, add }, index) in self.hall.iter().zip(0..) {
            if !names.insert(word(name)?) {
                return Err(Mistake::at(name, "this hall is here twice"));
            }
            if usize::from(index) >= HALLS_MAX {
                return Err(Mistake::at(name, format!("an event has at most {HALLS_MAX} halls")));
            }
            halls.push((word(name)?, add.unwrap_or(index * HALL_STEP)));
        }
        if halls.is_empty() {
            return Err(Mistake { at: 0, what: "a node needs a [[hall]] section for each hall".to_owned() });
        }
        let (listen, metrics, tls) = (server.listen, server.metrics, server.tls);
        let (connections, connections_each) = (server.connections, server.connections_each);
        Ok(NodeConfig { broker, halls, listen, metrics, tls, connections, connections_each, farewell })
    }
}
