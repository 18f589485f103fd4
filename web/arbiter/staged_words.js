// The words for what is prepared and announced later, and for the desk of an adjourned game.

/** The words by key: English, Polish, Russian. @type {Record<string, [string, string, string]>} */
export const STAGED_WORDS = {
  staged: ["Prepared, not yet announced: {0}", "Przygotowane, jeszcze nieogłoszone: {0}", "Подготовлено, ещё не объявлено: {0}"],
  preparedBy: ["Prepared by {0} at {1}, not yet announced", "Przygotowane przez: {0}, {1}, jeszcze nieogłoszone", "Подготовлено: {0}, {1}, ещё не объявлено"],
  prepare: ["Prepare", "Przygotuj", "Подготовить"],
  prepareInstead: ["Prepare in place of decision {0}", "Przygotuj zamiast decyzji {0}", "Подготовить вместо решения {0}"],
  announce: ["Announced: publish", "Ogłoszono: opublikuj", "Объявлено: опубликовать"],
  change: ["Change", "Zmień", "Изменить"],
  drop: ["Drop", "Porzuć", "Снять"],
  saidPrepare: ["prepared: {0}", "przygotowano: {0}", "подготовлено: {0}"],
  saidDrop: ["decision {0} dropped", "decyzja {0} porzucona", "решение {0} снято"],
  saidAnnounced: ["decision {0} announced: {1}", "decyzja {0} ogłoszona: {1}", "решение {0} объявлено: {1}"],
  printEnvelope: ["Print the envelope sheet", "Wydrukuj kartę koperty", "Напечатать лист конверта"],
  signatures: ["Signatures: White, Black, arbiter", "Podpisy: białe, czarne, sędzia", "Подписи: белые, чёрные, арбитр"],
  resumption: ["Resumption: day, hour, place", "Wznowienie: dzień, godzina, miejsce", "Доигрывание: день, час, место"],
  writtenMove: ["The move in the envelope, as written", "Ruch z koperty, tak jak zapisano", "Ход из конверта, как записан"],
  checkWritten: ["Check the written move", "Sprawdź zapisany ruch", "Проверить записанный ход"],
};
