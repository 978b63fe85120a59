/** Sets that a search works on, used again by the next one. What stands in a set that is taken is anything. */
export class SetPool {
  readonly #sets: Uint32Array<ArrayBuffer>[] = [];
  #taken = 0;
  #words = 0;

  get bytes(): number {
    return this.#sets.length * this.#words * 4;
  }

  /** Takes all sets back; from now on they have at least so many words. */
  begin(words: number): void {
    this.#taken = 0;
    if (words <= this.#words) return;
    this.#words = Math.ceil(words * 1.25);
    this.#sets.length = 0;
  }

  take(): Uint32Array<ArrayBuffer> {
    const set = this.#sets[this.#taken] ?? new Uint32Array(this.#words);
    this.#sets[this.#taken] = set;
    this.#taken += 1;
    return set;
  }

  takeEmpty(): Uint32Array<ArrayBuffer> {
    return this.take().fill(0);
  }
}
