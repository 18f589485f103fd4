//! The messages of drivers: ports that come and go, and what boards say.

use super::{DeviceInput, DeviceWord, MainLoop};
use hall::{Body, Input, LinkNo, Stamp};
use tokio::time::Instant;

impl MainLoop {
    /// Handles a driver's message.
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
                    self.hear(link, bytes, read_at);
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

    /// Handles bytes of a board. Bytes that repeat earlier ones are written in a short form.
    fn hear(&mut self, link: LinkNo, bytes: Vec<u8>, read_at: Instant) {
        let t_ms = self.advance();
        let again = self.hall.find_again(link, &bytes);
        let (seq, input) = match again.and_then(|again| Some((self.book.append_again(t_ms, again)?, again))) {
            Some((seq, again)) => (seq, Input::Again(vec![again])),
            None => {
                let input = Input::Bytes { link, bytes };
                (self.book.append(&Body::from_input(t_ms, &input)), input)
            }
        };
        // Only a command can be refused.
        let _ = self.fold(Stamp { seq, t_ms }, &input, Some(read_at));
    }
}
