//! `topboard bench fanout`: what it costs to send the same small messages to thousands of readers, beside a bare write of
//! the same bytes and beside other servers.
//!
//! ```text
//!  publisher ──loopback──▶ server, on one processor ──WebSockets──▶ clients, on the other
//! ```
//! Every server takes its turns in one run, as a process of its own. The limit is what a bare write costs.

mod greeting;
mod limit;
mod loader;
mod process;
pub mod rejoin;
mod servers;
mod topboard;
mod turn;

use crate::cli::{BenchFanoutOptions, ServerKind};
use crate::terminal::{
    failure::{Failure, Outcome},
    shutdown::Orders,
    stdout::{remark, say},
};
use process::{Cores, pin};
use serde_json::json;
use std::{
    net::{Ipv4Addr, SocketAddr, SocketAddrV4},
    sync::{Arc, atomic::AtomicBool},
};
use tokio::task::spawn_blocking;
use turn::Measured;

/// Any free port of this computer.
const HERE: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

/// Measures in turns and prints the medians; or serves.
pub async fn command(options: &BenchFanoutOptions, json: bool) -> Outcome {
    match options.serve {
        Some(ServerKind::Topboard) => topboard::serve(options.tables).await,
        Some(ServerKind::Limit) => spawn_blocking(limit::serve).await.unwrap_or(Ok(())),
        Some(_) => Err(Failure::Usage("--serve takes limit or topboard".to_owned())),
        None => {
            let options = options.clone();
            until_ordered(move |stop| in_turns(&options, json, stop)).await
        }
    }
}

/// Runs a measurement until it ends or somebody orders its end; either way it ends its servers before it returns.
async fn until_ordered(run: impl FnOnce(&Arc<AtomicBool>) -> Outcome + Send + 'static) -> Outcome {
    let mut orders = Orders::listen()?;
    let stop = orders.flag();
    let mut run = spawn_blocking(move || run(&stop));
    let ended = tokio::select! {
        ended = &mut run => ended,
        () = orders.given() => run.await,
    };
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
}

fn in_turns(options: &BenchFanoutOptions, json: bool, stop: &Arc<AtomicBool>) -> Outcome {
    let cores = Cores::choose()?;
    if cores.server == cores.clients {
        remark!("one processor for server and clients: the delays are not those of the server");
    }
    turn::room_for(options.clients.iter().copied().max().unwrap_or_default())?;
    pin(cores.clients)?;
    let mut servers = options.servers.clone();
    servers.retain(|kind| match kind.missing() {
        Some(how) => {
            remark!("{} is not here and left out; {how}", kind.name());
            false
        }
        None => true,
    });
    for &clients in &options.clients {
        let mut all: Vec<Vec<Measured>> = vec![Vec::new(); servers.len()];
        for _ in 0..options.repeats {
            for (kind, measured) in servers.iter().zip(&mut all) {
                match turn::measure(*kind, clients, (options.seconds, options.rate), cores, stop) {
                    Ok(turn) => measured.push(turn),
                    Err(Failure::Stopped) => return Err(Failure::Stopped),
                    Err(failure) => remark!("{} lost a turn with {clients} clients: {failure}", kind.name()),
                }
            }
        }
        let median = |of: &[Measured], value: fn(&Measured) -> f64| {
            let mut values: Vec<f64> = of.iter().map(value).collect();
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let of_limit =
            servers.iter().zip(&all).find(|(kind, _)| **kind == ServerKind::Limit).map(|(_, of)| of);
        for (kind, of) in servers.iter().zip(&all).filter(|(_, of)| !of.is_empty()) {
            let m = |value| median(of, value);
            if json {
                say!(
                    "{}",
                    json!({"bench": "fanout", "server": kind.name(), "clients": clients, "cpu_us": m(|m| m.cpu_us),
                           "p50_ms": m(|m| m.p50_ms), "p99_ms": m(|m| m.p99_ms), "delivered_percent": m(|m| m.delivered),
                           "kb_grown": m(|m| m.grown_kb), "kb_whole": m(|m| m.whole_kb), "joined_s": m(|m| m.joined_s)})
                );
                continue;
            }
            let times = |value| {
                let times =
                    of_limit.map(|limit| format!(" ({:.2} of the limit)", m(value) / median(limit, value)));
                times.unwrap_or_default()
            };
            say!(
                "{clients:>6} {:<10}{:>6.2} µs a message{}, delay {:.1} ms, 99 % {:.1} ms{}, {:.1} % delivered, {:.1} kB a \
                 connection ({:.1} all included), joined in {:.2} s",
                kind.name(),
                m(|m| m.cpu_us),
                times(|m| m.cpu_us),
                m(|m| m.p50_ms),
                m(|m| m.p99_ms),
                times(|m| m.p99_ms),
                m(|m| m.delivered),
                m(|m| m.grown_kb),
                m(|m| m.whole_kb),
                m(|m| m.joined_s)
            );
        }
    }
    Ok(())
}
