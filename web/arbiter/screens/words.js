// The words of the page of screens in each language.

import { language } from "../words.js";

const ORDER = ["en", "pl", "ru"];

/** @type {Record<string, [string, string, string]>} */
export const WORDS = {
  title: ["Screens", "Ekrany", "Экраны"],
  language: ["Language", "Język", "Язык"],
  toDesk: ["The arbiter's desk", "Stolik sędziego", "Стол арбитра"],
  light: ["Light", "Jasny", "Светлая"],
  dark: ["Dark", "Ciemny", "Тёмная"],
  useLight: ["Use the light theme", "Włącz jasny motyw", "Включить светлую тему"],
  useDark: ["Use the dark theme", "Włącz ciemny motyw", "Включить тёмную тему"],
  connected: ["Connected", "Połączono", "Связь есть"],
  lost: ["No connection", "Brak połączenia", "Нет связи"],
  login: ["Log in at the arbiter's desk first.", "Najpierw zaloguj się przy stoliku sędziego.", "Сначала войдите за столом арбитра."],
  noListener: [
    "This hall has no listener for screens: set screens under [server] in topboard.toml and start the program again.",
    "Ta sala nie ma adresu dla ekranów: ustaw screens w sekcji [server] pliku topboard.toml i uruchom program ponownie.",
    "У этого зала нет адреса для экранов: задайте screens в разделе [server] файла topboard.toml и перезапустите программу.",
  ],
  none: [
    "No screen is known yet. Open /hall/ at the address for screens in the browser of a screen.",
    "Nie ma jeszcze żadnego ekranu. W przeglądarce ekranu otwórz /hall/ pod adresem dla ekranów.",
    "Экранов пока нет. Откройте /hall/ по адресу для экранов в браузере экрана.",
  ],
  stranger: ["New screen", "Nowy ekran", "Новый экран"],
  place: ["Where it hangs", "Gdzie wisi", "Где висит"],
  adopt: ["Adopt", "Przyjmij", "Принять"],
  rename: ["Rename", "Zmień nazwę", "Переименовать"],
  identify: ["Show its name", "Pokaż nazwę", "Показать имя"],
  forget: ["Forget", "Zapomnij", "Забыть"],
  surely: ["Forget it now", "Zapomnij teraz", "Забыть сейчас"],
  setup: ["What it shows", "Co pokazuje", "Что показывает"],
  set: ["Show this", "Pokaż to", "Показать это"],
  view: ["View", "Widok", "Вид"],
  grid: ["Boards", "Szachownice", "Доски"],
  feature: ["One large board and others", "Jedna duża szachownica i inne", "Одна большая доска и другие"],
  countdown: ["Countdown to the round", "Odliczanie do rundy", "Отсчёт до тура"],
  standings: ["Standings", "Tabela", "Таблица"],
  message: ["Message", "Komunikat", "Сообщение"],
  start: ["Start position of Chess960", "Pozycja początkowa szachów 960", "Начальная позиция шахмат-960"],
  inches: ["Diagonal, inches", "Przekątna w calach", "Диагональ, дюймы"],
  metres: ["Farthest seat, metres", "Najdalsze miejsce, metry", "Дальнее место, метры"],
  sight: ["Legibility", "Czytelność", "Читаемость"],
  comfort: ["Comfortable", "Wygodna", "Удобная"],
  limit: ["Just readable", "Na granicy", "На пределе"],
  mirrored: ["Boards turned", "Szachownice odwrócone", "Доски повёрнуты"],
  lightTheme: ["Light theme", "Motyw jasny", "Светлая тема"],
  tables: ["Tables, such as 1-8, 12 (empty: all)", "Stoły, na przykład 1-8, 12 (puste: wszystkie)", "Столы, например 1-8, 12 (пусто: все)"],
  pins: ["Tables that stay", "Stoły przypięte", "Закреплённые столы"],
  featured: ["Large board (empty: chosen)", "Duża szachownica (puste: wybór programu)", "Большая доска (пусто: выбор программы)"],
  turn_s: ["Seconds a page", "Sekundy na stronę", "Секунды на страницу"],
  number: ["Number, 0 to 959", "Numer, 0 do 959", "Номер, 0–959"],
  tournament: ["Key of the tournament", "Klucz turnieju", "Ключ турнира"],
  begins: ["What begins", "Co się zaczyna", "Что начинается"],
  minutes: ["In minutes", "Za ile minut", "Через минут"],
  count: ["Count down", "Odliczaj", "Начать отсчёт"],
  done: ["Done.", "Zrobione.", "Сделано."],
  later: ["The disk has not taken it yet.", "Dysk jeszcze tego nie przyjął.", "Диск этого ещё не принял."],
  seen: ["seen {0} s ago", "widziany {0} s temu", "виден {0} с назад"],
  unseen: ["not seen since the start", "niewidziany od uruchomienia", "не виден с запуска"],
  showing: ["Shows tables {0}.", "Pokazuje stoły {0}.", "Показывает столы {0}."],
  page: ["Page {0} of {1}: {2}.", "Strona {0} z {1}: {2}.", "Страница {0} из {1}: {2}."],
  "page-all": ["all boards are on it", "są na niej wszystkie szachownice", "на ней все доски"],
  "page-first": ["the first", "pierwsza", "первая"],
  "page-due": ["the time of the page before was over", "minął czas poprzedniej strony", "время предыдущей страницы истекло"],
  "page-waiting": ["waits, a move was just made at table {0}", "czeka, przy stole {0} właśnie wykonano posunięcie", "ждёт, за столом {0} только что сделан ход"],
  "page-forced": ["turned although moves at table {0} did not stop", "zmieniona, choć przy stole {0} wciąż wykonywano posunięcia", "сменилась, хотя за столом {0} ходы не прекращались"],
  "page-changed": ["boards came or went", "zmieniły się szachownice", "доски добавились или ушли"],
  large: ["Large board {0}: {1}.", "Duża szachownica {0}: {1}.", "Большая доска {0}: {1}."],
  "large-pin": ["pinned", "przypięta", "закреплена"],
  "large-low-clocks": ["both clocks under a minute", "obaj mają poniżej minuty", "у обоих меньше минуты"],
  "large-ended": ["its game just ended", "partia właśnie się skończyła", "партия только что закончилась"],
  "large-turn": ["its turn", "jej kolej", "её очередь"],
  "large-only": ["there is no other", "nie ma innej", "другой нет"],
  reach: ["Read from up to {0} m.", "Czytelny z {0} m.", "Читается с {0} м."],
  tooFar: [
    "Too small for {1} m: it is read from up to {0} m. Hang a larger screen, or a second one nearer.",
    "Za mały na {1} m: czytelny z {0} m. Powieś większy ekran albo drugi bliżej.",
    "Мал для {1} м: читается с {0} м. Повесьте экран больше или второй ближе.",
  ],
  stale: ["It hears nothing of the boards.", "Nie ma wiadomości z szachownic.", "Нет вестей с досок."],
};

/** Returns words in the language of the page, with values in their places. @param {string} key @param {...(string | number)} values */
export function say(key, ...values) {
  const text = WORDS[key]?.[ORDER.indexOf(language())] ?? key;
  return values.reduce((/** @type {string} */ filled, value, n) => filled.replace(`{${n}}`, () => String(value)), text);
}
