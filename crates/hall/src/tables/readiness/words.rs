//! What is said of each lack: its name on the wire, how grave it is, a sentence, and what to do. The sentence does not
//! name the table or the board, which stand beside it.

use super::missing::Severity;
use laws::Form;

/// The words of a kind of lack.
#[derive(Debug)]
pub(super) struct Words {
    /// The name on the wire, which never changes.
    pub(super) kind: &'static str,
    pub(super) severity: Severity,
    pub(super) says: Form,
    pub(super) to_do: Form,
}

macro_rules! lacks {
    ($($name:ident: $severity:ident $kind:literal
        { $en:literal, $pl:literal, $ru:literal }
        { $en_do:literal, $pl_do:literal, $ru_do:literal })*) => {
        $(pub(super) static $name: Words = Words {
            kind: $kind,
            severity: Severity::$severity,
            says: Form { en: $en, pl: $pl, ru: $ru },
            to_do: Form { en: $en_do, pl: $pl_do, ru: $ru_do },
        };)*
    };
}

// Pairings, players and results.
lacks! {
    NO_PAIRINGS: Stop "no-pairings"
        { "Round {0} has no pairings.", "Runda {0} nie ma kojarzeń.", "В туре {0} нет пар." }
        { "Import or enter them.", "Wczytaj je albo wpisz.", "Загрузите или введите их." }
    NO_RESULT: Stop "no-result"
        { "Round {0} is not over: no result of {1}.", "Runda {0} nie jest zakończona: brak wyniku szachownic {1}.",
          "Тур {0} не завершён: нет результата на досках {1}." }
        { "Enter the results, or adjourn the games; then end the round.",
          "Wpisz wyniki albo odłóż partie, a potem zakończ rundę.",
          "Введите результаты или отложите партии, затем завершите тур." }
    NOT_ENDED: Stop "not-ended"
        { "Round {0} has all results, and was not ended.", "Runda {0} ma wszystkie wyniki, ale nie została zakończona.",
          "В туре {0} есть все результаты, но он не завершён." }
        { "End it.", "Zakończ ją.", "Завершите его." }
    PAIRED_TWICE: Stop "paired-twice"
        { "{0} is paired more than once, on boards {1}.", "{0}: więcej niż jedno kojarzenie, szachownice {1}.",
          "{0}: больше одной пары, доски {1}." }
        { "Change the pairings.", "Zmień kojarzenia.", "Измените пары." }
    NO_PLAYER: Stop "no-player"
        { "Nobody has the seat of {0}.", "Nikt nie gra {0:ins}.", "Никто не играет {0:ins}." }
        { "Enter who plays, or give the opponent a bye.", "Wpisz, kto gra, albo przyznaj przeciwnikowi wolny los.",
          "Укажите, кто играет, или дайте сопернику свободный день." }
    NO_NAME: Look "no-name"
        { "Player {0} has no name.", "Zawodnik {0} nie ma nazwiska.", "У участника {0} нет имени." }
        { "Enter the name.", "Wpisz nazwisko.", "Введите имя." }
    FIDE_ID_TWICE: Look "fide-id-twice"
        { "One FIDE number, {0}, for several players: {1}.", "Jeden numer FIDE, {0}, u kilku zawodników: {1}.",
          "Один номер ФИДЕ, {0}, у нескольких участников: {1}." }
        { "Look the players up in the rating list.", "Sprawdź zawodników na liście rankingowej.",
          "Проверьте участников по рейтинг-листу." }
    WITHDRAWN: Look "withdrawn"
        { "{0} has withdrawn after round {1} and is paired.", "{0}: po wycofaniu się (runda {1}) nadal w kojarzeniach.",
          "{0}: игрок снялся после тура {1} и стоит в паре." }
        { "Change the pairing, enter the forfeit, or take the withdrawal back.",
          "Zmień kojarzenie, wpisz walkower albo cofnij wycofanie.",
          "Измените пару, введите неявку или отмените снятие." }
    NOT_PAIRED: Look "not-paired"
        { "Neither paired nor given a bye: {0} ({1}).", "Bez kojarzenia i bez wolnego losu: {0} ({1}).",
          "Без пары и без свободного дня: {0} ({1})." }
        { "Pair them, give them a bye, or let them withdraw. Absent players get no point.",
          "Skojarz ich, przyznaj wolny los albo wycofaj. Nieobecni nie dostają punktu.",
          "Поставьте их в пару, дайте свободный день или снимите. Отсутствующие не получают очка." }
    TEAM_COLORS: Look "team-colours"
        { "Players or colours of this board do not fit the match of the teams.",
          "Zawodnicy albo kolory na tej szachownicy nie pasują do meczu drużyn.",
          "Участники или цвета на этой доске не соответствуют матчу команд." }
        { "Compare with the drawing of lots; swap colours or players.",
          "Porównaj z losowaniem; zamień kolory albo zawodników.",
          "Сверьте с жеребьёвкой; поменяйте цвета или участников." }
}

// Tables and boards.
lacks! {
    BY_HAND: Look "by-hand"
        { "Pairings without an electronic board: {0}.", "Kojarzenia bez szachownicy elektronicznej: {0}.",
          "Пары без электронной доски: {0}." }
        { "Nothing, if that is meant. Their results are entered by hand.",
          "Nic, jeśli tak ma być. Ich wyniki wpisuje się ręcznie.",
          "Ничего, если так задумано. Их результаты вводятся вручную." }
    NO_TABLE: Stop "no-table"
        { "The hall has no such table.", "Na sali nie ma takiego stołu.", "В зале нет такого стола." }
        { "Put the board on another table, or correct the number of the first table.",
          "Przenieś szachownicę na inny stół albo popraw numer pierwszego stołu.",
          "Поставьте доску на другой стол или исправьте номер первого стола." }
    TABLE_TWICE: Stop "table-twice"
        { "Another game has this table: tournament {0}, round {1}, board {2}.",
          "Ten stół ma już inną partię: turniej {0}, runda {1}, szachownica {2}.",
          "На этом столе другая партия: турнир {0}, тур {1}, доска {2}." }
        { "Put one of them on another table.", "Przenieś jedną z nich na inny stół.",
          "Перенесите одну из них на другой стол." }
    TABLE_FAILED: Stop "table-failed"
        { "The table failed over a mistake in the program ({0}).", "Stół zawiódł przez błąd programu ({0}).",
          "Стол вышел из строя из-за ошибки программы ({0})." }
        { "Restart the program, and report the mistake.", "Uruchom program ponownie i zgłoś błąd.",
          "Перезапустите программу и сообщите об ошибке." }
    NO_BOARD: Stop "no-board"
        { "No board serves this table.", "Tego stołu nie obsługuje żadna szachownica.", "У этого стола нет доски." }
        { "Plug a board in. If one is there, let the table find it by lifting a piece.",
          "Podłącz szachownicę. Jeśli już stoi, odszukaj ją, podnosząc na niej bierkę.",
          "Подключите доску. Если она уже стоит, найдите её, подняв на ней фигуру." }
    BOARD_LOST: Stop "board-lost"
        { "The board is lost.", "Utracono połączenie z szachownicą.", "Связь с доской потеряна." }
        { "Look at its cable, its hub and its supply.", "Sprawdź jej kabel, koncentrator i zasilanie.",
          "Проверьте её кабель, концентратор и питание." }
    BOARD_SILENT: Stop "board-silent"
        { "The board does not answer any more.", "Szachownica przestała odpowiadać.", "Доска перестала отвечать." }
        { "Wait some seconds; then look at its cable and its supply, or plug it in again.",
          "Poczekaj kilka sekund; potem sprawdź jej kabel i zasilanie albo podłącz ją ponownie.",
          "Подождите несколько секунд; затем проверьте кабель и питание или подключите её заново." }
    LARGE_BOARD: Stop "large-board"
        { "This is a board of ten by ten squares.", "To szachownica o stu polach.", "Это доска в сто полей." }
        { "Put a chess board in its place.", "Postaw w jej miejsce zwykłą szachownicę.",
          "Поставьте на её место обычную шахматную доску." }
    DEAF: Stop "board-deaf"
        { "The board talks but does not hear, so nobody knows what stands on it.",
          "Szachownica nadaje, ale nie odbiera, więc nie wiadomo, co na niej stoi.",
          "Доска передаёт, но не принимает, поэтому неизвестно, что на ней стоит." }
        { "Change its cable: the line to the board is broken.", "Wymień kabel: przewód do szachownicy jest przerwany.",
          "Замените кабель: провод к доске оборван." }
    DEAF_BUT_FOLLOWED: Look "board-hard-of-hearing"
        { "The board talks but does not hear. Its moves are followed; after a silence nothing proves that none was missed.",
          "Szachownica nadaje, ale nie odbiera. Jej posunięcia są śledzone, lecz po ciszy nic nie dowodzi, że żadnego nie pominięto.",
          "Доска передаёт, но не принимает. Ходы отслеживаются, но после тишины ничто не доказывает, что ни один не пропущен." }
        { "Change its cable: the line to the board is broken.", "Wymień kabel: przewód do szachownicy jest przerwany.",
          "Замените кабель: провод к доске оборван." }
    NO_PARITY: Look "no-parity"
        { "The board's characters have no parity; their own check of each message is enough.",
          "Znaki szachownicy nie mają bitu parzystości; wystarcza kontrola każdego komunikatu.",
          "Символы доски без бита чётности; достаточно проверки каждого сообщения." }
        { "Look at the adapter if moves come late.", "Sprawdź przejściówkę, jeśli posunięcia się spóźniają.",
          "Проверьте переходник, если ходы запаздывают." }
    DEAD_SENSORS: Stop "sensor-dead"
        { "The board says that the sensors of these squares are dead: {0}.",
          "Szachownica zgłasza niedziałające czujniki pól: {0}.", "Доска сообщает о неработающих датчиках полей: {0}." }
        { "Take another board, or mend the sensors and switch the board on anew.",
          "Weź inną szachownicę albo napraw czujniki i włącz ją ponownie.",
          "Возьмите другую доску или почините датчики и включите её заново." }
    STUCK_SENSORS: Stop "sensor-stuck"
        { "These squares have read occupied ever since the board was switched on, and nothing should stand there: {0}.",
          "Te pola są zajęte od włączenia szachownicy, a powinny być puste: {0}.",
          "Эти поля заняты с момента включения доски, а должны быть пусты: {0}." }
        { "If nothing stands there, a sensor is stuck: take another board, or mend it.",
          "Jeśli nic tam nie stoi, czujnik się zaciął: weź inną szachownicę albo napraw go.",
          "Если там ничего не стоит, датчик залип: возьмите другую доску или почините его." }
    WIRING: Stop "wiring"
        { "The board says that its wiring is at fault.", "Szachownica zgłasza usterkę okablowania.",
          "Доска сообщает о неисправности проводки." }
        { "Look for a broken wire or a short; until then take another board.",
          "Poszukaj przerwanego przewodu albo zwarcia; na razie weź inną szachownicę.",
          "Найдите обрыв или замыкание, а пока возьмите другую доску." }
    DOUBTED_SENSORS: Look "sensor-doubt"
        { "If the pieces stand right, the sensors of these squares do not work: {0}.",
          "Jeśli bierki stoją dobrze, czujniki tych pól nie działają: {0}.",
          "Если фигуры стоят верно, датчики этих полей не работают: {0}." }
        { "Lift each piece and put it back; if nothing changes, take another board.",
          "Podnieś każdą bierkę i odstaw ją; jeśli nic się nie zmieni, weź inną szachownicę.",
          "Поднимите каждую фигуру и поставьте обратно; если ничего не изменится, возьмите другую доску." }
    BATTERY: Look "battery"
        { "The battery of the board is at {0} %.", "Bateria szachownicy: {0} %.", "Заряд батареи доски: {0} %." }
        { "Charge it before the round, or connect its supply.", "Naładuj ją przed rundą albo podłącz zasilanie.",
          "Зарядите её до тура или подключите питание." }
    SERIAL_CLAIMED: Stop "serial-claimed-twice"
        { "One board, number {0}, is wanted on tables {1}.", "Tej samej szachownicy, numer {0}, chcą stoły {1}.",
          "Одну доску, номер {0}, ждут столы {1}." }
        { "Say anew which board stands on which table.", "Określ na nowo, która szachownica stoi na którym stole.",
          "Укажите заново, какая доска на каком столе." }
    SERIAL_TWICE: Stop "serial-twice"
        { "Boards with one serial number, {0}: {1}.", "Szachownice o jednym numerze seryjnym, {0}: {1}.",
          "Доски с одним серийным номером, {0}: {1}." }
        { "Name these boards by their ports, not by the number.", "Wskaż te szachownice przez porty, a nie przez numer.",
          "Указывайте эти доски по портам, а не по номеру." }
}

// The pieces.
lacks! {
    NOT_SET_UP: Stop "not-set-up"
        { "The pieces are not set up.", "Bierki nie są ustawione.", "Фигуры не расставлены." }
        { "Set up the start position.", "Ustaw pozycję początkową.", "Расставьте начальную позицию." }
    PIECES: Stop "pieces"
        { "{0}", "{0}", "{0}" }
        { "Put these squares right.", "Popraw te pola.", "Исправьте эти поля." }
    TURNED: Stop "turned"
        { "{0}", "{0}", "{0}" }
        { "Turn the board by a quarter and set up the pieces anew.",
          "Obróć szachownicę o ćwierć obrotu i ustaw bierki na nowo.",
          "Поверните доску на четверть оборота и расставьте фигуры заново." }
    NOT_READ: Stop "not-read"
        { "{0}", "{0}", "{0}" }
        { "Set up the pieces and wait some seconds; then look at the cable.",
          "Ustaw bierki i poczekaj kilka sekund; potem sprawdź kabel.",
          "Расставьте фигуры и подождите несколько секунд; затем проверьте кабель." }
}

// The clocks.
lacks! {
    NO_CLOCK: Stop "no-clock"
        { "{0}", "{0}", "{0}" }
        { "Connect the clock and switch it on. If the table has none, write clock = false in the configuration.",
          "Podłącz zegar i włącz go. Jeśli stół go nie ma, wpisz w konfiguracji clock = false.",
          "Подключите часы и включите их. Если у стола их нет, напишите в настройке clock = false." }
    CLOCK_UNHEARD: Look "clock-unheard"
        { "The clock tells no times; it is heard at its first press.",
          "Zegar nie podaje czasów; słychać go dopiero przy pierwszym naciśnięciu.",
          "Часы не сообщают времени; их слышно только с первого нажатия." }
        { "Press it once and see whether the program notices.", "Naciśnij go raz i sprawdź, czy program to zauważa.",
          "Нажмите их один раз и проверьте, замечает ли это программа." }
    SETTING: Stop "clock-setting"
        { "{0}", "{0}", "{0}" }
        { "Set the clock, or correct the time control.", "Ustaw zegar albo popraw tempo gry.",
          "Поставьте часы или исправьте контроль времени." }
    RUNNING: Stop "clock-running"
        { "{0}", "{0}", "{0}" }
        { "Stop the clock and set it anew.", "Zatrzymaj zegar i ustaw go na nowo.",
          "Остановите часы и поставьте их заново." }
    LEVER: Look "clock-lever"
        { "{0}", "{0}", "{0}" }
        { "Press the lever on the other side.", "Naciśnij dźwignię po drugiej stronie.",
          "Нажмите рычаг с другой стороны." }
    CLOCK_DIFFERS: Look "clock-differs"
        { "The clock shows {0}; most clocks of the round show {1}.", "Zegar wskazuje: {0}; większość zegarów rundy: {1}.",
          "Часы показывают: {0}; большинство часов тура: {1}." }
        { "Compare the clock with the time control.", "Porównaj zegar z tempem gry.",
          "Сверьте часы с контролем времени." }
}
