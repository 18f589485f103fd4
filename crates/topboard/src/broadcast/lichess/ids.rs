//! The ids at Lichess of what was made there, in a file of the data folder. They are settings and no part of the journal.
//!
//! ```text
//! [broadcasts]
//! A = "I0twtRcA"
//! [rounds]
//! "A-1" = "Mj1X8U9H"
//! ```

use crate::safe_files::private;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use toml::{Table, Value};

/// The name of the file.
const NAME: &str = "lichess-rounds.toml";
/// The greatest length of the file, in bytes.
const LENGTH_MAX: u64 = 1 << 20;

/// The ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ids {
    /// Those of broadcasts by the key of the tournament.
    pub broadcasts: BTreeMap<String, String>,
    /// Those of rounds by their names, such as `A-1`.
    pub rounds: BTreeMap<String, String>,
}

impl Ids {
    /// Returns the file of a data folder.
    pub fn path(data: &Path) -> PathBuf {
        data.join(NAME)
    }

    /// Reads the file of a data folder; none are known where there is no file. `Err` says what is wrong with it.
    pub fn read(data: &Path) -> Result<Ids, String> {
        let path = Ids::path(data);
        let said = |why: &str| format!("{} cannot be used ({why})", path.display());
        let bytes = private::read(&path, LENGTH_MAX).map_err(|error| said(&error.to_string()))?;
        let text = String::from_utf8(bytes.unwrap_or_default()).map_err(|_| said("it is no text"))?;
        let table: Table = toml::from_str(&text).map_err(|error| said(error.message()))?;
        let of = |section: &str| -> Result<BTreeMap<String, String>, String> {
            let Some(ids) = table.get(section).and_then(Value::as_table) else { return Ok(BTreeMap::new()) };
            let one = |(name, id): (&String, &Value)| {
                let id = id.as_str().filter(|id| is_id(id));
                let id = id.ok_or_else(|| said(&format!("{name}: an id has eight letters and digits")))?;
                Ok((name.clone(), id.to_owned()))
            };
            ids.iter().map(one).collect()
        };
        Ok(Ids { broadcasts: of("broadcasts")?, rounds: of("rounds")? })
    }

    /// Writes the file of a data folder.
    pub fn write(&self, data: &Path) -> Result<(), String> {
        let table = |ids: &BTreeMap<String, String>| {
            Value::Table(ids.iter().map(|(name, id)| (name.clone(), Value::String(id.clone()))).collect())
        };
        let all: Table =
            [("broadcasts".to_owned(), table(&self.broadcasts)), ("rounds".to_owned(), table(&self.rounds))]
                .into_iter()
                .collect();
        let path = Ids::path(data);
        private::replace(&path, all.to_string().as_bytes())
            .map_err(|error| format!("{} cannot be written ({error})", path.display()))
    }
}

/// Returns whether a word is an id of Lichess.
pub fn is_id(word: &str) -> bool {
    word.len() == 8 && word.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::Ids;
    use crate::safe_files::scratch::Scratch;
    use std::fs;

    #[test]
    fn what_is_written_is_read_and_what_is_wrong_is_told() {
        let scratch = Scratch::new("ids").expect("a folder can be made");
        assert_eq!(Ids::read(scratch.path()), Ok(Ids::default()));
        let one = |name: &str, id: &str| [(name.to_owned(), id.to_owned())].into();
        let ids = Ids { broadcasts: one("A", "I0twtRcA"), rounds: one("A-1", "Mj1X8U9H") };
        ids.write(scratch.path()).expect("it can be written");
        assert_eq!(Ids::read(scratch.path()), Ok(ids));
        for bad in ["[rounds]\n\"A-1\" = \"../../evil\"\n", "[rounds]\n\"A-1\" = 1\n", "rounds"] {
            fs::write(Ids::path(scratch.path()), bad).expect("it can be written");
            assert!(Ids::read(scratch.path()).is_err(), "{bad}");
        }
    }
}
