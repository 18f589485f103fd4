// A journal written by the rules of docs/formats/journal.md and nothing else: what the tests tamper with.

import { createHash, generateKeyPairSync, sign } from "node:crypto";

const sha256 = (/** @type {Buffer} */ bytes) => createHash("sha256").update(bytes).digest();

export class Journal {
  constructor() {
    this.head = Buffer.alloc(32);
    this.seq = 0;
    /** @type {string[]} */
    this.lines = [];
    /** The head after each record; the first is that of an empty journal. @type {string[]} */
    this.heads = [this.head.toString("hex")];
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    this.privateKey = privateKey;
    this.key = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("hex");
  }

  /** @param {string} body */
  append(body) {
    this.head = sha256(Buffer.concat([this.head, Buffer.from(body)]));
    this.seq += 1;
    this.heads.push(this.head.toString("hex"));
    this.lines.push(`${this.head.toString("hex").slice(0, 16)} ${body}`);
  }

  signed() {
    const head = this.head.toString("hex");
    const sig = this.sign(`topboard journal head 1\n${this.seq}\n${head}\n`);
    return { seq: this.seq, head, key: this.key, sig };
  }

  /** @param {string} message */
  sign(message) {
    return sign(null, Buffer.from(message), this.privateKey).toString("hex");
  }

  /** The line of a tombstone for the records of these numbers, signed by this journal's key or another's.
   * @param {number} from @param {number} to @param {{signer?: Journal, keys?: string[], by?: string}} [how] */
  tombstone(from, to, { signer = this, keys = [this.key], by = "A. Nowak" } = {}) {
    const before = this.heads[from - 1];
    const unsigned = `{"journal":1,"epoch":"5f3a","segment":[2,${from - 1},"${before}"],"erased":{"to":${to},"head":"${this.heads[to]}",`
      + `"bytes":900,"event":"Zażółć","round":"3","t":[0,5000],"wall_ms":1795281661012,"synced":true,"by":${JSON.stringify(by)},`
      + `"why":"kept for a year","keys":${JSON.stringify(keys)},"key":"${signer.key}"`;
    const body = `${unsigned},"sig":"${signer.sign(`topboard erased 1\n${unsigned}`)}"}}`;
    const check = sha256(Buffer.concat([Buffer.from(before, "hex"), Buffer.from(body)])).toString("hex").slice(0, 16);
    return `${check} ${body}`;
  }

  /** The journal with a tombstone in the place of the records of these numbers. @param {number} from @param {number} to
   * @param {{signer?: Journal, keys?: string[], by?: string}} [how] */
  without(from, to, how) {
    const lines = this.lines.toSpliced(from - 1, to - from + 1, this.tombstone(from, to, how));
    return Buffer.from(lines.map((line) => `${line}\n`).join(""));
  }

  bytes() {
    return Buffer.from(this.lines.map((line) => `${line}\n`).join(""));
  }
}

/** Ten records: the key in 2, signatures in 5 and 9. */
export function signedJournal() {
  const journal = new Journal();
  journal.append('{"journal":1,"program":"test","epoch":"5f3a"}');
  journal.append(`{"t":0,"key":"${journal.key}"}`);
  journal.append('{"t":1290,"rx":[1,"8e05341b"]}');
  journal.append('{"t":2000,"note":"zażółć </script> <b>gęślą</b>"}');
  journal.append(JSON.stringify({ t: 3000, signed: journal.signed() }));
  journal.append('{"safe":5}');
  journal.append('{"t":3100,"rx":[1,"8e05341b"]}');
  journal.append('{"t":3100,"rx":[1,"8e05341b"]}');
  journal.append(JSON.stringify({ t: 4000, signed: journal.signed() }));
  journal.append('{"t":5000,"rx":[1,"00"]}');
  return journal;
}

/** A report with the records of these numbers, signed by the first signature after them, and sealed.
 * @param {Journal} journal @param {number} from @param {number} to @param {boolean} [keyed] whether the seal is signed
 * @param {(evidence: any) => void} [change] what is done to the evidence before the page is sealed */
export function report(journal, from, to, keyed = true, change = () => {}) {
  const bodies = journal.lines.map((line) => line.slice(17));
  const at = bodies.findIndex((body, n) => n >= to && body.includes('"signed":'));
  const evidence = {
    journal_first_seq: 1, from_seq: from, to_seq: to, head_before: journal.heads[from - 1],
    records: journal.lines.slice(from - 1, to), head_after: journal.heads[to],
    later_links: at < 0 ? [] : journal.lines.slice(to, at), signature: at < 0 ? null : JSON.parse(bodies[at]).signed,
  };
  change(evidence);
  const json = JSON.stringify(evidence).replaceAll("<", "\\u003c");
  const page = `<!doctype html>\n<p>advisory</p>\n<script type="application/topboard-evidence+json">${json}</script>\n`;
  const sha = sha256(Buffer.from(page)).toString("hex");
  const key = keyed ? `,"key":"${journal.key}","sig":"${journal.sign(`topboard page 1\n${sha}\n`)}"` : "";
  return `${page}<script type="application/topboard-seal+json">{"sha256":"${sha}"${key}}</script>\n</body>\n</html>\n`;
}
