/**
 * A fingerprint of a document's terms, as two integers of 32 bits. Equal fingerprints are taken as equal texts. A text
 * with one different term always has a fingerprint with two different halves.
 */
export class TermFingerprint {
  readonly parts = new Uint32Array(2);

  begin(): this {
    this.parts[0] = 0x811c9dc5;
    this.parts[1] = 0x9747b28c;
    return this;
  }

  /** Adds the terms of one text and their number. */
  addTerms(terms: Int32Array, count: number): void {
    let first = Math.imul((this.parts[0] as number) ^ count, 0x01000193);
    let second = Math.imul((this.parts[1] as number) ^ count, 0x5bd1e995);
    for (let at = 0; at < count; at += 1) {
      const term = terms[at] as number;
      first = Math.imul(first ^ term, 0x01000193);
      first ^= first >>> 15;
      second = Math.imul(second ^ term, 0x5bd1e995);
      second ^= second >>> 13;
    }
    this.parts[0] = first;
    this.parts[1] = second;
  }
}
