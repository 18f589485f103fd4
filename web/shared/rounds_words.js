// The words for rounds that everybody reads, by key: English, Polish, Russian.

/** @typedef {"en" | "pl" | "ru"} Language */
/** @typedef {Record<string, [string, string, string]>} Words */

const ORDER = /** @type {const} */ (["en", "pl", "ru"]);

/** @type {Words} */
export const ROUNDS_WORDS = {
  rounds: ["Rounds", "Rundy", "Туры"],
  tournament: ["Tournament", "Turniej", "Турнир"],
  round: ["Round {0}", "Runda {0}", "Тур {0}"],
  roundOf: ["Round {0} of {1}", "Runda {0} z {1}", "Тур {0} из {1}"],
  pairingsOf: ["Pairings of round {0}", "Kojarzenia rundy {0}", "Пары тура {0}"],
  standings: ["Standings", "Klasyfikacja", "Положение участников"],
  standingsAfter: ["Standings after round {0}", "Klasyfikacja po rundzie {0}", "Положение после тура {0}"],
  crosstable: ["Crosstable", "Tabela turniejowa", "Турнирная таблица"],
  incomplete: ["Games are still missing.", "Brakuje jeszcze wyników.", "Не все партии закончены."],
  board: ["Board", "Szach.", "Доска"],
  table: ["Table", "Stół", "Стол"],
  white: ["White", "Białe", "Белые"],
  black: ["Black", "Czarne", "Чёрные"],
  result: ["Result", "Wynik", "Результат"],
  rank: ["Rank", "Miejsce", "Место"],
  number: ["No.", "Nr", "№"],
  player: ["Player", "Zawodnik", "Участник"],
  team: ["Team", "Drużyna", "Команда"],
  federation: ["Fed.", "Kraj", "Фед."],
  rating: ["Rating", "Ranking", "Рейтинг"],
  points: ["Points", "Punkty", "Очки"],
  withoutGame: ["Without a game", "Bez partii", "Без партии"],
  running: ["in play", "trwa", "идёт"],
  ended: ["over", "zakończona", "завершён"],
  nobody: ["nobody", "nikt", "нет"],
  language: ["Language", "Język", "Язык"],
  light: ["Light", "Jasny", "Светлая"],
  dark: ["Dark", "Ciemny", "Тёмная"],
  useLight: ["Use the light theme", "Włącz jasny motyw", "Включить светлую тему"],
  useDark: ["Use the dark theme", "Włącz ciemny motyw", "Включить тёмную тему"],
  print: ["Print", "Drukuj", "Печать"],
  "pairing-bye": ["bye (1 point)", "wolny los (1 punkt)", "свободен (1 очко)"],
  "full-bye": ["bye (1 point)", "wolny los (1 punkt)", "свободен (1 очко)"],
  "half-bye": ["bye (½ point)", "nieobecność (½ punktu)", "пропуск (½ очка)"],
  "zero-bye": ["absent (0 points)", "nieobecność (0 punktów)", "отсутствует (0 очков)"],
  "direct-encounter": ["Direct encounter", "Bezpośrednie spotkanie", "Личная встреча"],
  wins: ["Wins", "Zwycięstwa", "Победы"],
  "games-as-black": ["Games as Black", "Partie czarnymi", "Партии чёрными"],
  "wins-as-black": ["Wins as Black", "Wygrane czarnymi", "Победы чёрными"],
  buchholz: ["Buchholz", "Buchholz", "Бухгольц"],
  "buchholz-cut-1": ["Buchholz cut 1", "Buchholz −1", "Бухгольц −1"],
  "buchholz-cut-2": ["Buchholz cut 2", "Buchholz −2", "Бухгольц −2"],
  "buchholz-median": ["Median Buchholz", "Średni Buchholz", "Усреднённый Бухгольц"],
  "sonneborn-berger": ["Sonneborn-Berger", "Sonneborn-Berger", "Бергер"],
  koya: ["Koya", "Koya", "Койя"],
  progress: ["Progress", "Progres", "Прогресс"],
  "average-rating": ["Opponents' rating", "Ranking przeciwników", "Рейтинг соперников"],
  "match-points": ["Match points", "Punkty meczowe", "Командные очки"],
  "game-points": ["Game points", "Punkty małe", "Очки в партиях"],
};

/** Returns a language that the page speaks, from what was wished for, such as `pl-PL`. @param {string | null | undefined} wished
 * @returns {Language} */
export const spoken = (wished) => ORDER.find((code) => code === (wished ?? "").toLowerCase().split("-")[0]) ?? "en";

/** Returns a text in a language, with values in its places. An unknown key stands for itself.
 * @param {Words} words @param {Language} language @param {string} key @param {(string | number)[]} values */
export function said(words, language, key, values) {
  const text = Object.hasOwn(words, key) ? words[key][ORDER.indexOf(language)] : key;
  return values.reduce((/** @type {string} */ filled, value, n) => filled.replace(`{${n}}`, () => String(value)), text);
}

/** Returns a result as people write it: `1–0`, `½–½`, `+/−`; nothing where there is none. @param {string | undefined} result */
export function resultText(result) {
  if (!result || result === "*") return "";
  if (/^[+-]\/[+-]$/.test(result)) return result.replaceAll("-", "−");
  return result.replaceAll("1/2", "½").replace("-", "–");
}
