//! A server as a process of its own: pinned to one processor, watched for time and memory, and ended with its owner.

use crate::terminal::failure::Failure;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::{
    ffi::OsStr,
    fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
};

/// The processors of a measurement: one serves, the other has the clients.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cores {
    pub(super) server: usize,
    pub(super) clients: usize,
}

impl Cores {
    /// Chooses the first two processors that this process may use; on a computer with one, both are the same.
    pub(super) fn choose() -> Result<Cores, Failure> {
        let allowed = sched_getaffinity(None).map_err(|error| unpinned(&error))?;
        let mut all = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
        let server = all.next().unwrap_or_default();
        Ok(Cores { server, clients: all.next().unwrap_or(server) })
    }
}

/// Pins the calling thread, and what it starts from now on, to one processor.
pub(super) fn pin(core: usize) -> Result<(), Failure> {
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).map_err(|error| unpinned(&error))
}

fn unpinned(error: &rustix::io::Errno) -> Failure {
    Failure::Environment(format!(
        "the system pins nothing to a processor ({error}); measure on another computer"
    ))
}

/// A running server.
#[derive(Debug)]
pub(super) struct Server {
    child: Child,
}

impl Server {
    /// Starts a program on this processor.
    pub(super) fn start(mut command: Command, core: usize) -> Result<Server, Failure> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A process inherits the processor of the thread that starts it.
        let started = thread::spawn(move || {
            pin(core)?;
            command.spawn().map_err(|error| {
                let program = command.get_program().display();
                Failure::Environment(format!(
                    "{program} does not start ({error}); leave it out with --servers"
                ))
            })
        });
        let started = started.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok(Server { child: started? })
    }

    /// Reads the line with which a server of ours says where it listens.
    pub(super) fn first_line(&mut self) -> Result<String, Failure> {
        let mut line = String::new();
        if let Some(output) = self.child.stdout.take() {
            // An empty line is reported below.
            let _ = BufReader::new(output).read_line(&mut line);
        }
        if line.is_empty() {
            return Err(Failure::Environment(
                "the server ended before it listened; try again with -v".to_owned(),
            ));
        }
        Ok(line.trim().to_owned())
    }

    /// Returns whether the server still runs.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Returns the processor time used so far by the server and the processes it started, in nanoseconds.
    pub(super) fn cpu_ns(&self) -> u64 {
        let threads = self.family().into_iter().flat_map(tasks);
        threads.filter_map(|task| first_number(&fs::read_to_string(task.join("schedstat")).ok()?)).sum()
    }

    /// Returns the resident memory of the server and the processes it started, in bytes.
    pub(super) fn rss_bytes(&self) -> u64 {
        let each = self.family().into_iter().filter_map(|pid| {
            let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
            first_number(status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?)
        });
        each.sum::<u64>() * 1024
    }

    /// Returns the process and its children.
    fn family(&self) -> Vec<u32> {
        let mut all = vec![self.child.id()];
        let mut next = 0;
        while let Some(pid) = all.get(next).copied() {
            for task in tasks(pid) {
                let children = fs::read_to_string(task.join("children")).unwrap_or_default();
                all.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
            }
            next += 1;
        }
        all
    }

    fn end(&mut self) {
        // The server may have ended by itself. Its own children notice that their parent asks them to.
        let family = self.family();
        for pid in
            family.into_iter().filter_map(|pid| rustix::process::Pid::from_raw(i32::try_from(pid).ok()?))
        {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn tasks(pid: u32) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/task"));
    entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

fn first_number(text: &str) -> Option<u64> {
    text.split_whitespace().next()?.parse().ok()
}

/// Returns the path of a program; `None` if it is not installed.
pub(super) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin", "/sbin"].map(PathBuf::from));
    folders.map(|folder| folder.join(OsStr::new(program))).find(|file| file.is_file())
}
