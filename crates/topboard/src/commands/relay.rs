//! `topboard relay`: a node, which serves spectators what halls elsewhere tell through a broker.

use crate::{
    cli::RelayOptions,
    config::{
        complaint,
        node::{NODE_TEXT, NodeConfig},
    },
    connections::addresses,
    public::server,
    terminal::{
        failure::{Failure, Outcome},
        links::say_links,
        shutdown::Orders,
        stdout::put,
    },
    tls::{self, Tls},
    tree::{
        monitors::{self, Sources},
        node::RelayNode,
    },
};
use std::{fs, net::SocketAddr, path::Path, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::watch, time::timeout};

/// The longest time for which open connections may delay the end of the program, once all viewers were told to leave.
const FAREWELL: Duration = Duration::from_secs(5);

/// Runs a node until an order to end comes.
pub async fn command(options: &RelayOptions) -> Outcome {
    if options.print_config {
        put!("{NODE_TEXT}");
        return Ok(());
    }
    let config = load(options)?;
    let mut orders = Orders::listen()?;
    let listener = server::bind(config.listen).await?;
    let address = address_of(&listener)?;
    let tls = Tls::open(&config.tls, Path::new("."))?;
    let (to_leave, leaving) = watch::channel(false);
    let (to_stop, stop) = watch::channel(false);
    if let Some(tls) = &tls {
        tokio::spawn(tls::keep(Arc::clone(tls), stop.clone()));
    }
    let metrics = match config.metrics {
        Some(metrics) => Some(server::bind(metrics).await?),
        None => None,
    };
    let node = RelayNode::start(&config, tls.clone(), listener, &leaving, &stop);
    let links = |address| addresses::links(address, tls.as_deref()).into_iter();
    say_links("The boards are at", links(address), "");
    if let Some(listener) = metrics {
        let figures = links(address_of(&listener)?);
        say_links("Figures for monitors are at", figures.map(|link| format!("{link}metrics")), "");
        let tls = tls.clone();
        let (state, spectators) = (node.state.clone(), node.spectators.clone());
        let sources = Sources { state, spectators, leaving, tls };
        tokio::spawn(monitors::run(listener, sources, stop));
    }
    orders.given().await;
    tracing::info!(event = "stopping", "stopping: viewers are told to go to another node");
    to_leave.send_replace(true);
    if timeout(config.farewell + FAREWELL, node.ended()).await.is_err() {
        tracing::warn!(event = "cut-off", "some viewers did not leave in time and were cut off");
    }
    // Monitors read until the end that this node is not ready.
    to_stop.send_replace(true);
    Ok(())
}

fn load(options: &RelayOptions) -> Result<NodeConfig, Failure> {
    let name = options.config.display().to_string();
    match fs::read_to_string(&options.config) {
        Ok(text) => {
            NodeConfig::parse(&name, &text).map_err(|complaint| Failure::Input(complaint.to_string()))
        }
        Err(error) => Err(Failure::Input(complaint::unread(&name, &error, "topboard relay"))),
    }
}

fn address_of(listener: &TcpListener) -> Result<SocketAddr, Failure> {
    listener.local_addr().map_err(|error| {
        Failure::Environment(format!("the network does not say its address ({error}); try another port"))
    })
}
