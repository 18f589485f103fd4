// The page's own words in each language. The words of incidents come from the program, in all languages together.

import { CLOCK_WORDS } from "./clock_words.js";
import { DESK_WORDS } from "./desk/desk_words.js";
import { REPORT_WORDS } from "./report_words.js";
import { SAID_WORDS } from "./said_words.js";
import { STAGED_WORDS } from "./staged_words.js";

/** @typedef {"en" | "pl" | "ru"} Language */

/** The words by key: English, Polish, Russian. @type {Record<string, [string, string, string]>} */
export const WORDS = {
  ...CLOCK_WORDS,
  ...DESK_WORDS,
  ...REPORT_WORDS,
  ...SAID_WORDS,
  ...STAGED_WORDS,
  title: ["The arbiter's desk", "Stolik sędziego", "Стол арбитра"],
  language: ["Language", "Język", "Язык"],
  author: ["Your name", "Twoje nazwisko", "Ваше имя"],
  another: ["Another device", "Inne urządzenie", "Другое устройство"],
  consolePage: ["Console", "Konsola", "Пульт"],
  roundsPage: ["Rounds", "Rundy", "Туры"],
  screensPage: ["Screens", "Ekrany", "Экраны"],
  leave: ["Leave", "Wyloguj", "Выйти"],
  pl09: ["FIDE Laws 2009", "Przepisy FIDE 2009", "Правила ФИДЕ 2009"],
  ru20: ["Russian rules 2020", "Przepisy rosyjskie 2020", "Правила вида спорта 2020"],
  fide23: ["FIDE Laws 2023", "Przepisy FIDE 2023", "Правила ФИДЕ 2023"],
  standard: ["standard", "szachy klasyczne", "классические"],
  rapid: ["rapid", "szachy szybkie", "быстрые"],
  blitz: ["blitz", "szachy błyskawiczne", "блиц"],
  light: ["Light", "Jasny", "Светлая"],
  dark: ["Dark", "Ciemny", "Тёмная"],
  useLight: ["Use the light theme", "Włącz jasny motyw", "Включить светлую тему"],
  useDark: ["Use the dark theme", "Włącz ciemny motyw", "Включить тёмную тему"],
  noAnswer: ["The program does not answer.", "Program nie odpowiada.", "Программа не отвечает."],
  refusedWith: ["The program refused ({0}).", "Program odmówił ({0}).", "Программа отказала ({0})."],
  second: ["{0} s", "{0} s", "{0} с"],
  timeShape: ["h:mm:ss", "g:mm:ss", "ч:мм:сс"],
  connecting: ["Connecting", "Łączenie", "Соединение"],
  live: ["Live", "Na żywo", "На связи"],
  lost: ["No connection", "Brak połączenia", "Нет связи"],
  diskHolding: ["The journal's disk takes nothing since {0}", "Dysk dziennika nic nie przyjmuje od {0}", "Диск журнала ничего не принимает с {0}"],
  diskDeaf: ["The journal's disk takes nothing since {0}, and no board is read any more", "Dysk dziennika nic nie przyjmuje od {0}, a szachownice nie są już odczytywane", "Диск журнала ничего не принимает с {0}, и доски больше не читаются"],
  diskSays: ["The system says: {0}", "System podaje: {0}", "Система сообщает: {0}"],
  notSafeTables: [
    "Tables with something that is not yet safe: {0}. Orders of this page that wait: {1}.",
    "Stoły, przy których coś nie jest jeszcze bezpiecznie zapisane: {0}. Polecenia z tej strony, które czekają: {1}.",
    "Столы, где что-то ещё не сохранено: {0}. Команд с этой страницы ожидает: {1}.",
  ],
  notSafe: [
    "Taken, but not yet safe in the journal. Do not say it again: the outcome comes here.",
    "Przyjęte, ale jeszcze niezapisane bezpiecznie w dzienniku. Nie powtarzaj: wynik pojawi się tutaj.",
    "Принято, но в журнале ещё не сохранено. Не повторяйте: исход появится здесь.",
  ],
  stillToCome: ["Taken; the answer is still to come.", "Przyjęte; odpowiedź dopiero nadejdzie.", "Принято; ответ ещё придёт."],
  unsaved: ["not yet safe", "jeszcze niezapisane", "ещё не сохранено"],
  toDecide: ["To decide: {0}", "Do rozstrzygnięcia: {0}", "Требует решения: {0}"],
  nothing: ["Nothing waits for you.", "Nic nie czeka na decyzję.", "Ничто не ждёт решения."],
  tables: ["Tables", "Stoły", "Столы"],
  table: ["Table", "Stół", "Стол"],
  tableNo: ["Table {0}", "Stół {0}", "Стол {0}"],
  white: ["White", "Białe", "Белые"],
  black: ["Black", "Czarne", "Чёрные"],
  result: ["Result", "Wynik", "Результат"],
  game: ["Game", "Partia", "Партия"],
  gameNo: ["Game {0}", "Partia {0}", "Партия {0}"],
  onBoard: ["on the board", "na szachownicy", "на доске"],
  board: ["Board", "Szachownica", "Доска"],
  waits: ["To decide", "Do decyzji", "Решить"],

  boardLost: ["lost", "utracona", "потеряна"],
  boardAbsent: ["none yet", "jeszcze nie ma", "ещё нет"],
  violation: ["Violation", "Naruszenie", "Нарушение"],
  hint: ["Hint: the sensors cannot be sure", "Wskazówka: czujniki nie są pewne", "Подсказка: датчики не уверены"],
  info: ["For the record", "Do akt", "Для протокола"],
  suspected: ["not decided", "nierozstrzygnięte", "не решено"],
  confirmed: ["confirmed", "potwierdzone", "подтверждено"],
  dismissed: ["dismissed", "odrzucone", "отклонено"],
  stands: ["stands", "pozostaje", "остаётся в силе"],
  resultSheet: ["Result sheet", "Arkusz wyników", "Лист результатов"],
  caseReport: ["Case report (file)", "Raport sprawy (plik)", "Отчёт по случаю (файл)"],
  review: ["Review of the game", "Przegląd partii", "Разбор партии"],
  gameReport: ["Report of the whole game (file)", "Raport z całej partii (plik)", "Отчёт обо всей партии (файл)"],
  closed: ["closed at {0}", "zamknięte o {0}", "закрыто в {0}"],
  tooLate: ["It can no longer be acted on.", "Termin na reakcję minął.", "Срок для вмешательства истёк."],
  confirm: ["Confirm", "Potwierdź", "Подтвердить"],
  dismiss: ["Dismiss", "Odrzuć", "Отклонить"],
  letStand: ["It stands", "Pozostaje", "Остаётся в силе"],
  claimRight: ["The claim is right: draw", "Reklamacja słuszna: remis", "Требование верно: ничья"],
  claimWrong: ["The claim is wrong", "Reklamacja niesłuszna", "Требование неверно"],
  agree: ["Agree", "Uznaj", "Согласиться"],
  reject: ["Reject", "Oddal", "Отклонить"],
  postpone: ["Postpone", "Odrocz", "Отложить решение"],
  goBackRecord: ["Take the record back, too", "Cofnij także zapis", "Вернуть и запись"],
  doneStep: ["done", "zrobione", "сделано"],
  roundReady: ["Before the round: {0} of {1} tables are ready", "Przed rundą: gotowe stoły: {0} z {1}", "Перед туром: готовы столы: {0} из {1}"],
  pieces: ["Pieces", "Bierki", "Фигуры"],
  orientation: ["Board stands right", "Ustawienie szachownicy", "Положение доски"],
  clock: ["Clock", "Zegar", "Часы"],
  lever: ["Lever", "Dźwignia", "Рычаг"],
  toDo: ["To do", "Do zrobienia", "Сделать"],
  readyTable: ["Ready.", "Gotowe.", "Готово."],
  right: ["right", "dobrze", "верно"],
  wrong: ["wrong", "źle", "неверно"],
  absent: ["no clock", "bez zegara", "без часов"],
  unknown: ["not known", "nie wiadomo", "неизвестно"],
  rulesNotes: ["Where the rules leave it open", "Gdzie przepisy nie rozstrzygają", "Где правила оставляют вопрос открытым"],
  moveNo: ["move {0}", "ruch {0}", "ход {0}"],
  gameOver: ["game {0}, which is over", "partia {0}, już zakończona", "партия {0}, уже окончена"],
  articles: ["Articles", "Artykuły", "Статьи"],
  addTime: ["Add to the opponent's clock", "Dodaj przeciwnikowi", "Добавить сопернику"],
  putBack: ["Put back this position", "Przywróć tę pozycję", "Восстановить позицию"],
  showIt: ["Show it on the board", "Pokaż na szachownicy", "Показать на доске"],
  showNow: ["Show the game again", "Pokaż znowu partię", "Показать партию"],
  legal: ["Legal moves of the touched piece", "Prawidłowe ruchy dotkniętej figury", "Возможные ходы тронутой фигуры"],
  place: ["Put on the board", "Postaw na szachownicy", "Поставить на доску"],
  outcome: ["By the letter the game ends", "Zgodnie z przepisem wynik", "По букве правил исход"],
  counter: ["Move counter", "Licznik ruchów", "Счётчик ходов"],
  newGame: ["a new game", "nowa partia", "новая партия"],
  ruledBy: ["{0} by {1}, {2}", "{0}: {1}, {2}", "{0}: {1}, {2}"],
  question: ["Which move was played?", "Jaki ruch wykonano?", "Какой ход был сделан?"],
  noMove: ["No move", "Brak ruchu", "Хода не было"],
  illegalMove: ["{0}, illegal", "{0}, nieprawidłowo", "{0}, невозможный ход"],
  proposal: ["The board proposes {0}", "Szachownica proponuje {0}", "Доска предлагает {0}"],
  confirmResult: ["Confirm {0}", "Potwierdź {0}", "Подтвердить {0}"],
  playedOn: ["played on", "gra trwa", "играют"],
  playedOnWhy: [
    "The result is {0}, and both players go on moving and pressing the clock. If it is another table's result, take it back: no move is lost.",
    "Wynik to {0}, a obaj gracze nadal wykonują ruchy i przełączają zegar. Jeśli to wynik innego stołu, cofnij go: żaden ruch nie zginie.",
    "Результат {0}, а оба игрока продолжают ходить и нажимать часы. Если это результат другого стола, отмените его: ни один ход не пропадёт.",
  ],
  fault: ["The program failed at this table: {0}", "Program zawiódł przy tym stole: {0}", "Сбой программы за этим столом: {0}"],
  moves: ["Moves", "Ruchy", "Ходы"],
  clocks: ["Clocks as last read", "Zegary (ostatni odczyt)", "Часы (последнее показание)"],
  running: ["running", "chodzi", "идут"],
  earlier: ["Incidents of this table", "Zdarzenia przy tym stole", "Инциденты за этим столом"],
  said: ["What was said and decided", "Co powiedziano i postanowiono", "Что сказано и решено"],
  none: ["None.", "Brak.", "Нет."],
  act: ["Decide and note", "Decyzje i uwagi", "Решения и заметки"],
  setResult: ["Set the result", "Ustal wynik", "Установить результат"],
  unplayed: ["{0} (not played)", "{0} (nierozegrana)", "{0} (не игралась)"],
  takeBack: ["* (take back)", "* (cofnij)", "* (отменить)"],
  freeze: ["Freeze record", "Zapis stanu", "Зафиксировать"],
  freezeWhy: [
    "Notes position, clocks and counts before anything is put right (8.5). Key: F8.",
    "Zapisuje pozycję, zegary i liczby ruchów przed przywróceniem (8.5). Klawisz: F8.",
    "Записывает позицию, часы и число ходов до восстановления (8.5). Клавиша: F8.",
  ],
  note: ["Note", "Uwaga", "Заметка"],
  write: ["Write it down", "Zapisz", "Записать"],
  claim: ["A player claims", "Zawodnik reklamuje", "Игрок требует"],
  by: ["By", "Kto", "Кто"],
  what: ["What", "Co", "Что"],
  withMove: ["Announced move (if any)", "Zapowiedziany ruch (jeśli jest)", "Объявленный ход (если есть)"],
  illegal: ["an illegal move", "nieprawidłowy ruch", "невозможный ход"],
  threefold: ["threefold repetition", "trzykrotne powtórzenie", "троекратное повторение"],
  fifty: ["fifty moves", "pięćdziesiąt ruchów", "пятьдесят ходов"],
  time: ["the flag", "przekroczenie czasu", "падение флага"],
  touch: ["a touched piece", "dotknięta figura", "тронутая фигура"],
  "quickplay-draw": ["a draw in a quickplay finish", "remis w szybkim zakończeniu", "ничья при быстром завершении"],
  "quickplay-increment": ["an increment in a quickplay finish", "dodawanie czasu w szybkim zakończeniu", "добавление времени при быстром завершении"],
  register: ["Register the claim", "Przyjmij reklamację", "Принять требование"],
  correct: ["Correct the moves", "Popraw ruchy", "Исправить ходы"],
  fromMove: ["From", "Od", "Начиная с"],
  newMoves: ["Moves played, in your notation", "Wykonane ruchy, w twojej notacji", "Сделанные ходы, в вашей нотации"],
  restore: ["Back to the position before", "Powrót do pozycji przed", "Вернуться к позиции перед"],
  goBack: ["Go back", "Cofnij", "Вернуть"],
  promote: ["What the pawn became", "W co zamieniono pionka", "Во что превращена пешка"],
  name: ["Name it", "Wskaż", "Указать"],
  counts: ["Illegal moves confirmed: White {0}, Black {1}; found: White {2}, Black {3}", "Nieprawidłowe ruchy potwierdzone: białe {0}, czarne {1}; wykryte: białe {2}, czarne {3}", "Невозможные ходы подтверждены: белые {0}, чёрные {1}; замечены: белые {2}, чёрные {3}"],
  adjournment: ["Adjournment", "Przerwanie partii", "Откладывание партии"],
  adjourn: ["Adjourn the game", "Przerwij partię", "Отложить партию"],
  stage: ["Stage", "Etap", "Стадия"],
  drawOffer: ["A draw was offered", "Zaproponowano remis", "Предложена ничья"],
  done: ["Done: {0}.", "Zrobione: {0}.", "Сделано: {0}."],
  sayName: ["Say who you are first: your name stands in the record.", "Najpierw podaj nazwisko: trafi do zapisu.", "Сначала укажите имя: оно войдёт в запись."],
};

const ORDER = ["en", "pl", "ru"];
/** The piece letters of each language, in place of those of SAN (PL09 C.2, RU20 17.2).
 * @type {Record<Language, Record<string, string>>} */
const LETTERS = {
  en: { K: "K", Q: "Q", R: "R", B: "B", N: "N" },
  pl: { K: "K", Q: "H", R: "W", B: "G", N: "S" },
  ru: { K: "Кр", Q: "Ф", R: "Л", B: "С", N: "К" },
};
/** The form of notation in which each language is read. @type {Record<Language, string>} */
export const FORMS = { en: "english", pl: "polish", ru: "russian" };

/** @type {Language} */
let current = "en";

export const language = () => current;

/** @param {string} wanted */
export function speak(wanted) {
  current = ORDER.includes(wanted) ? /** @type {Language} */ (wanted) : "en";
  document.documentElement.lang = current;
  for (const el of document.querySelectorAll("[data-word]")) {
    el.textContent = word(/** @type {HTMLElement} */ (el).dataset.word ?? "");
  }
}

/** Adds words that only some of the pages have. @param {Record<string, [string, string, string]>} words */
export const learn = (words) => Object.assign(WORDS, words);

/** @param {string} key @param {...(string | number)} values */
export function word(key, ...values) {
  const text = WORDS[key]?.[ORDER.indexOf(current)] ?? key;
  return values.reduce((/** @type {string} */ filled, value, n) => filled.replace(`{${n}}`, String(value)), text);
}

/** The rules' names for people, by the rule's id and the language. @type {Record<string, Record<string, string>>} */
let ruleNames = {};

/** Sets the rules' names. The program tells them with each snapshot. @param {Record<string, Record<string, string>>} names */
export function nameRules(names) {
  ruleNames = names;
}

/** Returns a rule's name for people. @param {string} rule */
export const ruleName = (rule) => ruleNames[rule]?.[current] ?? rule;

/** Returns the sentences on an incident. @param {import("./wire.js").Incident} incident */
export const incidentText = ({ text }) => text[current] ?? text.en ?? "";

/** Returns a number as the language writes it. @param {string} number with a point */
export const localNumber = (number) => (current === "en" ? number : number.replace(".", ","));

/** Returns a move as the language writes it. @param {string} san */
export function localMove(san) {
  if (san.startsWith("O")) return san.replaceAll("O", "0");
  return san.replace(/^[KQRBN]|=[QRBN]/g, (letters) => LETTERS[current][letters.slice(-1)]);
}
