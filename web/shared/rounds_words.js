// The words for rounds that everybody reads, by key, in the order of their languages. The staff's pages speak the first three.

/** @typedef {(typeof LANGUAGES)[number]} Language */
/** @typedef {Record<string, string[]>} Words */

export const LANGUAGES = /** @type {const} */ (["en", "pl", "ru", "de", "fr", "es"]);

/** @type {Words} */
export const ROUNDS_WORDS = {
  rounds: ["Rounds", "Rundy", "Туры", "Runden", "Rondes", "Rondas"],
  tournament: ["Tournament", "Turniej", "Турнир", "Turnier", "Tournoi", "Torneo"],
  round: ["Round {0}", "Runda {0}", "Тур {0}", "Runde {0}", "Ronde {0}", "Ronda {0}"],
  roundOf: ["Round {0} of {1}", "Runda {0} z {1}", "Тур {0} из {1}", "Runde {0} von {1}", "Ronde {0} sur {1}", "Ronda {0} de {1}"],
  pairingsOf: ["Pairings of round {0}", "Kojarzenia rundy {0}", "Пары тура {0}", "Paarungen der Runde {0}", "Appariements de la ronde {0}", "Emparejamientos de la ronda {0}"],
  standings: ["Standings", "Klasyfikacja", "Положение участников", "Rangliste", "Classement", "Clasificación"],
  standingsAfter: ["Standings after round {0}", "Klasyfikacja po rundzie {0}", "Положение после тура {0}", "Rangliste nach Runde {0}", "Classement après la ronde {0}", "Clasificación tras la ronda {0}"],
  crosstable: ["Crosstable", "Tabela turniejowa", "Турнирная таблица", "Kreuztabelle", "Tableau croisé", "Tabla cruzada"],
  incomplete: ["Games are still missing.", "Brakuje jeszcze wyników.", "Не все партии закончены.", "Es fehlen noch Partien.", "Il manque encore des parties.", "Aún faltan partidas."],
  board: ["Board", "Szach.", "Доска", "Brett", "Éch.", "Tablero"],
  table: ["Table", "Stół", "Стол", "Tisch", "Table", "Mesa"],
  white: ["White", "Białe", "Белые", "Weiß", "Blancs", "Blancas"],
  black: ["Black", "Czarne", "Чёрные", "Schwarz", "Noirs", "Negras"],
  result: ["Result", "Wynik", "Результат", "Ergebnis", "Résultat", "Resultado"],
  rank: ["Rank", "Miejsce", "Место", "Rang", "Place", "Puesto"],
  number: ["No.", "Nr", "№", "Nr.", "N°", "N.º"],
  player: ["Player", "Zawodnik", "Участник", "Spieler", "Joueur", "Jugador"],
  team: ["Team", "Drużyna", "Команда", "Mannschaft", "Équipe", "Equipo"],
  federation: ["Fed.", "Kraj", "Фед.", "Land", "Féd.", "Fed."],
  rating: ["Rating", "Ranking", "Рейтинг", "Wertungszahl", "Elo", "Elo"],
  points: ["Points", "Punkty", "Очки", "Punkte", "Points", "Puntos"],
  withoutGame: ["Without a game", "Bez partii", "Без партии", "Ohne Partie", "Sans partie", "Sin partida"],
  running: ["in play", "trwa", "идёт", "läuft", "en cours", "en juego"],
  ended: ["over", "zakończona", "завершён", "beendet", "terminée", "terminada"],
  nobody: ["nobody", "nikt", "нет", "niemand", "personne", "nadie"],
  language: ["Language", "Język", "Язык", "Sprache", "Langue", "Idioma"],
  light: ["Light", "Jasny", "Светлая", "Hell", "Clair", "Claro"],
  dark: ["Dark", "Ciemny", "Тёмная", "Dunkel", "Sombre", "Oscuro"],
  useLight: ["Use the light theme", "Włącz jasny motyw", "Включить светлую тему", "Helle Farben", "Passer au thème clair", "Usar el tema claro"],
  useDark: ["Use the dark theme", "Włącz ciemny motyw", "Включить тёмную тему", "Dunkle Farben", "Passer au thème sombre", "Usar el tema oscuro"],
  print: ["Print", "Drukuj", "Печать", "Drucken", "Imprimer", "Imprimir"],
  "pairing-bye": ["bye (1 point)", "wolny los (1 punkt)", "свободен (1 очко)", "spielfrei (1 Punkt)", "exempt (1 point)", "descansa (1 punto)"],
  "full-bye": ["bye (1 point)", "wolny los (1 punkt)", "свободен (1 очко)", "spielfrei (1 Punkt)", "exempt (1 point)", "descansa (1 punto)"],
  "half-bye": ["bye (½ point)", "nieobecność (½ punktu)", "пропуск (½ очка)", "spielt nicht (½ Punkt)", "ne joue pas (½ point)", "no juega (½ punto)"],
  "zero-bye": ["absent (0 points)", "nieobecność (0 punktów)", "отсутствует (0 очков)", "abwesend (0 Punkte)", "absent (0 point)", "ausente (0 puntos)"],
  "direct-encounter": ["Direct encounter", "Bezpośrednie spotkanie", "Личная встреча", "Direkter Vergleich", "Rencontre directe", "Encuentro directo"],
  wins: ["Wins", "Zwycięstwa", "Победы", "Siege", "Victoires", "Victorias"],
  "games-as-black": ["Games as Black", "Partie czarnymi", "Партии чёрными", "Schwarzpartien", "Parties avec les Noirs", "Partidas con negras"],
  "wins-as-black": ["Wins as Black", "Wygrane czarnymi", "Победы чёрными", "Schwarzsiege", "Victoires avec les Noirs", "Victorias con negras"],
  buchholz: ["Buchholz", "Buchholz", "Бухгольц", "Buchholz", "Buchholz", "Buchholz"],
  "buchholz-cut-1": ["Buchholz cut 1", "Buchholz −1", "Бухгольц −1", "Buchholz −1", "Buchholz −1", "Buchholz −1"],
  "buchholz-cut-2": ["Buchholz cut 2", "Buchholz −2", "Бухгольц −2", "Buchholz −2", "Buchholz −2", "Buchholz −2"],
  "buchholz-median": ["Median Buchholz", "Średni Buchholz", "Усреднённый Бухгольц", "Mittlere Buchholz", "Buchholz médian", "Buchholz mediano"],
  "sonneborn-berger": ["Sonneborn-Berger", "Sonneborn-Berger", "Бергер", "Sonneborn-Berger", "Sonneborn-Berger", "Sonneborn-Berger"],
  koya: ["Koya", "Koya", "Койя", "Koya", "Koya", "Koya"],
  progress: ["Progress", "Progres", "Прогресс", "Fortschritt", "Cumulatif", "Progresivo"],
  "average-rating": ["Opponents' rating", "Ranking przeciwników", "Рейтинг соперников", "Gegnerschnitt", "Elo des adversaires", "Elo de los rivales"],
  "match-points": ["Match points", "Punkty meczowe", "Командные очки", "Mannschaftspunkte", "Points de match", "Puntos de encuentro"],
  "game-points": ["Game points", "Punkty małe", "Очки в партиях", "Brettpunkte", "Points de partie", "Puntos de partida"],
};

/** Returns a language that the page speaks, from what was wished for, such as `pl-PL`. @param {string | null | undefined} wished
 * @returns {Language} */
export const spoken = (wished) => LANGUAGES.find((code) => code === (wished ?? "").toLowerCase().split("-")[0]) ?? "en";

/** Returns a text in a language, with values in its places. An unknown key stands for itself.
 * @param {Words} words @param {Language} language @param {string} key @param {(string | number)[]} values */
export function said(words, language, key, values) {
  const text = Object.hasOwn(words, key) ? words[key][LANGUAGES.indexOf(language)] : key;
  return values.reduce((/** @type {string} */ filled, value, n) => filled.replace(`{${n}}`, () => String(value)), text);
}

/** Returns a result as people write it: `1–0`, `½–½`, `+/−`; nothing where there is none. @param {string | undefined} result */
export function resultText(result) {
  if (!result || result === "*") return "";
  if (/^[+-]\/[+-]$/.test(result)) return result.replaceAll("-", "−");
  return result.replaceAll("1/2", "½").replace("-", "–");
}
