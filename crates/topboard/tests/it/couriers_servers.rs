//! Games that are brought to servers as Debian has them, by FTP, FTPS and SFTP. The servers hang and are killed in between; in
//! the end each has what the hall serves.

use crate::{
    arbiter_client::Arbiter,
    couriers::{differing, hall_with, moves, tree},
    games_of_rounds::begin,
    logins::free_port,
    rig::{folder, until},
};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

pub(crate) const PASSWORD: &str = "horse-battery";
pub(crate) const FTP: &str = "
import sys
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler, TLS_FTPHandler
from pyftpdlib.servers import FTPServer
port, folder, password, certificate = sys.argv[1:]
handler = TLS_FTPHandler if certificate else FTPHandler
handler.authorizer = DummyAuthorizer()
handler.authorizer.add_user('open', password, folder, perm='elradfmw')
if certificate:
    handler.certfile = certificate
    handler.tls_control_required = handler.tls_data_required = True
FTPServer(('127.0.0.1', int(port)), handler).serve_forever()
";

/// A server that can be killed and started again at its port.
pub(crate) struct Server {
    pub(crate) folder: PathBuf,
    start: Box<dyn Fn() -> Command>,
    child: Child,
}

impl Server {
    fn of(folder: PathBuf, start: impl Fn() -> Command + 'static) -> Server {
        fs::create_dir_all(&folder).expect("it can be made");
        let child = spawn(start());
        Server { folder, start: Box::new(start), child }
    }

    pub(crate) fn ftp(folder: &Path, port: u16, certificate: Option<PathBuf>) -> Server {
        let home = folder.to_owned();
        Server::of(folder.to_owned(), move || {
            let mut command = Command::new("/usr/bin/python3");
            command.args(["-c", FTP, &port.to_string()]).arg(&home).arg(PASSWORD);
            command.arg(certificate.clone().unwrap_or_default());
            command
        })
    }

    pub(crate) fn sftp(folder: &Path, port: u16, keys: &Path) -> Server {
        // It wants this folder for whoever has no rights there, if it is root's.
        let _ = fs::create_dir_all("/run/sshd");
        let settings = keys.join("sshd_config");
        let text = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {0}/host\nAuthorizedKeysFile {0}/user.pub\nStrictModes no\nUsePAM no\n\
             PidFile none\nPasswordAuthentication no\nPermitRootLogin yes\nSubsystem sftp internal-sftp\n",
            keys.display()
        );
        fs::write(&settings, text).expect("it can be written");
        Server::of(folder.to_owned(), move || {
            let mut command = Command::new("/usr/sbin/sshd");
            command.args(["-D", "-e", "-f"]).arg(&settings);
            command
        })
    }

    fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw).expect("a process");
        kill_process(pid, signal).expect("it runs");
    }

    fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    fn restart(&mut self) {
        self.child = spawn((self.start)());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("./check installs it")
}

/// Makes a key for SSH, and returns its fingerprint.
pub(crate) fn key(path: &Path) -> String {
    let made = Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(path).status();
    assert!(made.expect("./check installs it").success());
    let told = Command::new("ssh-keygen").arg("-lf").arg(path).output().expect("it runs");
    String::from_utf8_lossy(&told.stdout).split(' ').nth(1).expect("a fingerprint").to_owned()
}

pub(crate) fn user() -> String {
    let told = Command::new("id").arg("-un").output().expect("it runs");
    String::from_utf8_lossy(&told.stdout).trim().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_hang_and_die_have_the_games_in_the_end() {
    let folder = folder("couriers-servers");
    let password = folder.join("password");
    fs::write(&password, PASSWORD).expect("it can be written");
    let own = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let (pem, both) = (folder.join("ca.pem"), folder.join("both.pem"));
    fs::write(&pem, own.cert.pem()).expect("it can be written");
    fs::write(&both, own.cert.pem() + &own.signing_key.serialize_pem()).expect("it can be written");
    let keys = folder.join("keys");
    fs::create_dir(&keys).expect("it can be made");
    fs::set_permissions(&keys, fs::Permissions::from_mode(0o700)).expect("it is ours");
    let fingerprint = key(&keys.join("host"));
    key(&keys.join("user"));
    let ports = [free_port(), free_port(), free_port()];
    let at_sftp = folder.join("sftp");
    let mut servers = [
        Server::ftp(&folder.join("ftp"), ports[0], None),
        Server::ftp(&folder.join("ftps"), ports[1], Some(both)),
        Server::sftp(&at_sftp, ports[2], &keys),
    ];
    let login = format!("user = \"open\"\npassword_file = {password:?}\n");
    let lines = format!(
        "[[broadcast]]\nto = \"ftp\"\nhost = \"127.0.0.1\"\nport = {}\ninsecure = true\npath = \"deep/live\"\n{login}\
         [[broadcast]]\nto = \"ftps\"\nhost = \"localhost\"\nport = {}\nroots = {pem:?}\nfiles = \"games.pgn\"\n{login}\
         [[broadcast]]\nto = \"sftp\"\nhost = \"127.0.0.1\"\nport = {}\nfingerprint = {fingerprint:?}\nuser = {:?}\nkey_file = {:?}\n\
         path = {at_sftp:?}\nfiles = \"all\"\n\
         [[broadcast]]\nto = \"sftp\"\nhost = \"127.0.0.1\"\nport = {}\nfingerprint = \"SHA256:another\"\nuser = \"x\"\n\
         password_file = {password:?}\n",
        ports[0],
        ports[1],
        ports[2],
        user(),
        keys.join("user"),
        ports[2]
    );
    let hall = hall_with(&folder, &lines);
    let arbiter = Arbiter::enter(&hall);
    begin(&arbiter);
    let at = |server: &Server| {
        let deep = server.folder.join("deep/live");
        tree(if deep.exists() { &deep } else { &server.folder })
    };
    let mut line = Vec::new();
    for (uci, san) in [("e2e4", "e4"), ("e7e5", "e5"), ("g1f3", "Nf3")] {
        line.push(uci);
        match san {
            "e5" => servers.iter().for_each(|server| server.signal(Signal::STOP)),
            "Nf3" => servers.iter_mut().for_each(Server::kill),
            _ => {}
        }
        moves(&arbiter, &line);
        if san != "e4" {
            tokio::time::sleep(Duration::from_secs(3)).await;
        }
        match san {
            "e5" => servers.iter().for_each(|server| server.signal(Signal::CONT)),
            "Nf3" => servers.iter_mut().for_each(Server::restart),
            _ => {}
        }
        for server in &servers {
            let what = format!("{san} is in {}: {}", server.folder.display(), hall.log());
            until(&what, || at(server).get("round-1/games.pgn").is_some_and(|pgn| pgn.contains(san))).await;
        }
    }
    for (server, count) in servers.iter().zip([2, 1, 6]) {
        until("all is as it is served", || differing(&hall, &at(server)).is_empty()).await;
        until("every file is there", || at(server).len() == count).await;
    }
    let log = hall.log();
    assert!(log.contains("another key than fingerprint says"), "{log}");
    assert!(log.contains("takes the games again") && !log.contains(PASSWORD), "{log}");
}
