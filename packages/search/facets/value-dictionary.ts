/** The values of a facet as small numbers, from 1; 0 is "no value". Values are never forgotten. */
export class ValueDictionary {
  readonly #codes = new Map<string, number>();
  readonly #values: string[] = [''];

  /** Codes given so far, 0 among them. */
  get size(): number {
    return this.#values.length;
  }

  /** An estimate: a map keeps about 40 bytes an entry beside the text. */
  get bytes(): number {
    let bytes = 0;
    for (const value of this.#values) bytes += 64 + value.length;
    return bytes;
  }

  codeOf(value: string | null): number {
    if (value === null) return 0;
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.#values.length;
    this.#codes.set(value, code);
    this.#values.push(value);
    return code;
  }

  /** 0 when no car ever had the value. */
  find(value: string): number {
    return this.#codes.get(value) ?? 0;
  }

  valueOf(code: number): string {
    return this.#values[code] ?? '';
  }
}
