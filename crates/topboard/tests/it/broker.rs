//! A real NATS server, and nodes that take a hall's feed from it.

use crate::rig::{Hall, PATIENCE};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A process that ends with the test.
struct Process(Child);

impl Process {
    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(i32::try_from(self.0.id()).expect("a process's number"));
        kill_process(pid.expect("not zero"), signal).expect("it runs");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A broker with JetStream, at a port that stays the same when it is started again.
pub(crate) struct Broker {
    folder: PathBuf,
    pub(crate) port: u16,
    users: &'static str,
    process: Option<Process>,
}

impl Broker {
    /// Starts a broker that lets everybody in.
    pub(crate) fn start(folder: &Path) -> Broker {
        Broker::with_users(folder, "")
    }

    /// Starts a broker with this section `authorization`.
    pub(crate) fn with_users(folder: &Path, users: &'static str) -> Broker {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = free.local_addr().expect("it has one").port();
        drop(free);
        let mut broker = Broker { folder: folder.join("broker"), port, users, process: None };
        broker.begin();
        broker
    }

    /// Starts it again, with what it kept.
    pub(crate) fn begin(&mut self) {
        fs::create_dir_all(&self.folder).expect("the folder can be written");
        let settings = self.folder.join("nats.conf");
        let store = self.folder.join("store");
        let text = format!(
            "listen: \"127.0.0.1:{}\"\njetstream {{ store_dir: {store:?} }}\n{}\n",
            self.port, self.users
        );
        fs::write(&settings, text).expect("the folder can be written");
        let log = File::create(self.folder.join("log")).expect("the folder can be written");
        let child = Command::new("nats-server").arg("-c").arg(&settings).stderr(log).spawn();
        self.process = Some(Process(child.expect("nats-server is installed; ./check installs it")));
        let end = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(Instant::now() < end, "the broker does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it.
    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    /// Takes from it what it kept. It must be dead.
    pub(crate) fn forget(&self) {
        fs::remove_dir_all(self.folder.join("store")).expect("it kept something");
    }

    /// Stops it, or lets it go on: its sockets stay.
    pub(crate) fn signal(&self, signal: Signal) {
        self.process.as_ref().expect("it runs").signal(signal);
    }

    /// Returns the section of a configuration that names it.
    pub(crate) fn section(&self, more: &str) -> String {
        format!("[broker]\nservers = [\"nats://127.0.0.1:{}\"]\nevent = \"test\"\n{more}", self.port)
    }
}

/// A node as a process of its own.
pub(crate) struct Node {
    process: Process,
    config: PathBuf,
    pub(crate) address: String,
    pub(crate) metrics: String,
}

impl Node {
    /// Starts a node with these sections in its settings.
    pub(crate) fn start(folder: &Path, name: &str, sections: &str) -> Node {
        Node::start_with(folder, name, sections, &["--quiet"])
    }

    /// Starts a node like [`Node::start`], with these options on the command line.
    pub(crate) fn start_with(folder: &Path, name: &str, sections: &str, options: &[&str]) -> Node {
        let config = folder.join(format!("{name}.toml"));
        let server = "[server]\nlisten = \"127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\n";
        fs::write(&config, format!("{server}{sections}")).expect("the folder can be written");
        Node::run(config, options)
    }

    fn run(config: PathBuf, options: &[&str]) -> Node {
        let log = File::options().create(true).append(true).open(config.with_extension("log"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
        command.arg("relay").args(options).arg("--config").arg(&config);
        let errors = log.expect("the folder can be written");
        let mut child = command.stdout(Stdio::piped()).stderr(errors).spawn().expect("the program starts");
        let mut said = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
        let mut place = || {
            let line = said.next().and_then(Result::ok).unwrap_or_default();
            let place = line.split(['/', ' ']).find(|part| part.contains(':') && *part != "http:");
            place.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned()
        };
        Node { address: place(), metrics: place(), process: Process(child), config }
    }

    /// Kills it, and starts it again.
    pub(crate) fn again(self) -> Node {
        let config = self.config.clone();
        drop(self);
        Node::run(config, &["--quiet"])
    }

    pub(crate) fn signal(&self, signal: Signal) {
        self.process.signal(signal);
    }

    /// Waits for its end. Returns the exit code.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        self.process.0.wait().expect("it is ours").code()
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.config.with_extension("log")).unwrap_or_default()
    }
}

/// A table of protocol 1 without the time of its clock's reading, and the age of that reading.
pub(crate) type Aged = (Value, Option<u64>);

/// Returns a table of protocol 1 for each number, with the age of its clock apart: of two programs that were asked one
/// after the other, ages differ by the time between.
pub(crate) fn tables(address: &str, add: u64) -> Vec<Aged> {
    let snapshot: Value =
        serde_json::from_str(&Hall::get_at(address, "/api/v1/hall/snapshot")).expect("JSON");
    let now_ms = snapshot["now_ms"].as_u64().expect("a time");
    let mut tables = snapshot["tables"].as_array().expect("a list").clone();
    let apart = |table: &mut Value| {
        table["rev"].take();
        table["table"] = (table["table"].as_u64().expect("a number") + add).into();
        let read = table["clock"].get_mut("read_ms").map(Value::take);
        read.and_then(|read| read.as_u64()).map(|read_ms| now_ms.saturating_sub(read_ms))
    };
    tables.iter_mut().map(|table| (apart(table), table.clone())).map(|(age, table)| (table, age)).collect()
}

/// Returns whether two lists of tables are alike: everything equal, ages within half a second.
pub(crate) fn alike(left: &[Aged], right: &[Aged]) -> bool {
    let same = |((table, age), (other, other_age)): (&Aged, &Aged)| {
        table == other && age.unwrap_or_default().abs_diff(other_age.unwrap_or_default()) < 500
    };
    left.len() == right.len() && left.iter().zip(right).all(same)
}
