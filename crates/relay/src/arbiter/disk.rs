//! The state of the journal's disk, as the arbiter's feed reports it.
//!
//! The public sees only what is safe on disk. Arbiters have to act at once, so they are shown what happens even while
//! the disk accepts no data. Everything that is not safe yet is marked with the number of its record (`unsaved`).

use super::message::DiskView;
use std::collections::BTreeMap;

/// The state of the journal's disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiskState {
    /// The disk makes everything safe in time.
    Well,
    /// The disk accepts no data, and records wait in memory.
    Holding {
        /// The journal time since which the disk accepts no data, in milliseconds.
        since_ms: u64,
        /// The reason why the disk accepts no data, in words.
        why: String,
    },
    /// The memory is full as well, and the boards are no longer read.
    Deaf {
        /// The journal time since which the disk accepts no data, in milliseconds.
        since_ms: u64,
        /// The reason why the disk accepts no data, in words.
        why: String,
    },
}

impl DiskState {
    pub(crate) fn view(&self) -> DiskView {
        match self {
            DiskState::Well => DiskView::default(),
            DiskState::Holding { since_ms, why } => view("holding", *since_ms, why, HOLDING),
            DiskState::Deaf { since_ms, why } => view("deaf", *since_ms, why, DEAF),
        }
    }
}

fn view(state: &'static str, since_ms: u64, why: &str, todo: [(&'static str, &str); 3]) -> DiskView {
    let todo: BTreeMap<&'static str, String> =
        todo.into_iter().map(|(language, text)| (language, text.to_owned())).collect();
    DiskView { state, since_ms: Some(since_ms), why: Some(why.to_owned()), todo }
}

/// The text for an arbiter in the state `holding`, in each language: what the state means and what to do about it.
const HOLDING: [(&str, &str); 3] = [
    (
        "en",
        "The boards are read on, and your commands are taken, but nothing of it is safe: what is marked here would be lost \
         if the computer lost power now. The public sees nothing new. Free disk space, repair the disk, or put back what \
         was taken away; until then write your decisions down on paper as well.",
    ),
    (
        "pl",
        "Szachownice są nadal odczytywane, a polecenia przyjmowane, ale nic z tego nie jest bezpieczne: to, co jest tu \
         oznaczone, przepadłoby przy zaniku zasilania. Publiczność nie widzi nic nowego. Zwolnij miejsce na dysku, napraw \
         dysk albo przywróć to, co zabrano; do tego czasu zapisuj decyzje także na papierze.",
    ),
    (
        "ru",
        "Доски читаются, и ваши команды принимаются, но ничто из этого не сохранено: то, что здесь помечено, пропадёт, если \
         сейчас отключится питание. Зрители не видят ничего нового. Освободите место на диске, исправьте диск или верните \
         то, что было убрано; до тех пор записывайте решения и на бумаге.",
    ),
];
const DEAF: [(&str, &str); 3] = [
    (
        "en",
        "The memory for what the disk does not take is full: the boards are not read any more, and what happens on them now \
         is lost. Your commands are still taken. Have the games followed by people until the disk works: free disk space, \
         repair the disk, or put back what was taken away, now.",
    ),
    (
        "pl",
        "Pamięć na to, czego dysk nie przyjmuje, jest pełna: szachownice nie są już odczytywane i to, co się na nich teraz \
         dzieje, przepada. Polecenia są nadal przyjmowane. Niech partie śledzą ludzie, dopóki dysk nie zadziała: natychmiast \
         zwolnij miejsce, napraw dysk albo przywróć to, co zabrano.",
    ),
    (
        "ru",
        "Память для того, что не принимает диск, заполнена: доски больше не читаются, и то, что на них сейчас происходит, \
         пропадает. Ваши команды ещё принимаются. Пусть за партиями следят люди, пока диск не заработает: немедленно \
         освободите место, исправьте диск или верните то, что было убрано.",
    ),
];
