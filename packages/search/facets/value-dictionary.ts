/** Maps the values of a facet to codes from 1; 0 means no value. Values are never removed. */
export class ValueDictionary {
  readonly #codes = new Map<string, number>();
  readonly #values: string[] = [''];

  /** Number of codes, including the code 0. */
  get size(): number {
    return this.#values.length;
  }

  /** The estimated memory in bytes: a map takes about 40 bytes for each entry in addition to the text. */
  get bytes(): number {
    let bytes = 0;
    for (const value of this.#values) bytes += 64 + value.length;
    return bytes;
  }

  assignCode(value: string | null): number {
    if (value === null) return 0;
    const knownCode = this.#codes.get(value);
    if (knownCode !== undefined) return knownCode;
    const code = this.#values.length;
    this.#codes.set(value, code);
    this.#values.push(value);
    return code;
  }

  /** The code of a value, or 0 for an unknown value. */
  findCode(value: string): number {
    return this.#codes.get(value) ?? 0;
  }

  getValue(code: number): string {
    return this.#values[code] ?? '';
  }
}
