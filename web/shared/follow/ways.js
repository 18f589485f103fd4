// The ways to the server that a browser has: a question, a WebSocket, server-sent events.

/** @typedef {import("./world.js").World} World */
/** @typedef {import("./world.js").Answer} Answer */
/** @typedef {import("./world.js").Heard} Heard */

/** Returns how a snapshot is asked for, with results or without. @param {boolean} results
 * @returns {World["snapshot"]} */
const snapshots = (results) => (isFresh, answer) => {
  const control = new AbortController();
  // The browser asks with the entity tag of what it has, and gets nothing if that is still so.
  const asked = fetch(`api/v2/hall${results ? "" : "?results=no"}`, { cache: isFresh ? "reload" : "no-cache", signal: control.signal }).then((response) => {
    if (!response.ok) throw new Error(String(response.status));
    answer.head();
    return response.json();
  });
  asked.then(answer.taken, answer.failed);
  return () => control.abort();
};

/** @param {boolean} results @returns {World["socket"]} */
const sockets = (results) => (heard) => {
  const url = new URL("ws/v2", document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  url.hash = "";
  const socket = new WebSocket(url);
  socket.onopen = () => {
    // Wishes are read in their order: nothing is told before this one is known.
    if (!results) socket.send(JSON.stringify({ results }));
    heard.opened();
  };
  socket.onmessage = ({ data }) => heard.frame(String(data));
  socket.onclose = heard.closed;
  return {
    /** @param {Record<string, unknown>} wish */
    say(wish) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(wish));
    },
    close: () => socket.close(),
  };
};

/** @param {boolean} results @returns {World["events"]} */
const listeners = (results) => (query, heard) => {
  const source = new EventSource(`api/v2/events?${query}${results ? "" : "&results=no"}`);
  source.onopen = heard.opened;
  source.onmessage = ({ data }) => heard.frame(data);
  // The browser would come back by itself, and never by another way.
  source.onerror = () => {
    source.close();
    heard.closed();
  };
  return { say() {}, close: () => source.close() };
};

/** Returns the ways of a browser. Without results the server tells nothing of games that are over but their players.
 * @param {boolean} results @returns {World} */
export const browserWays = (results) => ({
  now: () => performance.now(),
  chance: () => Math.random(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  snapshot: snapshots(results), socket: sockets(results), events: listeners(results),
});

export const BROWSER = browserWays(true);
