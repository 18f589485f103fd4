// The words of standings, crosstable and players: those of the page of rounds, and a few of their own.

import { WORDS } from "../../rounds/words.js";
import { said, spoken } from "../../shared/rounds_words.js";
import { language } from "../speech/words.js";

/** @type {import("../../shared/rounds_words.js").Words} */
export const OWN = {
  searchPlayers: ["Search a player, a federation or a team", "Szukaj zawodnika, kraju lub drużyny", "Найти участника, страну или команду", "Spieler, Land oder Mannschaft suchen", "Chercher un joueur, une fédération ou une équipe", "Buscar un jugador, una federación o un equipo"],
  foundPlayers: ["Players found: {0}", "Znaleziono zawodników: {0}", "Найдено участников: {0}", "Gefundene Spieler: {0}", "Joueurs trouvés : {0}", "Jugadores encontrados: {0}"],
  followedHere: ["followed", "obserwowany", "избранный", "verfolgt", "suivi", "seguido"],
  watchBoard: ["{0}: watch table {1}", "{0}: oglądaj stół {1}", "{0}: смотреть стол {1}", "{0}: Tisch {1} ansehen", "{0} : regarder la table {1}", "{0}: ver la mesa {1}"],
  nobodyFollowed: [
    "Press the star beside a player to find their games here, or search for somebody.",
    "Naciśnij gwiazdkę przy zawodniku, aby widzieć tu jego partie, lub wyszukaj kogoś.",
    "Нажмите звезду рядом с участником, и здесь будут его партии; или найдите кого-нибудь.",
    "Drücken Sie den Stern neben einem Spieler, um seine Partien hier zu finden, oder suchen Sie jemanden.",
    "Touchez l’étoile à côté d’un joueur pour trouver ici ses parties, ou cherchez quelqu’un.",
    "Pulse la estrella junto a un jugador para encontrar aquí sus partidas, o busque a alguien.",
  ],
  noStandings: [
    "No round has begun yet. The standings will stand here.",
    "Żadna runda jeszcze się nie rozpoczęła. Tu pojawi się klasyfikacja.",
    "Ни один тур ещё не начался. Здесь появится положение участников.",
    "Noch hat keine Runde begonnen. Hier wird die Rangliste stehen.",
    "Aucune ronde n’a encore commencé. Le classement sera affiché ici.",
    "Todavía no ha empezado ninguna ronda. Aquí aparecerá la clasificación.",
  ],
  more: ["And {0} more: search for them by name.", "I jeszcze {0}: wyszukaj ich po nazwisku.", "И ещё {0}: найдите их по имени.", "Und {0} weitere: Suchen Sie sie nach Namen.", "Et {0} de plus : cherchez-les par leur nom.", "Y {0} más: búsquelos por su nombre."],
  short: ["Rd.", "Rda", "Тур", "Rd.", "Rde", "Rda."],
  opponent: ["Opponent", "Przeciwnik", "Соперник", "Gegner", "Adversaire", "Rival"],
  pointsOf: ["Points: {0}", "Punkty: {0}", "Очки: {0}", "Punkte: {0}", "Points : {0}", "Puntos: {0}"],
  rankOf: ["Rank {0}", "Miejsce {0}", "Место {0}", "Rang {0}", "Place {0}", "Puesto {0}"],
  metAs: ["number {0}, {1}: {2}", "numer {0}, {1}: {2}", "номер {0}, {1}: {2}", "Nummer {0}, {1}: {2}", "numéro {0}, {1} : {2}", "número {0}, {1}: {2}"],
  allPapers: ["All rounds, to print and to save", "Wszystkie rundy, do druku i zapisu", "Все туры: печать и сохранение", "Alle Runden, zum Drucken und Speichern", "Toutes les rondes, à imprimer et à enregistrer", "Todas las rondas, para imprimir y guardar"],
};

const ALL = { ...WORDS, ...OWN };

/** Returns a text in the language of the page. @param {string} key @param {...(string | number)} values */
export const say = (key, ...values) => said(ALL, spoken(language()), key, values);
