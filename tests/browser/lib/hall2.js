// The schemas of protocol 2 of the hall feed, and what is wrong with a frame under them.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

const SCHEMAS = JSON.parse(readFileSync(new URL("../../../web/hall2.schema.json", import.meta.url), "utf8"));

/** A schema whose objects have no other keys than those it names: clients pass over others, the program sends none.
 * @param {any} schema @returns {any} */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== "object") return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const isObject = schema.type === "object" && schema.properties;
  return { ...Object.fromEntries(entries), ...(isObject ? { additionalProperties: false } : {}) };
}

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(closed(SCHEMAS), "hall2");

/** What is wrong with a frame; empty where it is as promised. @param {unknown} frame @param {string} [kind] */
export function complaint(frame, kind) {
  const check = ajv.compile({ $ref: kind ? `hall2#/$defs/${kind}` : "hall2" });
  return check(frame) ? "" : `${ajv.errorsText(check.errors)}: ${JSON.stringify(frame).slice(0, 300)}`;
}

/** The kinds of frames that a frame is one of. @param {unknown} frame */
export const kinds = (frame) =>
  SCHEMAS.oneOf.map((/** @type {{$ref: string}} */ one) => one.$ref.split("/").pop() ?? "").filter((/** @type {string} */ kind) => complaint(frame, kind) === "");
