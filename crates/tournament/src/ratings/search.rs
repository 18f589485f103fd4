//! A search for one person in a list.

use super::{
    Likeness, ListEntry,
    likeness::{Agreement, NameLikeness},
    name_key::{NameKey, name_sums::NameSums, spellings::Spellings},
};

/// Whom to find: a name or an identity number, perhaps of one federation.
#[derive(Debug, Clone)]
pub struct Search {
    fide_id: Option<u32>,
    name: Spellings,
    /// The sums that the name of an entry may have, in their order.
    sums: Vec<u64>,
    federation: Option<String>,
}

impl Search {
    /// Creates a search; `whom` is a FIDE identity number or a name such as `Nowak, Anna`, `Anna Nowak` or `Nowak`.
    /// A name in Cyrillic letters is searched as FIDE writes it. `None` if there is no letter and no digit in it.
    pub fn new(whom: &str, federation: Option<&str>) -> Option<Search> {
        if NameKey::of(whom).words().is_empty() {
            return None;
        }
        let name = Spellings::of(whom);
        let sums = name.sums();
        Some(Search {
            fide_id: whom.trim().parse().ok(),
            name,
            sums,
            federation: federation.map(str::to_owned),
        })
    }

    /// Compares an entry; `None` if it is somebody else.
    pub fn compare(&self, entry: &ListEntry) -> Option<Likeness> {
        let federation = match &self.federation {
            Some(wanted) if wanted.eq_ignore_ascii_case(&entry.federation) => Agreement::Same,
            Some(_) => return None,
            None => Agreement::Unknown,
        };
        let born = Agreement::Unknown;
        if let Some(wanted) = self.fide_id {
            return (wanted == entry.fide_id).then_some(Likeness {
                name: NameLikeness::Same,
                federation,
                born,
            });
        }
        let sums = NameSums::of(&entry.name);
        if ![sums.all, sums.surname, sums.given].iter().any(|sum| self.sums.binary_search(sum).is_ok()) {
            return None;
        }
        let name = self.name.compare(&NameKey::of(&entry.name))?;
        Some(Likeness { name, federation, born })
    }
}
