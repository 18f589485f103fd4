//! What the computer lacks before a round: space and health of its disk, the time of day, the key of the journal.

use crate::{
    journal_files::{disk_health::Health, signing::signing_key::KEY_NAME},
    mainloop::request::Lacks,
};
use hall::readiness::Severity;
use laws::{Form, Value};
use relay::readiness::ReadyItem;
use std::path::Path;

/// The free space with which no round should begin, in MiB. The journal of a long round of many boards is smaller.
const SPACE_STOP_MIB: u64 = 64;
/// The free space below which somebody should look, in MiB.
const SPACE_LOOK_MIB: u64 = 1024;

const FAILING: Form = Form {
    en: "The journal cannot be written ({0}).",
    pl: "Nie można zapisywać dziennika ({0}).",
    ru: "Журнал не записывается ({0}).",
};
const FAILING_TO_DO: Form = Form {
    en: "Free disk space, repair the disk, or put back what was taken away.",
    pl: "Zwolnij miejsce na dysku, napraw dysk albo podłącz to, co odłączono.",
    ru: "Освободите место на диске, исправьте диск или верните то, что отключили.",
};
const SPACE: Form = Form {
    en: "Free space on the disk of the journal: {0} MiB.",
    pl: "Wolne miejsce na dysku z dziennikiem: {0} MiB.",
    ru: "Свободное место на диске с журналом: {0} МиБ.",
};
const SPACE_TO_DO: Form = Form {
    en: "Delete what is not needed, or move the data folder to another disk before the round.",
    pl: "Usuń niepotrzebne pliki albo przed rundą przenieś folder danych na inny dysk.",
    ru: "Удалите ненужное или до тура перенесите папку данных на другой диск.",
};
const TIME: Form = Form {
    en: "No time server keeps the computer's clock; times of day in the journal may be wrong.",
    pl: "Zegara komputera nie pilnuje żaden serwer czasu; godziny w dzienniku mogą być błędne.",
    ru: "Часы компьютера не сверяются с сервером времени; время суток в журнале может быть неверным.",
};
const TIME_TO_DO: Form = Form {
    en: "Connect the computer to a network with a time server, or set its clock by hand.",
    pl: "Podłącz komputer do sieci z serwerem czasu albo ustaw jego zegar ręcznie.",
    ru: "Подключите компьютер к сети с сервером времени или поставьте его часы вручную.",
};
const KEY: Form = Form {
    en: "The key that signs the journal is not in the data folder.",
    pl: "W folderze danych nie ma klucza, którym podpisuje się dziennik.",
    ru: "В папке данных нет ключа, которым подписывается журнал.",
};
const KEY_TO_DO: Form = Form {
    en: "Put its copy back before the program ends; the next start would make another key.",
    pl: "Przywróć jego kopię, zanim program się zakończy; przy następnym starcie powstałby inny klucz.",
    ru: "Верните его копию до завершения программы; при следующем запуске будет создан другой ключ.",
};

const DELAY: Form = Form {
    en: "The event wants spectators {0} minutes behind the boards; they are {1} behind.",
    pl: "Impreza wymaga {0} min opóźnienia transmisji; obecne opóźnienie: {1} min.",
    ru: "По правилам соревнования трансляция отстаёт на {0} мин; сейчас она отстаёт на {1} мин.",
};
const DELAY_TO_DO: Form = Form {
    en: "Write delay_minutes = {0} under [server] in topboard.toml, and start the program again.",
    pl: "Wpisz delay_minutes = {0} w sekcji [server] pliku topboard.toml i uruchom program ponownie.",
    ru: "Запишите delay_minutes = {0} в разделе [server] файла topboard.toml и запустите программу снова.",
};

/// Returns what the program itself knows to be missing.
pub(in crate::arbiter) fn program(lacks: &Lacks) -> Vec<ReadyItem> {
    let Lacks { health, is_time_kept, delay_ms, wanted_delay_minutes, .. } = lacks;
    let mut items = Vec::new();
    let (wanted, there) = (u64::from(*wanted_delay_minutes), delay_ms / 60_000);
    if there < wanted {
        let words = DELAY.with([Value::Number(wanted), Value::Number(there)]);
        let to_do = DELAY_TO_DO.with([Value::Number(wanted)]);
        items.push(ReadyItem::of_program("delay", Severity::Stop, &words, &to_do));
    }
    if let Health::Holding { why, .. } | Health::Deaf { why, .. } = health {
        let words = FAILING.with([Value::Words(why.clone())]);
        items.push(ReadyItem::of_program("disk-failing", Severity::Stop, &words, &FAILING_TO_DO.plain()));
    }
    if !*is_time_kept {
        items.push(ReadyItem::of_program("time", Severity::Look, &TIME.plain(), &TIME_TO_DO.plain()));
    }
    items
}

/// Returns what is missing on the disk of this data folder.
pub(in crate::arbiter) fn disk(folder: &Path) -> Vec<ReadyItem> {
    let mut items = Vec::new();
    if let Ok(disk) = rustix::fs::statvfs(folder) {
        items.extend(space(disk.f_bavail.saturating_mul(disk.f_frsize) >> 20));
    }
    if !folder.join(KEY_NAME).is_file() {
        items.push(ReadyItem::of_program("key", Severity::Look, &KEY.plain(), &KEY_TO_DO.plain()));
    }
    items
}

fn space(free_mib: u64) -> Option<ReadyItem> {
    let severity = match free_mib {
        ..SPACE_STOP_MIB => Severity::Stop,
        SPACE_STOP_MIB..SPACE_LOOK_MIB => Severity::Look,
        SPACE_LOOK_MIB.. => return None,
    };
    let words = SPACE.with([Value::Number(free_mib)]);
    Some(ReadyItem::of_program("disk-space", severity, &words, &SPACE_TO_DO.plain()))
}

#[cfg(test)]
mod tests {
    use super::{disk, program, space};
    use crate::{journal_files::disk_health::Health, mainloop::request::Lacks, safe_files::scratch::Scratch};
    use hall::readiness::Severity;

    #[test]
    fn little_space_is_looked_at_and_none_stops_the_round() {
        let severity = |free_mib| space(free_mib).map(|item| item.severity);
        assert_eq!(severity(63).as_deref(), Some(Severity::Stop.name()));
        assert_eq!(severity(64).as_deref(), Some(Severity::Look.name()));
        assert_eq!(severity(1024), None);
    }

    #[test]
    fn a_failing_disk_a_clock_that_nobody_keeps_and_a_missing_key_are_told() {
        let holding = Health::Holding { since_ms: 1, why: "disk full".to_owned(), bytes: 9 };
        let lacks = |health, is_time_kept, wanted_delay_minutes| Lacks {
            rounds: Vec::new(),
            items: Vec::new(),
            health,
            is_time_kept,
            delay_ms: 300_000,
            wanted_delay_minutes,
        };
        let told = program(&lacks(holding, false, 5));
        assert_eq!(told.iter().map(|item| item.kind.as_str()).collect::<Vec<_>>(), ["disk-failing", "time"]);
        assert!(told[0].stops() && told[0].words["en"].contains("disk full") && !told[1].stops());
        assert_eq!(program(&lacks(Health::Well, true, 0)), []);
        let short = program(&lacks(Health::Well, true, 15));
        assert!(matches!(&short[..], [delay] if delay.kind == "delay" && delay.stops()), "{short:?}");
        let folder = Scratch::new("computer").expect("a folder");
        assert!(disk(folder.path()).iter().any(|item| item.kind == "key"));
    }
}
