//! The servers that are compared: how each is started, and how its clients and its publisher reach it.

use super::{
    greeting::Speech,
    process::{Server, find},
};
use crate::{
    cli::ServerKind,
    safe_files::scratch::Scratch,
    terminal::failure::{Failure, Outcome},
};
use std::{
    env, fs,
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    thread::sleep,
    time::{Duration, Instant},
};
use tokio::net::TcpSocket;

/// The time for a server to listen.
const PATIENCE: Duration = Duration::from_secs(30);
/// The module of nginx, where Debian puts it.
const NCHAN: &str = "/usr/lib/nginx/modules/ngx_nchan_module.so";

/// A server that runs, and the ways to it.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) server: Server,
    pub(super) viewers: SocketAddr,
    pub(super) speech: Speech,
    control: SocketAddr,
    _scratch: Option<Scratch>,
}

impl ServerKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            ServerKind::Limit => "limit",
            ServerKind::Topboard => "topboard",
            ServerKind::Nats => "nats",
            ServerKind::Nchan => "nchan",
            ServerKind::Mosquitto => "mosquitto",
            ServerKind::Ws => "ws",
        }
    }

    /// Returns what has to be installed first; `None` if nothing is missing.
    pub(super) fn missing(self) -> Option<&'static str> {
        let (is_there, how) = match self {
            ServerKind::Limit | ServerKind::Topboard => return None,
            ServerKind::Nats => (find("nats-server").is_some(), "apt install nats-server"),
            ServerKind::Nchan => {
                let is_there = find("nginx").is_some() && Path::new(NCHAN).is_file();
                (is_there, "apt install nginx libnginx-mod-nchan")
            }
            ServerKind::Mosquitto => (find("mosquitto").is_some(), "apt install mosquitto"),
            ServerKind::Ws => {
                let is_there =
                    find("node").is_some() && modules().iter().any(|path| path.join("ws").is_dir());
                (
                    is_there,
                    "apt install nodejs npm, `npm install --prefix DIR ws`, NODE_PATH=DIR/node_modules",
                )
            }
        };
        (!is_there).then_some(how)
    }

    /// Starts the server on a processor. `tables` is for this program alone.
    pub(super) fn start(self, core: usize, tables: u16) -> Result<Running, Failure> {
        match self {
            ServerKind::Limit | ServerKind::Topboard => self.start_own(core, tables),
            ServerKind::Nats | ServerKind::Nchan | ServerKind::Mosquitto | ServerKind::Ws => {
                self.start_other(core)
            }
        }
    }

    fn start_own(self, core: usize, tables: u16) -> Result<Running, Failure> {
        let compared = env::current_exe().map_err(|error| {
            Failure::Environment(format!("the program does not find itself ({error}); start it by its path"))
        })?;
        let mut command = Command::new(compared);
        command.args(["--quiet", "bench", "fanout", "--serve", self.name(), "--tables", &tables.to_string()]);
        let mut server = Server::start(command, core)?;
        let line = server.first_line()?;
        let mut places = line.split(' ').filter_map(|place| place.parse().ok());
        let (Some(viewers), Some(control)) = (places.next(), places.next()) else {
            return Err(Failure::Environment(format!("the server said {line:?} and no address; try again")));
        };
        let speech = if self == ServerKind::Topboard { Speech::Protocol2 } else { Speech::Lines };
        Ok(Running { server, viewers, speech, control, _scratch: None })
    }

    fn start_other(self, core: usize) -> Result<Running, Failure> {
        let scratch = Scratch::new("fanout")?;
        let [viewers, publisher] = free_ports()?;
        let (program, file, text, speech) = match self {
            ServerKind::Nats => ("nats-server", "nats.conf", nats(viewers, publisher), Speech::Nats),
            ServerKind::Mosquitto => {
                ("mosquitto", "mosquitto.conf", mosquitto(viewers, publisher), Speech::Mqtt)
            }
            ServerKind::Nchan => ("nginx", "nginx.conf", nginx(viewers, scratch.path()), Speech::Http),
            _ => ("node", "server.cjs", node(viewers, publisher), Speech::Lines),
        };
        let file = scratch.path().join(file);
        fs::write(&file, text).map_err(|error| {
            Failure::Environment(format!("{} cannot be written ({error}); set TMPDIR", file.display()))
        })?;
        let compared = find(program).unwrap_or_else(|| program.into());
        let mut command = Command::new(compared);
        match self {
            ServerKind::Nchan => command.arg("-p").arg(scratch.path()).arg("-c").arg(&file),
            ServerKind::Ws => {
                command.env("NODE_PATH", env::join_paths(modules()).unwrap_or_default()).arg(&file)
            }
            _ => command.arg("-c").arg(&file),
        };
        let server = Server::start(command, core)?;
        let at = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let control = if self == ServerKind::Nchan { viewers } else { publisher };
        let (viewers, control) = (at(viewers), at(control));
        let mut running = Running { server, viewers, speech, control, _scratch: Some(scratch) };
        running.await_listening(self.name())?;
        Ok(running)
    }
}

impl Running {
    fn await_listening(&mut self, name: &str) -> Outcome {
        let end = Instant::now() + PATIENCE;
        let is_open = |at: SocketAddr| TcpStream::connect(at).is_ok();
        while !(is_open(self.viewers) && is_open(self.control)) {
            if Instant::now() > end || !self.server.is_alive() {
                return Err(Failure::Environment(format!(
                    "{name} does not listen; leave it out with --servers"
                )));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Connects a publisher.
    pub(super) fn publisher(&self) -> Result<Publisher, Failure> {
        let connected = || {
            let mut stream = TcpStream::connect(self.control)?;
            stream.set_nodelay(true)?;
            stream.write_all(&self.speech.introduction())?;
            stream.set_nonblocking(true)?;
            Ok::<_, std::io::Error>(stream)
        };
        let stream = connected().map_err(|error| unpublished(&error))?;
        Ok(Publisher { stream, speech: self.speech })
    }
}

/// A connection over which messages are published.
#[derive(Debug)]
pub(super) struct Publisher {
    stream: TcpStream,
    speech: Speech,
}

impl Publisher {
    /// Publishes a text.
    pub(super) fn publish(&mut self, text: &str) -> Outcome {
        // What the server answers is of no interest, but must not fill its buffers.
        let mut answers = [0; 4096];
        while self.stream.read(&mut answers).is_ok_and(|length| length > 0) {}
        self.stream.write_all(&self.speech.publishing(text)).map_err(|error| unpublished(&error))
    }
}

fn unpublished(error: &std::io::Error) -> Failure {
    Failure::Environment(format!("the server takes nothing from its publisher ({error}); try again"))
}

/// Returns two ports that nobody uses on any address, nor did a moment ago: mosquitto listens on all addresses, and
/// cannot where a connection of an earlier turn still ends.
fn free_ports() -> Result<[u16; 2], Failure> {
    let bound = || {
        let socket = TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::UNSPECIFIED, 0).into())?;
        Ok::<_, std::io::Error>((socket.local_addr()?.port(), socket))
    };
    let both = bound().and_then(|first| Ok([first, bound()?]));
    both.map(|both| both.map(|(port, _)| port))
        .map_err(|error| Failure::Environment(format!("the system gives no port ({error}); try again")))
}

/// Returns the folders in which Node looks for the package.
fn modules() -> Vec<PathBuf> {
    let named = env::var_os("NODE_PATH").unwrap_or_default();
    let mut all: Vec<PathBuf> = env::split_paths(&named).filter(|path| path.is_absolute()).collect();
    all.extend(env::current_dir().map(|here| here.join("tests/browser/node_modules")));
    all
}

fn nats(viewers: u16, publisher: u16) -> String {
    format!(
        "listen: \"127.0.0.1:{publisher}\"\nmax_connections: 20000\nping_interval: \"10m\"\n\
         websocket {{ listen: \"127.0.0.1:{viewers}\", no_tls: true, compression: false }}\n"
    )
}

fn mosquitto(viewers: u16, publisher: u16) -> String {
    format!(
        "listener {publisher} 127.0.0.1\nlistener {viewers} 127.0.0.1\nprotocol websockets\nallow_anonymous true\n\
         persistence false\nmax_connections -1\nlog_dest none\nuser root\nset_tcp_nodelay true\n"
    )
}

fn nginx(viewers: u16, folder: &Path) -> String {
    let folder = folder.display();
    let user = if rustix::process::getuid().is_root() { "user root;\n" } else { "" };
    format!(
        "{user}daemon off;\nworker_processes 1;\nerror_log {folder}/error.log crit;\npid {folder}/nginx.pid;\n\
         load_module {NCHAN};\nevents {{ worker_connections 16000; }}\n\
         http {{\n  access_log off;\n  keepalive_requests 1000000;\n  nchan_shared_memory_size 256m;\n\
         client_body_temp_path {folder}/body;\n  proxy_temp_path {folder}/proxy;\n  fastcgi_temp_path {folder}/fastcgi;\n\
         uwsgi_temp_path {folder}/uwsgi;\n  scgi_temp_path {folder}/scgi;\n\
         server {{\n    listen 127.0.0.1:{viewers} backlog=4096;\n\
         location = /sub {{ nchan_subscriber websocket; nchan_channel_id t; nchan_subscriber_first_message newest; }}\n\
         location = /pub {{ nchan_publisher; nchan_channel_id t; nchan_message_buffer_length 2; }}\n  }}\n}}\n"
    )
}

fn node(viewers: u16, publisher: u16) -> String {
    format!(
        "const {{ WebSocketServer }} = require('ws');\n\
         const viewers = new WebSocketServer({{ host: '127.0.0.1', port: {viewers}, perMessageDeflate: false, backlog: 4096 }});\n\
         require('node:net').createServer((publisher) => {{\n\
           let rest = '';\n\
           publisher.on('data', (bytes) => {{\n\
             const lines = (rest + bytes).split('\\n');\n\
             rest = lines.pop();\n\
             for (const line of lines) {{\n\
               const text = Buffer.from(line);\n\
               for (const viewer of viewers.clients) viewer.send(text, {{ binary: false }});\n\
             }}\n\
           }});\n\
         }}).listen({publisher}, '127.0.0.1');\n"
    )
}
