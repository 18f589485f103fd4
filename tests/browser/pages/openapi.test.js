// The OpenAPI documents: three programs that read such documents find no fault, every route is in them, and whatever the
// real program answers to any method at any path is what they promise. What monitors, closed events, TLS and nodes answer is
// asked in crates/topboard/tests/it/openapi.rs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Description, METHODS } from "../lib/openapi.js";
import { demo } from "../lib/program.js";

/** The time between two requests: those of one login are answered ten times a second, and nobody else is counted. @type {Record<string, number>} */
const PACE_MS = { arbiter: 105 };
const TIMEOUT = { timeout: 180_000 };

/** @param {string} file */
const source = (file) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
const SIDES = [
  { name: "spectators", file: "web/openapi.json", router: "crates/topboard/src/public/server.rs" },
  { name: "arbiter", file: "web/arbiter/openapi.json", router: "crates/topboard/src/arbiter/mod.rs" },
  { name: "screens", file: "web/wall/openapi.json", router: "crates/topboard/src/displays/door.rs" },
  { name: "monitors", file: "web/monitors/openapi.json", router: "crates/topboard/src/metrics.rs" },
];
/** What is answered where tls is "own", which it is not here. */
const TLS = ["/certificate", "/certificate/root.crt"];

/** @type {import("../lib/program.js").Program} */
let program;
/** The address and the cookie of each side. @type {Map<string, {url: string, cookie: string}>} */
const sides = new Map();
before(async () => {
  program = await demo({ speed: 8, seed: 3, tables: 2, screens: true });
  sides.set("spectators", { url: program.url, cookie: "" });
  sides.set("screens", { url: program.screens, cookie: "" });
  const arbiter = new URL(program.link());
  sides.set("arbiter", { url: arbiter.origin, cookie: await enter(arbiter.href) });
});
after(() => program?.kill());

/** Exchanges a link for a cookie. @param {string} link */
async function enter(link) {
  const url = new URL(link);
  const answer = await fetch(`${url.origin}/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: url.hash.replace("#enter=", "") }),
  });
  assert.equal(answer.status, 200, await answer.text());
  return (answer.headers.get("set-cookie") ?? "").split(";")[0];
}

for (const { name, file, router } of SIDES) {
  test(`${name}: three readers of OpenAPI find no fault`, async () => {
    const text = source(file);
    const checked = await new Validator().validate(JSON.parse(text));
    assert.ok(checked.valid, JSON.stringify(checked.errors));
    await SwaggerParser.validate(JSON.parse(text));
    // A WebSocket is answered with 101 alone.
    const config = await createConfig({ extends: ["recommended-strict"], rules: { "operation-2xx-response": "off" } });
    const problems = await lintFromString({ source: text, absoluteRef: file, config });
    assert.deepEqual(problems.map((problem) => `${problem.ruleId} ${problem.message} ${problem.location[0]?.pointer}`), []);
  });

  test(`${name}: every route is described, and every description is a route`, () => {
    // A path that ends in a slash is no good one for an interface of programs; it is for a page.
    const pages = ["/", "/boards", "/hall/", "/live", "/verify", "/rounds", "/overlay", "/embed", "/openapi.json", ...TLS];
    const routes = [...source(router).matchAll(/\.route\("([^"]+)"/g)].map((route) => route[1].replace("{*", "{")).filter((path) => !pages.includes(path));
    const document = JSON.parse(source(file));
    // The files of rounds and boards have names that no route can say; crates/topboard/tests/it/openapi.rs lists them.
    const ofRounds = /^\/(games\.pgn|round-|tournaments\/|tournament\.json|get\/|meta|api\/broadcast\/)/;
    const described = Object.keys(document.paths).filter((path) => !pages.includes(path) && !(name === "spectators" && ofRounds.test(path)));
    assert.deepEqual(described.sort(), routes.sort());
  });

  // The demonstration has no listener for monitors.
  if (name === "monitors") continue;

  test(`${name}: what is served is what was written`, async () => {
    const answer = await fetch(`${sides.get(name)?.url}${name === "screens" ? "/hall" : ""}/openapi.json`);
    assert.deepEqual(await answer.json(), JSON.parse(source(file)));
  });

  test(`${name}: every answer to every method at every path is promised`, TIMEOUT, async () => {
    const description = new Description(JSON.parse(source(file)));
    const wrong = [];
    let next = 0;
    for (const request of requests(description)) {
      await new Promise((resolve) => setTimeout(resolve, next - performance.now()));
      next = performance.now() + (PACE_MS[name] ?? 0);
      const { method, address, body } = request;
      const said = `${method.toUpperCase()} ${address}${body === undefined ? "" : ` with ${body}`}`;
      const answer = await ask(name, method, address, body);
      if (request.operation) {
        const complaint = await description.complaint(request.operation, answer);
        if (complaint) wrong.push(`${said}: ${complaint}`);
      } else if (answer.status === 404 && /game-x\.(pgn|json)$/.test(address)) {
        // There is no board x, so there is no such file.
      } else if (answer.status !== 405 || !answer.headers.get("allow")) {
        wrong.push(`${said}: ${answer.status}, and no such method is described`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

/** Every request that somebody might try: known and unknown parameters, right and wrong bodies, methods that are none.
 * @param {Description} description */
function* requests(description) {
  const operations = description.operations();
  for (const path of Object.keys(description.document.paths).filter((path) => !TLS.includes(path))) {
    for (const method of METHODS) {
      const operation = operations.find((one) => one.path === path && one.method === method);
      for (const parameter of path.includes("{") ? ["1", "999", "x"] : [""]) {
        const address = path.replace(/\{[^}]+\}/g, parameter);
        for (const body of operation ? bodies(operation, description.document) : [method === "get" ? undefined : "{}"]) {
          yield { method, address, body, operation };
        }
      }
    }
  }
}

/** Bodies for an operation: examples of its own, an empty one, and what is no JSON.
 * @param {import("../lib/openapi.js").Operation} operation @param {any} document */
function bodies({ promised }, document) {
  const body = promised.requestBody?.content["application/json"];
  if (!body) return [undefined];
  const schema = body.schema.$ref ? document.components.schemas[body.schema.$ref.split("/").pop()] : body.schema;
  /** @type {string[]} */
  const examples = (schema.examples ?? []).map((/** @type {any} */ example) => JSON.stringify(example));
  return [...examples, "{}", "no JSON"];
}

/** Asks a side as one who is let in. @param {string} side @param {string} method @param {string} address @param {string} [body] */
async function ask(side, method, address, body) {
  const here = sides.get(side);
  assert.ok(here);
  const isEnd = method === "delete" && address === "/api/v1/session";
  // Whoever leaves needs a way back.
  const back = isEnd ? await ask(side, "post", "/api/v1/links", "{}").then((answer) => answer.json()) : null;
  const answer = await fetch(here.url + address, {
    method: method.toUpperCase(),
    // Where an answer leads to is another question.
    redirect: "manual",
    headers: { cookie: here.cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body,
  });
  if (back) here.cookie = await enter(back.link);
  return answer;
}
