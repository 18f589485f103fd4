//! The messages of drivers: ports that come and go, and what boards say.

use super::{DeviceInput, DeviceWord, MainLoop};
use hall::Input;

impl MainLoop {
    /// Handles a message from a driver.
    pub(super) fn take(&mut self, DeviceInput { port, word }: DeviceInput) {
        match word {
            DeviceWord::Opened(maker, board) => {
                let link = self.hall.link_for_port(&port);
                self.boards.insert(link, board);
                let _ = self.feed(&Input::Opened { link, port: port.to_string(), maker }, None);
                self.links.insert(port, link);
            }
            DeviceWord::Bytes { bytes, read_at } => {
                if let Some(&link) = self.links.get(&port) {
                    let _ = self.feed(&Input::Bytes { link, bytes }, Some(read_at));
                }
            }
            DeviceWord::Lost => {
                if let Some(link) = self.links.remove(&port) {
                    self.boards.remove(&link);
                    self.orders.forget(link);
                    let _ = self.feed(&Input::Lost { link }, None);
                }
            }
        }
    }
}
