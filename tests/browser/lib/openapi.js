// An OpenAPI document as data: its operations, and whether an answer is one that it promises.

import { Ajv2020 } from "ajv/dist/2020.js";

export const METHODS = ["get", "post", "put", "patch", "delete"];

/** @typedef {{path: string, method: string, promised: any}} Operation */

export class Description {
  /** @param {any} document */
  constructor(document) {
    this.document = document;
    // Descriptions, examples and the like stand among the schemas; they are not Ajv's.
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    this.ajv.addSchema(document, "document");
  }

  /** @returns {Operation[]} */
  operations() {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => ({ path, method, promised: item[method] })),
    );
  }

  /** The schema of an answer by this method to this path; none where there is nothing to read.
   * Throws where no such answer is promised.
   * @param {Operation} operation @param {number} status @param {string} type */
  schema({ path, method, promised }, status, type) {
    const key = [String(status), `${Math.floor(status / 100)}XX`].find((key) => promised.responses[key]);
    if (!key) throw new Error(`status ${status} is not promised`);
    let pointer = `#/paths/${escaped(path)}/${method}/responses/${key}`;
    let response = promised.responses[key];
    if (response.$ref) {
      pointer = response.$ref;
      response = this.document.components.responses[pointer.split("/").pop() ?? ""];
    }
    if (!response.content) return null;
    const media = type.split(";")[0];
    if (!response.content[media]) throw new Error(`${status} comes as ${media || "nothing"}, not as ${Object.keys(response.content)}`);
    return response.content[media].schema && `document${pointer}/content/${escaped(media)}/schema`;
  }

  /** What is wrong with an answer; empty where it is as promised.
   * @param {Operation} operation @param {Response} answer */
  async complaint(operation, answer) {
    const type = answer.headers.get("content-type") ?? "";
    // Events have no end.
    const isEndless = type.startsWith("text/event-stream");
    const text = isEndless ? "" : await answer.text();
    if (isEndless) await answer.body?.cancel();
    let schema;
    try {
      schema = this.schema(operation, answer.status, type);
    } catch (error) {
      return `${error}: ${text.slice(0, 200)}`;
    }
    if (!schema || !type.startsWith("application/json")) return "";
    const check = this.ajv.compile({ $ref: schema });
    return check(JSON.parse(text)) ? "" : `${this.ajv.errorsText(check.errors)}: ${text.slice(0, 300)}`;
  }
}

/** A key as it stands in a JSON pointer in an address. @param {string} key */
const escaped = (key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
