// The ways to the server that a browser has: a question, a WebSocket, server-sent events.

/** @typedef {import("./follower.js").World} World */
/** @typedef {import("./follower.js").Answer} Answer */
/** @typedef {import("./follower.js").Heard} Heard */

/** @param {boolean} isFresh @param {Answer} answer */
function snapshot(isFresh, answer) {
  const control = new AbortController();
  // The browser asks with the entity tag of what it has, and gets nothing if that is still so.
  const asked = fetch("api/v2/hall", { cache: isFresh ? "reload" : "no-cache", signal: control.signal }).then((response) => {
    if (!response.ok) throw new Error(String(response.status));
    answer.head();
    return response.json();
  });
  asked.then(answer.taken, answer.failed);
  return () => control.abort();
}

/** @param {Heard} heard */
function socket(heard) {
  const url = new URL("ws/v2", document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  url.hash = "";
  const socket = new WebSocket(url);
  socket.onopen = heard.opened;
  socket.onmessage = ({ data }) => heard.frame(String(data));
  socket.onclose = heard.closed;
  return {
    /** @param {Record<string, unknown>} wish */
    say(wish) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(wish));
    },
    close: () => socket.close(),
  };
}

/** @param {string} query @param {Heard} heard */
function events(query, heard) {
  const source = new EventSource(`api/v2/events?${query}`);
  source.onopen = heard.opened;
  source.onmessage = ({ data }) => heard.frame(data);
  // The browser would come back by itself, and never by another way.
  source.onerror = () => {
    source.close();
    heard.closed();
  };
  return { say() {}, close: () => source.close() };
}

/** @type {World} */
export const BROWSER = {
  now: () => performance.now(),
  chance: () => Math.random(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  snapshot, socket, events,
};
