//! The orders to end the program: Ctrl-C, SIGTERM, and the SIGHUP of a terminal that was closed.

use crate::terminal::failure::Failure;
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    sync::watch,
};

/// A listener for orders to end. Once it exists, such an order no longer kills the program.
#[derive(Debug)]
pub struct Orders {
    heard: watch::Receiver<bool>,
    is_given: Arc<AtomicBool>,
}

impl Orders {
    /// Starts to listen. Must be called within a Tokio runtime.
    pub fn listen() -> Result<Orders, Failure> {
        let on = |kind| {
            signal(kind).map_err(|error| {
                Failure::Environment(format!(
                    "the system gives no signals ({error}); start the program in another way"
                ))
            })
        };
        let (interrupt, terminate) = (on(SignalKind::interrupt())?, on(SignalKind::terminate())?);
        // A program started with `nohup` is meant to outlive its terminal.
        let hang_up = if is_hang_up_ignored() { None } else { Some(on(SignalKind::hangup())?) };
        let (tell, heard) = watch::channel(false);
        let is_given = Arc::new(AtomicBool::new(false));
        let given = Arc::clone(&is_given);
        tokio::spawn(async move {
            first_of(interrupt, terminate, hang_up).await;
            given.store(true, Ordering::Relaxed);
            tell.send_replace(true);
        });
        Ok(Orders { heard, is_given })
    }

    /// Waits until an order to end is given.
    pub async fn given(&mut self) {
        // The task that sends the order lives until it has sent it, so the wait does not fail.
        let _ = self.heard.wait_for(|heard| *heard).await;
    }

    /// Returns a flag that is set once an order to end is given, for code that cannot wait.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_given)
    }
}

async fn first_of(mut interrupt: Signal, mut terminate: Signal, hang_up: Option<Signal>) {
    let hang_up = async {
        match hang_up {
            Some(mut signal) => _ = signal.recv().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        () = hang_up => {}
    }
}

/// Returns whether SIGHUP, which is signal 1, was ignored when the program started.
fn is_hang_up_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}
