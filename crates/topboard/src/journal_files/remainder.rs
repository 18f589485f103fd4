//! The part at the end of a journal that is not used when the journal is only read.

use crate::terminal::stdout::remark;
use crate::{
    journal_files::{
        inventory::{Fault, Files},
        reader::JournalReading,
    },
    terminal::failure::{Failure, Outcome},
};
use journal::Verdict;
use std::path::Path;

/// Reports a torn tail and files that are not used. Fails if the journal has no whole record or another fault of its
/// files.
pub fn tell(path: &Path, reading: &JournalReading) -> Outcome {
    let misplaced = Files::find(path)?.misplaced()?;
    let path = path.display();
    if reading.chain.seq() == 0 {
        return Err(Failure::Input(format!(
            "{path}: nothing in it is a whole record; give the file or the folder of a journal"
        )));
    }
    if let Verdict::Torn { cut_bytes, .. } = reading.verdict {
        remark!("topboard: {path}: the last line was not finished; its {cut_bytes} bytes are not used");
    }
    for missing in misplaced {
        match missing.fault {
            Fault::Announced => remark!(
                "topboard: {}, which the index beside it tells of, is not there; nothing of it is used",
                missing.path.display()
            ),
            Fault::Shadows => remark!("topboard: {missing}"),
            Fault::Missing | Fault::Empty | Fault::NotFirst | Fault::Number(_) => {
                return Err(Failure::Input(format!(
                    "{missing}; to see what is left of the journal, give its files one by one"
                )));
            }
        }
    }
    Ok(())
}
