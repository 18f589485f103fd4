// What nobody needs before they touch the page: settings, keys, sharing, and the news for whoever comes back. It is a script
// of its own, which a phone asks for with the first touch.

import { Choices } from "./choices/choices.js";
import { fullScreen } from "./choices/full_screen.js";
import { News } from "./list/news.js";
import { tellAloud } from "./speech/voice.js";
import { ShareDialog, files } from "./table/games.js";
import { Keys } from "./table/keys.js";

/** @typedef {import("./main.js").Page} Page */

export class Later {
  aloud = tellAloud;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { settings } = page;
    this.news = new News(page.part("news"), settings);
    this.share = new ShareDialog();
    this.keys = new Keys(this.#keys(), settings);
    this.choices = new Choices(page.part("choices"), page.menu, page.theme, settings, {
      renew: () => page.renew(),
      // Nothing of what the server has told stays, and nothing of the address that says otherwise.
      anew: () => (location.search ? location.replace(location.pathname + location.hash) : location.reload()),
      keys: () => this.keys.open(),
      opened: () => void this.opened(),
    });
  }

  /** Shows the way to the rounds, where there are any and results are told. */
  async opened() {
    const rounds = this.page.settings.choice.results ? await this.rounds() : null;
    this.choices.rounds.hidden = !rounds?.tournaments.some((it) => it.rounds.length > 0);
  }

  /** What is known of the rounds; it is asked for when somebody wants it. */
  async rounds() {
    const address = `api/v1/rounds${this.page.settings.choice.results ? "" : "?results=no"}`;
    /** @type {import("../rounds/choice.js").PublicRounds | null} */
    const rounds = await fetch(address).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    return rounds;
  }

  async shareOpen() {
    const { table } = this.page.game;
    if (!table) return;
    const { results } = this.page.settings.choice;
    this.share.open(table.table, files(await this.rounds(), table.table, table.game, results), results);
  }

  /** @returns {import("./table/keys.js").Key[]} */
  #keys() {
    const { page } = this;
    const { game, announcer } = page;
    const isOpen = () => page.open !== null && game.table !== null;
    const always = () => true;
    return [
      { key: "ArrowLeft", shown: "←", words: "previous", act: () => game.by(-1), here: isOpen },
      { key: "ArrowRight", shown: "→", words: "next", act: () => game.by(1), here: isOpen },
      { key: "Home", words: "toStart", act: () => game.step(0), here: isOpen },
      { key: "End", words: "toLive", act: () => game.step(null), here: isOpen },
      { key: "f", words: "flip", act: () => game.flip(), here: isOpen },
      { key: "s", words: "share", act: () => void this.shareOpen(), here: isOpen },
      { key: "t", words: "sayClocks", act: () => announcer.say(game.clocks()), here: isOpen },
      { key: "w", words: "fullScreen", act: fullScreen, here: always },
      { key: "Escape", shown: "Esc", words: "allBoards", act: () => (location.hash = "#all"), here: () => page.open !== null },
      { key: "/", words: "search", act: () => page.list.search.focus(), here: () => page.open === null },
      { key: "m", words: "choices", act: () => page.menu.click(), here: always },
      { key: "?", words: "keys", act: () => this.keys.open(), here: always },
    ];
  }
}
