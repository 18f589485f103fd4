//! What the terminal is told of a hall that runs: where its pages are, and by what its certificate is known.

use super::Running;
use crate::{
    connections::addresses,
    journal_files::{signing::signed_head::Kept, storage::FOLDER},
    safe_files::regular,
    terminal::{
        links::{say_fingerprint, say_links, show_code},
        log::{Trouble, report},
    },
};
use journal::{Accepted, PublicKey, hex};
use std::{fs, path::Path};

/// Says which key signs the journal, and what is odd about the signatures in it.
pub(super) fn say_who_signs(
    now: PublicKey,
    before: Option<PublicKey>,
    accepted: Option<&Accepted>,
    lacking_head: Option<&str>,
) {
    if let Some(accepted) = accepted {
        report(&Trouble::JournalAccepted { accepted });
    } else if let Some(why) = lacking_head {
        report(&Trouble::HeadMissing { why });
    }
    tracing::info!("the journal is signed with the key {}", hex::emit(&now));
    if let Some(before) = before.filter(|before| *before != now) {
        report(&Trouble::KeyChanged { before, now });
    }
}

/// Returns why nothing beside the key tells where the journal ends; `None` if something does.
pub(super) fn lacking_head(kept: Option<Kept>) -> Option<&'static str> {
    match kept {
        None => Some(
            "there is no evidence.head beside the key, as after an update of this program or in a copy of the data",
        ),
        Some(Kept::Unreadable) => Some(
            "evidence.head beside the key is no signed head, as if a disk had lost it; it is written anew",
        ),
        Some(Kept::Head(_) | Kept::Forged) => None,
    }
}

impl Running {
    /// Prints the addresses of the pages on standard output, which may be closed; on a terminal, or where somebody asked
    /// for it, the arbiter's also as a QR code.
    pub fn say_addresses(&self, is_code_asked: bool) {
        let links = |address| addresses::links(address, self.tls.as_deref()).into_iter();
        let boards = links(self.address);
        let remark = match self.delay.as_secs() {
            0 => String::new(),
            seconds => format!(" ({}:{:02} minutes behind the boards)", seconds / 60, seconds % 60),
        };
        say_links("The boards are at", boards, &remark);
        say_links("The arbiter's page is at", self.arbiter.iter().cloned(), " (this link opens once)");
        if let Some(screens) = self.screens {
            say_links("The hall's screens are at", links(screens), "");
        }
        if let Some(monitors) = self.monitors {
            say_links(
                "Figures for monitors are at",
                links(monitors).map(|link| format!("{link}metrics")),
                "",
            );
        }
        let livechess = self.livechess.iter().map(|address| format!("ws://{address}/api/v1.0"));
        say_links("Programs for LiveChess find the boards at", livechess, "");
        if let Some(tls) = &self.tls {
            say_fingerprint(tls);
        }
        show_code(&self.arbiter, is_code_asked);
    }
}

/// Warns if other users of this computer can read the journal. The journal is private to the organiser, but earlier
/// versions of the program made it readable for everybody.
pub(super) fn warn_if_open(data: &Path) {
    let folder = data.join(FOLDER);
    let inside = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    // If nobody else may enter the folder, nobody else can read the files in it.
    if !regular::open_to_others([folder.clone()]).is_empty() && !regular::open_to_others(inside).is_empty() {
        report(&Trouble::JournalOpen { folder: &folder });
    }
}
