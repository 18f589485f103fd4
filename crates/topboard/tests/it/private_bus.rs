//! A private D-Bus bus for one test, in place of the system's.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};
use tokio::time::sleep;

/// A bus for one test, ended with it.
pub(crate) struct Bus {
    daemon: Child,
    /// The address that programs are to take for the system's bus.
    pub(crate) address: String,
}

impl Bus {
    pub(crate) async fn start(folder: &Path) -> Bus {
        let socket = folder.join("bus");
        let _ = fs::remove_file(&socket);
        let address = format!("unix:path={}", socket.display());
        let settings = folder.join("bus.conf");
        let text = format!(
            "<busconfig><listen>{address}</listen><auth>EXTERNAL</auth><policy context=\"default\">\
             <allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/><allow own=\"*\"/>\
             </policy></busconfig>"
        );
        fs::write(&settings, text).expect("the folder can be written");
        let daemon = Command::new("dbus-daemon")
            .args(["--nofork", "--nopidfile", "--nosyslog", "--config-file"])
            .arg(&settings)
            .stderr(Stdio::null())
            .spawn()
            .expect("dbus-daemon is installed: ./check does it");
        while !socket.exists() {
            sleep(Duration::from_millis(20)).await;
        }
        Bus { daemon, address }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}
