// The words for what people told a table, in each language.

/** The words by key: English, Polish, Russian. @type {Record<string, [string, string, string]>} */
export const SAID_WORDS = {
  saidResult: ["result {0}", "wynik {0}", "результат {0}"],
  saidNoResult: ["result taken back", "wynik cofnięty", "результат отменён"],
  saidCorrect: ["moves corrected from {0} {1}", "ruchy poprawione od {0} {1}", "ходы исправлены начиная с {0} {1}"],
  saidChoose: ["move chosen: {0} {1}", "wybrany ruch: {0} {1}", "выбран ход: {0} {1}"],
  saidPromote: ["the pawn of {0} became {1}", "pion z {0} zamieniony na {1}", "пешка хода {0} превращена в {1}"],
  saidStart: ["game started: {0} – {1}", "rozpoczęta partia: {0} – {1}", "начата партия: {0} – {1}"],
  saidRestore: ["back to the position before {0}", "powrót do pozycji przed {0}", "возврат к позиции перед {0}"],
  saidDrawOffer: ["draw offered: {0}", "propozycja remisu: {0}", "предложена ничья: {0}"],
  saidAdjourn: ["game to be adjourned", "partia do przerwania", "партия откладывается"],
  saidClaim: ["claim: {0}: {1} {2}", "reklamacja: {0}: {1} {2}", "требование: {0}: {1} {2}"],
  saidRule: ["ruling on “{0}”: {1}", "rozstrzygnięcie „{0}”: {1}", "решение по «{0}»: {1}"],
  saidReport: ["report: {0}", "zgłoszenie: {0}", "сообщение: {0}"],
  saidClock: ["clock: {0}", "zegar: {0}", "часы: {0}"],
  incidentNo: ["incident {0}", "zdarzenie {0}", "инцидент {0}"],
  ruledConfirm: ["confirmed", "potwierdzono", "подтверждено"],
  ruledDismiss: ["dismissed", "odrzucono", "отклонено"],
  ruledStands: ["it stands", "pozostaje", "остаётся в силе"],
};
