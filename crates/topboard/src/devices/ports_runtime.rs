//! The runtime of the ports, apart from the runtime of the pages.
//!
//! Waiting for a serial port, or reading from it, may block in the kernel: asked whether a terminal has bytes, it first
//! finishes the work that moves them there, and on a computer without processor time to spare that work may wait for
//! half a minute. On one runtime with the sockets, no page would be answered meanwhile.

use crate::terminal::failure::Failure;
use std::future::Future;
use tokio::{
    runtime::{Builder, EnterGuard, Runtime},
    task::JoinHandle,
};

/// A runtime with one thread of its own. Dropping it ends its tasks, and does not wait for a port that blocks.
#[derive(Debug)]
pub struct PortsRuntime {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
}

impl PortsRuntime {
    /// Starts the thread. Fails if the system gives none.
    pub fn start() -> Result<PortsRuntime, Failure> {
        let built = Builder::new_multi_thread().worker_threads(1).thread_name("ports").enable_all().build();
        let runtime = built.map_err(|error| {
            Failure::Environment(format!(
                "the system gives no thread for the ports ({error}); free memory and try again"
            ))
        })?;
        Ok(PortsRuntime { runtime: Some(runtime) })
    }

    /// Starts a task here. What it spawns and opens is here, too.
    pub fn spawn<F>(&self, task: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        self.runtime().spawn(task)
    }

    /// Makes what is opened while the guard lives wait here, and not on the caller's runtime.
    pub fn enter(&self) -> EnterGuard<'_> {
        self.runtime().enter()
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("it is there until it is dropped")
    }
}

impl Drop for PortsRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn a_port_that_blocks_holds_up_nobody_else_and_is_not_waited_for() {
        let ports = PortsRuntime::start().expect("the system gives a thread");
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (release, released) = mpsc::channel::<()>();
        let blocked = ports.spawn(async move {
            begun.send(std::thread::current().name().map(str::to_owned)).expect("the test waits for it");
            // Blocks the thread, as the kernel does; ends only when the test is over.
            let _ = released.recv();
        });
        let name = has_begun.await.expect("the task is run");
        assert_eq!(name.as_deref(), Some("ports"));
        // This runtime has one thread, the test's own: it goes on.
        tokio::task::yield_now().await;
        drop(ports);
        assert!(!blocked.is_finished());
        drop(release);
    }
}
