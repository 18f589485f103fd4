//! A search for one person.

use tournament::ratings::{ListEntry, NameLikeness, Search};

#[test]
fn people_are_found_by_name_number_and_federation() {
    let entry = ListEntry {
        fide_id: 77,
        name: "Nowak, Anna".to_owned(),
        federation: "POL".to_owned(),
        ..ListEntry::default()
    };
    let found = |whom: &str, federation: Option<&str>| {
        Search::new(whom, federation).expect("letters").compare(&entry).map(|likeness| likeness.name)
    };
    assert_eq!(found("nowak ANNA", None), Some(NameLikeness::Same));
    assert_eq!(found("Nówak, Anna", Some("pol")), Some(NameLikeness::Same));
    assert_eq!(found("Anna Nowak", None), Some(NameLikeness::Close));
    assert_eq!(found("Nowak", None), Some(NameLikeness::Close));
    assert_eq!(found("Novak, Anna", None), Some(NameLikeness::Close));
    assert_eq!(found("Новак, Анна", None), Some(NameLikeness::Close));
    assert_eq!(found("Новак", Some("POL")), Some(NameLikeness::Close));
    assert_eq!(found("Анна", None), None);
    assert_eq!(found("77", None), Some(NameLikeness::Same));
    assert_eq!(found("78", None), None);
    assert_eq!(found("Nowak, Anna", Some("GER")), None);
    assert_eq!(found("Anna", None), None);
    assert!(Search::new(" ,.", None).is_none());
}
