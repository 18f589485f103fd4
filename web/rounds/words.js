// The words of the public page of rounds, in each language.

import { ROUNDS_WORDS, said, spoken } from "../shared/rounds_words.js";

/** @type {import("../shared/rounds_words.js").Words} */
export const WORDS = {
  ...ROUNDS_WORDS,
  boards: ["‹ Boards", "‹ Szachownice", "‹ Доски", "‹ Bretter", "‹ Échiquiers", "‹ Tableros"],
  noRounds: [
    "No round has begun yet. The pairings will stand here.",
    "Żadna runda jeszcze się nie rozpoczęła. Tu pojawią się kojarzenia.",
    "Ни один тур ещё не начался. Здесь появятся пары.",
    "Noch hat keine Runde begonnen. Die Paarungen werden hier stehen.",
    "Aucune ronde n’a encore commencé. Les appariements seront affichés ici.",
    "Todavía no ha empezado ninguna ronda. Los emparejamientos aparecerán aquí.",
  ],
  loading: ["Loading", "Wczytywanie", "Загрузка", "Wird geladen", "Chargement", "Cargando"],
  live: ["Current", "Aktualne", "Актуально", "Aktuell", "À jour", "Al día"],
  behind: ["{0} behind the boards", "Opóźnienie {0}", "Задержка {0}", "{0} hinter den Brettern", "{0} de retard sur les échiquiers", "{0} de retraso sobre los tableros"],
  minutes: ["min", "min", "мин", "min", "min", "min"],
  seconds: ["s", "s", "с", "s", "s", "s"],
  lost: ["No connection: this may be old.", "Brak połączenia: dane mogą być nieaktualne.", "Нет связи: данные могли устареть.", "Keine Verbindung: Dies kann veraltet sein.", "Pas de connexion : ceci peut être ancien.", "Sin conexión: esto puede no estar al día."],
  allRounds: ["Rounds", "Rundy", "Туры", "Runden", "Rondes", "Rondas"],
  teamsAfter: ["Teams after round {0}", "Drużyny po rundzie {0}", "Команды после тура {0}", "Mannschaften nach Runde {0}", "Équipes après la ronde {0}", "Equipos tras la ronda {0}"],
  blackWinsTieBreak: ["Black wins the tie-break", "czarne wygrywają dogrywkę", "чёрные выигрывают тай-брейк", "Schwarz gewinnt den Stichkampf", "les Noirs gagnent le départage", "las negras ganan el desempate"],
  drawWinsForBlack: ["a draw wins for Black", "remis daje wygraną czarnym", "при ничьей выигрывают чёрные", "ein Remis gewinnt für Schwarz", "la nulle fait gagner les Noirs", "las tablas dan la victoria a las negras"],
  crosstableAfter: ["Crosstable after round {0}", "Tabela turniejowa po rundzie {0}", "Турнирная таблица после тура {0}", "Kreuztabelle nach Runde {0}", "Tableau croisé après la ronde {0}", "Tabla cruzada tras la ronda {0}"],
  signed: ["As it was when the round ended.", "Stan z chwili zakończenia rundy.", "Как было при завершении тура.", "Wie es am Ende der Runde war.", "Tel quel à la fin de la ronde.", "Como estaba al acabar la ronda."],
  corrected: ["With the corrections since the round ended.", "Z poprawkami wprowadzonymi po zakończeniu rundy.", "С исправлениями, внесёнными после завершения тура.", "Mit den Berichtigungen seit dem Ende der Runde.", "Avec les corrections faites depuis la fin de la ronde.", "Con las correcciones hechas desde el final de la ronda."],
  unknownSigned: [
    "What stood here when the round ended is not known any more. These are the results as they are now.",
    "Nie wiadomo już, jaki był stan w chwili zakończenia rundy. To są wyniki obecne.",
    "Уже неизвестно, что было при завершении тура. Это нынешние результаты.",
    "Was hier am Ende der Runde stand, ist nicht mehr bekannt. Dies sind die Ergebnisse von jetzt.",
    "On ne sait plus ce qui figurait ici à la fin de la ronde. Voici les résultats actuels.",
    "Ya no se sabe qué figuraba aquí al acabar la ronda. Estos son los resultados actuales.",
  ],
  corrections: ["Corrected since the round ended", "Poprawione po zakończeniu rundy", "Исправлено после завершения тура", "Seit dem Ende der Runde berichtigt", "Corrigé depuis la fin de la ronde", "Corregido desde el final de la ronda"],
  correction: ["Round {0}, board {1}: {2} became {3}", "Runda {0}, szachownica {1}: {2} zmieniono na {3}", "Тур {0}, доска {1}: {2} исправлено на {3}", "Runde {0}, Brett {1}: {2} wurde {3}", "Ronde {0}, échiquier {1} : {2} devient {3}", "Ronda {0}, tablero {1}: {2} pasó a {3}"],
  versions: ["Shown", "Pokazano", "Показано", "Gezeigt", "Affiché", "Se muestra"],
  versionSigned: ["As signed", "Jak podpisano", "Как подписано", "Wie unterschrieben", "Tel que signé", "Según lo firmado"],
  versionCorrected: ["With corrections", "Z poprawkami", "С исправлениями", "Mit Berichtigungen", "Avec corrections", "Con correcciones"],
  save: ["Save (CSV)", "Zapisz (CSV)", "Сохранить (CSV)", "Speichern (CSV)", "Enregistrer (CSV)", "Guardar (CSV)"],
  results: ["Results", "Wyniki", "Результаты", "Ergebnisse", "Résultats", "Resultados"],
  watch: ["Watch table {0}", "Oglądaj stół {0}", "Смотреть стол {0}", "Tisch {0} ansehen", "Regarder la table {0}", "Ver la mesa {0}"],
};

/** @type {import("../shared/rounds_words.js").Language} */
let current = "en";

export const language = () => current;

/** Returns a text of the page. @param {string} key @param {...(string | number)} values */
export const word = (key, ...values) => said(WORDS, current, key, values);

/** Chooses the language. @param {string | null} wished */
export function speak(wished) {
  current = spoken(wished);
  document.documentElement.lang = current;
  for (const el of document.querySelectorAll("[data-word]")) {
    el.textContent = word(/** @type {HTMLElement} */ (el).dataset.word ?? "");
  }
}
