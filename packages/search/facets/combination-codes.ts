/**
 * Maps each combination of facet values to a code. Codes are consecutive from 0. The key of a combination is an integer
 * below 2^53. The class uses an open-addressing hash table, because a `Map` stores such keys as objects and takes twice
 * the time.
 */
export class CombinationCodes {
  #keys = new Float64Array(64).fill(-1);
  #codes = new Int32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#codes.byteLength;
  }

  /** The code of a key, or -1. */
  find(key: number): number {
    const slot = findSlot(this.#keys, key);
    return this.#keys[slot] === key ? (this.#codes[slot] ?? -1) : -1;
  }

  /** Assigns the next code to a key that has none. */
  add(key: number): number {
    if (this.#size * 2 >= this.#keys.length) this.#widen();
    const slot = findSlot(this.#keys, key);
    this.#keys[slot] = key;
    this.#codes[slot] = this.#size;
    this.#size += 1;
    return this.#size - 1;
  }

  #widen(): void {
    const keys = new Float64Array(this.#keys.length * 2).fill(-1);
    const codes = new Int32Array(keys.length);
    for (let at = 0; at < this.#keys.length; at += 1) {
      const key = this.#keys[at] ?? -1;
      if (key < 0) continue;
      const slot = findSlot(keys, key);
      keys[slot] = key;
      codes[slot] = this.#codes[at] ?? 0;
    }
    this.#keys = keys;
    this.#codes = codes;
  }
}

/** The slot of the key in the hash table, or the free slot in which the key is inserted. */
function findSlot(keys: Float64Array, key: number): number {
  const slotMask = keys.length - 1;
  const high = Math.floor(key / 2 ** 32);
  let hash = Math.imul((key - high * 2 ** 32) | 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  let slot = (hash ^ (hash >>> 16)) & slotMask;
  for (let foundKey = keys[slot] ?? -1; foundKey !== key && foundKey >= 0; foundKey = keys[slot] ?? -1)
    slot = (slot + 1) & slotMask;
  return slot;
}
