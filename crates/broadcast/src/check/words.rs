//! What is said of each kind of flaw: its name, how grave it is, who minds, a sentence, and what to do. The sentence does not
//! name the tournament or the board, which stand beside it.

use super::flaw::Taker::{self, ChessCom, LichessPull, LichessPush};
use game::text::Form;
use hall::readiness::Severity;

/// The words of a kind of flaw.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) kind: &'static str,
    pub(super) severity: Severity,
    pub(super) takers: &'static [Taker],
    pub(super) says: Form,
    pub(super) to_do: Form,
}

macro_rules! flaws {
    ($($name:ident: $severity:ident $kind:literal [$($taker:ident)*]
        { $en:literal, $pl:literal, $ru:literal }
        { $en_do:literal, $pl_do:literal, $ru_do:literal })*) => {
        $(pub(super) static $name: Words = Words {
            kind: $kind,
            severity: Severity::$severity,
            takers: &[$($taker),*],
            says: Form { en: $en, pl: $pl, ru: $ru },
            to_do: Form { en: $en_do, pl: $pl_do, ru: $ru_do },
        };)*
    };
}

// Rounds and their tags.
flaws! {
    NO_ROUND: Stop "no-round" []
        { "No round is planned.", "Nie zaplanowano żadnej rundy.", "Ни один тур не запланирован." }
        { "Enter the tournament and its pairings.", "Wprowadź turniej i kojarzenia.", "Введите турнир и пары." }
    NO_PAIRINGS: Stop "no-pairings" []
        { "Round {0} has no pairings, so nothing would be sent.", "Runda {0} nie ma kojarzeń, więc nic nie zostanie wysłane.",
          "В туре {0} нет пар, отправлять нечего." }
        { "Import or enter them.", "Wczytaj je albo wpisz.", "Загрузите или введите их." }
    NOT_UNIQUE: Stop "not-unique" [LichessPush LichessPull ChessCom]
        { "Another tournament has the name “{0}”, the place and the round, too.",
          "Inny turniej ma tę samą nazwę „{0}”, miejsce i rundę.", "У другого турнира то же название «{0}», место и тур." }
        { "Give each tournament a name of its own.", "Nadaj każdemu turniejowi inną nazwę.",
          "Дайте каждому турниру своё название." }
    TOO_MANY_GAMES: Stop "too-many-games" [LichessPush LichessPull]
        { "{0} games; Lichess takes and shows {1} of a round.", "Partii: {0}; Lichess przyjmuje i pokazuje {1} w rundzie.",
          "Партий: {0}; Lichess принимает и показывает {1} в туре." }
        { "Make two rounds there, and give each some of the boards.", "Utwórz tam dwie rundy i podziel między nie szachownice.",
          "Создайте там два тура и разделите доски между ними." }
    NO_EVENT: Stop "no-event" [LichessPush LichessPull ChessCom]
        { "The event has no name.", "Impreza nie ma nazwy.", "У соревнования нет названия." }
        { "Enter it on the page of rounds.", "Wpisz ją na stronie rund.", "Введите его на странице туров." }
    NO_SITE: Look "no-site" [LichessPush LichessPull ChessCom]
        { "The place is not known.", "Miejsce nie jest znane.", "Место не указано." }
        { "Enter it on the page of rounds.", "Wpisz je na stronie rund.", "Введите его на странице туров." }
    NO_DATE: Look "no-date" [LichessPush LichessPull ChessCom]
        { "The round has no date.", "Runda nie ma daty.", "У тура нет даты." }
        { "Enter it, such as 2026.11.21.", "Wpisz ją, na przykład 2026.11.21.", "Введите её, например 2026.11.21." }
    DATE: Look "date" [LichessPush LichessPull ChessCom]
        { "The date “{0}” is not read.", "Data „{0}” nie zostanie odczytana.", "Дата «{0}» не будет прочитана." }
        { "Write it as year, month and day: 2026.11.21.", "Zapisz ją jako rok, miesiąc i dzień: 2026.11.21.",
          "Запишите её как год, месяц и день: 2026.11.21." }
    NO_TIME_CONTROL: Look "no-time-control" [LichessPush LichessPull ChessCom]
        { "The time control is not known; chess.com takes the rating class from it.",
          "Tempo gry nie jest znane; chess.com ustala według niego rodzaj rankingu.",
          "Контроль времени не указан; chess.com определяет по нему вид рейтинга." }
        { "Enter it as seconds with the increment, such as 5400+30.", "Wpisz je w sekundach z dodawaniem, na przykład 5400+30.",
          "Введите его в секундах с добавлением, например 5400+30." }
    TIME_CONTROL: Look "time-control" [LichessPush LichessPull ChessCom]
        { "The time control “{0}” may not be read elsewhere; clocks are shown all the same.",
          "Tempo „{0}” może nie zostać gdzie indziej odczytane; czasy i tak będą widoczne.",
          "Контроль «{0}» в других местах могут не прочитать; время всё равно будет видно." }
        { "If it has one period, write it as seconds with the increment, such as 5400+30.",
          "Jeśli ma jeden okres, wpisz je w sekundach z dodawaniem, na przykład 5400+30.",
          "Если период один, запишите его в секундах с добавлением, например 5400+30." }
    BY_HAND: Look "by-hand" []
        { "Boards without a table in the hall: {0}. Their games are not sent.",
          "Szachownice bez stołu w sali: {0}. Ich partie nie zostaną wysłane.",
          "Доски без стола в зале: {0}. Их партии не отправляются." }
        { "Set tables for them, if they have electronic boards.", "Przydziel im stoły, jeśli mają szachownice elektroniczne.",
          "Назначьте им столы, если у них электронные доски." }
}

// Players.
flaws! {
    NO_NAME: Look "no-name" [LichessPush LichessPull ChessCom]
        { "A player has no name.", "Zawodnik nie ma nazwiska.", "У участника нет имени." }
        { "Enter who plays.", "Wpisz, kto gra.", "Укажите, кто играет." }
    SHORT_NAME: Look "short-name" [LichessPush LichessPull]
        { "The name “{0}” counts for none, and the player has no FIDE number.",
          "Nazwisko „{0}” jest pomijane, a zawodnik nie ma numeru FIDE.",
          "Имя «{0}» не учитывается, а номера ФИДЕ у участника нет." }
        { "Enter the whole name.", "Wpisz pełne nazwisko.", "Введите имя полностью." }
    BYE: Look "bye" [LichessPush LichessPull ChessCom]
        { "A player is called “{0}”: that is read as a bye.", "Zawodnik nazywa się „{0}”: to oznacza wolny los.",
          "Участника зовут «{0}»: это читается как свободный день." }
        { "Give the opponent a bye and remove the pairing.", "Przyznaj przeciwnikowi wolny los i usuń kojarzenie.",
          "Дайте сопернику свободный день и удалите пару." }
    QUOTED_NAME: Look "quoted-name" []
        { "“{0}” has a quote or a backslash, and some pages cannot read a game with it.",
          "„{0}” zawiera cudzysłów albo ukośnik wsteczny, a niektóre strony nie odczytają takiej partii.",
          "В «{0}» есть кавычка или обратная черта: некоторые страницы такую партию не прочитают." }
        { "Write the name without it.", "Zapisz nazwę bez tego znaku.", "Запишите название без этого знака." }
    NO_FIDE_ID: Look "no-fide-id" [LichessPush LichessPull ChessCom]
        { "Players without a FIDE number: {0} ({1}).", "Zawodnicy bez numeru FIDE: {0} ({1}).",
          "Участники без номера ФИДЕ: {0} ({1})." }
        { "Complete the players from the rating list.", "Uzupełnij zawodników z listy rankingowej.",
          "Дополните участников по рейтинг-листу." }
    FIDE_ID_TWICE: Stop "fide-id-twice" [LichessPush LichessPull ChessCom]
        { "One FIDE number, {0}, for several players: {1}.", "Jeden numer FIDE, {0}, u kilku zawodników: {1}.",
          "Один номер ФИДЕ, {0}, у нескольких участников: {1}." }
        { "Look the players up in the rating list.", "Sprawdź zawodników na liście rankingowej.",
          "Проверьте участников по рейтинг-листу." }
    PAIRED_TWICE: Stop "paired-twice" [LichessPush LichessPull ChessCom]
        { "{0} is paired more than once.", "{0}: więcej niż jedno kojarzenie.", "{0}: больше одной пары." }
        { "Change the pairings.", "Zmień kojarzenia.", "Измените пары." }
}

// How the program is set up.
flaws! {
    DELAY: Stop "delay" []
        { "The event wants spectators {0} minutes behind the boards; they are {1} behind.",
          "Impreza wymaga {0} min opóźnienia transmisji; obecne opóźnienie: {1} min.",
          "По правилам соревнования трансляция отстаёт на {0} мин; сейчас она отстаёт на {1} мин." }
        { "Write delay_minutes = {0} under [server] in topboard.toml, and start the program again.",
          "Wpisz delay_minutes = {0} w sekcji [server] pliku topboard.toml i uruchom program ponownie.",
          "Запишите delay_minutes = {0} в разделе [server] файла topboard.toml и запустите программу снова." }
    NO_DELAY: Look "no-delay" []
        { "Nothing is delayed. The European Chess Union asks for 15 minutes at its championships; other rules differ.",
          "Transmisja nie jest opóźniona. Europejska Unia Szachowa wymaga 15 min w swoich mistrzostwach; inne przepisy są różne.",
          "Трансляция идёт без задержки. Европейский шахматный союз требует 15 мин на своих чемпионатах; другие правила различны." }
        { "The organiser decides: delay_minutes under [server]. Set a delay here or elsewhere, never at both ends.",
          "Decyduje organizator: delay_minutes w sekcji [server]. Ustaw opóźnienie tu albo tam, nigdy w obu miejscach.",
          "Решает организатор: delay_minutes в разделе [server]. Задавайте задержку здесь или там, но не в обоих местах." }
    RESULTS_AT_ONCE: Look "results-at-once" []
        { "Confirmed results do not wait for the delay.", "Potwierdzone wyniki nie czekają na opóźnienie.",
          "Подтверждённые результаты не ждут задержки." }
        { "If they should, remove results_at_once under [server].", "Jeśli mają czekać, usuń results_at_once z sekcji [server].",
          "Если должны ждать, уберите results_at_once из раздела [server]." }
    LOOPBACK: Stop "loopback" [LichessPull]
        { "The public pages are for this computer alone ({0}).", "Strony publiczne są tylko dla tego komputera ({0}).",
          "Публичные страницы доступны только этому компьютеру ({0})." }
        { "Set listen under [server] to an address that the world reaches, or push the rounds.",
          "Ustaw listen w sekcji [server] na adres dostępny z zewnątrz albo wysyłaj rundy.",
          "Укажите в listen раздела [server] адрес, доступный извне, или отправляйте туры сами." }
    NO_ROUTE: Look "no-route" [LichessPull]
        { "{0} is an address of a private network; nobody reaches it from outside.",
          "{0} to adres sieci prywatnej; nikt z zewnątrz go nie osiągnie.",
          "{0} — адрес частной сети; извне он недоступен." }
        { "Let the router forward a port, use a node elsewhere, or push the rounds.",
          "Przekieruj port na routerze, użyj węzła gdzie indziej albo wysyłaj rundy.",
          "Пробросьте порт на маршрутизаторе, используйте узел в другом месте или отправляйте туры сами." }
    PORT: Stop "port" [LichessPull]
        { "Lichess does not read port {0}.", "Lichess nie czyta portu {0}.", "Lichess не читает порт {0}." }
        { "Use port 80, 443, 8080 or 8491.", "Użyj portu 80, 443, 8080 albo 8491.", "Используйте порт 80, 443, 8080 или 8491." }
    CLOSED: Stop "closed" [LichessPull]
        { "The event is closed, so Lichess may not read it.", "Impreza jest zamknięta, więc Lichess nie może jej czytać.",
          "Соревнование закрытое, поэтому Lichess не может его читать." }
        { "Push the rounds, or remove closed under [server].", "Wysyłaj rundy albo usuń closed z sekcji [server].",
          "Отправляйте туры сами или уберите closed из раздела [server]." }
    UNKNOWN_START: Look "unknown-start" [LichessPush LichessPull ChessCom]
        { "Table {0} plays Chess960, and its start position is not known before the first move.",
          "Stół {0}: szachy 960, a pozycja początkowa nie jest znana przed pierwszym posunięciem.",
          "Стол {0}: шахматы-960, и начальная позиция неизвестна до первого хода." }
        { "Write it as fen under its [[table]].", "Wpisz ją jako fen w sekcji [[table]].",
          "Запишите её как fen в разделе [[table]]." }
}
