//! The options of `bench fanout` and `bench rejoin`.

use clap::Args;

/// Options of `bench fanout`.
#[derive(Debug, Clone, Args)]
pub struct BenchFanoutOptions {
    /// The numbers of clients to measure with.
    #[arg(long, value_delimiter = ',', default_values_t = [1000, 5000, 10_000], value_parser = clients)]
    pub clients: Vec<usize>,
    /// How often each server is measured with each number; medians are printed.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=99))]
    pub repeats: u16,
    /// The servers, in the order of their turns.
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = [
        ServerKind::Limit, ServerKind::Topboard, ServerKind::Nats, ServerKind::Nchan, ServerKind::Mosquitto, ServerKind::Ws
    ])]
    pub servers: Vec<ServerKind>,
    /// The length of a measurement, in seconds; a warm-up comes before it.
    #[arg(long, default_value_t = 6.0, value_parser = seconds)]
    pub seconds: f64,
    /// The messages a second to each client.
    #[arg(long, default_value_t = 10.0, value_parser = rate)]
    pub rate: f64,
    /// Serve as this kind until killed; the measurement starts itself with this.
    #[arg(long, hide = true)]
    pub serve: Option<ServerKind>,
    /// The tables of the served hall.
    #[arg(long, hide = true, default_value_t = 1)]
    pub tables: u16,
}

fn clients(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|_| format!("{text} is no number"))?;
    if (1..=100_000).contains(&number) { Ok(number) } else { Err("from 1 to 100000 clients".to_owned()) }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("{text} is no number"))?;
    if (0.1..=600.0).contains(&seconds) { Ok(seconds) } else { Err("from 0.1 to 600 seconds".to_owned()) }
}

fn rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| format!("{text} is no number"))?;
    if (0.1..=1000.0).contains(&rate) { Ok(rate) } else { Err("from 0.1 to 1000 a second".to_owned()) }
}

/// Options of `bench rejoin`.
#[derive(Debug, Clone, Args)]
pub struct BenchRejoinOptions {
    /// The numbers of clients that come back at once.
    #[arg(long, value_delimiter = ',', default_values_t = [200, 10_000], value_parser = clients)]
    pub clients: Vec<usize>,
    /// Also simulate so many hours in which 2,000 clients come and go, and say the memory after each.
    #[arg(long, default_value_t = 0, value_name = "HOURS")]
    pub churn: u32,
    /// The real length of a simulated hour, in seconds.
    #[arg(long, default_value_t = 30.0, value_parser = seconds)]
    pub hour: f64,
}

/// A server to be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ServerKind {
    /// A bare write of the same bytes to the same sockets.
    Limit,
    /// This program.
    Topboard,
    /// The WebSocket of nats-server.
    Nats,
    /// nginx with the module nchan.
    Nchan,
    /// The WebSocket of mosquitto.
    Mosquitto,
    /// Node with the package ws.
    Ws,
}
