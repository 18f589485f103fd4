//! The export of a table's sensor log from a journal: what the table's board and clock reported, without bytes and
//! links.
//!
//! Reconstruction of the log gives the games that the journal holds for the table. A case can therefore be shown
//! without the records of other tables.

use crate::sensorlog::{Header, LogEntry, What};
use board::Millis;
use game::Standing;
use hall::Body;
use hall::tee::{Tee, TeeInput};
use hall::{Fold, Output, TableNo};
use shakmaty::{ByColor, CastlingMode};

/// Makes a table's sensor log. Feed it every record of the journal in order.
#[derive(Debug)]
pub struct Export {
    fold: Fold,
    table: TableNo,
    began_ms: Option<Millis>,
}

impl Export {
    /// Begins the export of this table.
    pub fn new(table: TableNo) -> Export {
        let mut fold = Fold::new();
        fold.tee(Tee::Table(table));
        Export { fold, table, began_ms: None }
    }

    /// Handles the next record. Returns the lines that the record adds to the log. The first of all lines is the log's
    /// header.
    pub fn feed(&mut self, seq: u64, body: Body) -> Vec<String> {
        self.fold.feed(seq, body);
        let is_refused = self.fold.take_refusal().is_some();
        let mut lines = Vec::new();
        while let Some(output) = self.fold.poll() {
            let Output::TeeInput(_, t_ms, what) = output else { continue };
            let began_ms = match self.began_ms {
                Some(began_ms) => began_ms,
                None => {
                    lines.extend(self.header());
                    *self.began_ms.insert(t_ms)
                }
            };
            let what = match what {
                TeeInput::Board(event) => What::Board(event),
                // A log has no prepared decisions: what was not carried out for their sake would be carried out.
                TeeInput::Command(command) if is_refused && command.staged.is_some() => continue,
                TeeInput::Command(command) => What::Command(command),
            };
            lines.extend(LogEntry { t_ms: t_ms.saturating_sub(began_ms), what }.emit());
        }
        lines
    }

    fn header(&self) -> Option<String> {
        let hall = self.fold.hall().setup()?;
        let table = self.fold.hall().table(self.table)?;
        let setup = table.setup();
        let (sensing, scan_ms) = table.sensing();
        let mode = if setup.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let start = setup.fen.as_deref().and_then(|fen| Standing::from_fen(fen, mode).ok());
        let header = Header {
            sensing,
            start: start.unwrap_or_else(Standing::initial),
            chess960: setup.chess960,
            profile: hall.profile,
            time_control: hall.time_control.clone(),
            clock: setup.clock,
            scan_ms,
            names: ByColor {
                white: setup.players.white.name.clone(),
                black: setup.players.black.name.clone(),
            },
            teams: ByColor {
                white: setup.players.white.team.clone(),
                black: setup.players.black.team.clone(),
            },
            board: setup.table.to_string(),
        };
        Some(header.emit())
    }
}
