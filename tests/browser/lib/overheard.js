// Everything that spectators are sent: frames and answers, whole, from the first to the last.

import { visitor } from "./browser.js";

export class Overheard {
  /** @param {string[]} complaints */
  constructor(complaints) {
    this.complaints = complaints;
    /** @type {string[]} */
    this.texts = [];
  }

  /** Listens at the page of spectators. @param {import("playwright-core").Browser} browser @param {string} url */
  static async at(browser, url) {
    // As high as the list of a whole hall: what nobody sees is not asked for.
    const { page, complaints } = await visitor(browser, { viewport: { width: 1366, height: 3000 } });
    const heard = new Overheard(complaints);
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.texts.push(String(payload))));
    page.on("response", (answer) => {
      if (new URL(answer.url()).pathname.startsWith("/api/")) answer.text().then((text) => heard.texts.push(text), () => {});
    });
    await page.goto(`${url}/live`);
    await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
    return heard;
  }

  /** Returns the words of a list that were heard, each with what stood around it. @param {string[]} words */
  found(words) {
    return words.flatMap((word) => this.texts.filter((text) => text.includes(word)).slice(0, 1).map((text) => `${word}: ${text.slice(Math.max(0, text.indexOf(word) - 60), text.indexOf(word) + 60)}`));
  }
}
