import { searchWords } from '@carhouse/core/text/search-words';

/** Longer words are cut here, in cars and in searches alike, so that a term always fits into one chunk of the dictionary. */
export const wordLengthMaximum = 64;

/** What each ASCII character is within a text: 0 ends a word, else the character in lower case. */
const plain = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[0-9a-z]/i.test(character)) plain[code] = character.toLowerCase().charCodeAt(0);
}

/**
 * Splits texts into words as `searchWords` does, without making a string of each: a million descriptions hold some forty
 * million words. The words stand in `units`, one after the other; buffers are used again by the next text.
 */
export class WordBuffer {
  units = new Uint16Array(1024);
  starts = new Uint32Array(512);
  lengths = new Uint8Array(512);
  hashes = new Int32Array(512);
  count = 0;

  split(text: string): void {
    if (text.length > this.units.length) this.#makeRoom(text.length);
    if (this.#splitPlain(text, false)) return;
    const words = searchWords(text).join(' ');
    if (words.length > this.units.length) this.#makeRoom(words.length);
    this.#splitPlain(words, true);
  }

  /** @returns false as soon as a character is none of ASCII, unless these belong to words like any other. */
  #splitPlain(text: string, anyCharacter: boolean): boolean {
    const { units, starts, lengths, hashes } = this;
    let count = 0;
    let end = 0;
    let start = 0;
    let hash = wordHashStart;
    for (let index = 0; index <= text.length; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) : 32;
      let unit = code;
      if (code < 128) unit = plain[code] ?? 0;
      else if (!anyCharacter) return false;
      if (unit !== 0) {
        if (end - start < wordLengthMaximum) {
          units[end] = unit;
          end += 1;
          hash = Math.imul(hash ^ unit, 0x01000193);
        }
      } else if (end > start) {
        starts[count] = start;
        lengths[count] = end - start;
        hashes[count] = hash ^ (hash >>> 15);
        count += 1;
        start = end;
        hash = wordHashStart;
      }
    }
    this.count = count;
    return true;
  }

  #makeRoom(length: number): void {
    this.units = new Uint16Array(length * 2);
    // A word has one character at least and one that ends it.
    this.starts = new Uint32Array(length + 1);
    this.lengths = new Uint8Array(length + 1);
    this.hashes = new Int32Array(length + 1);
  }
}

const wordHashStart = 0x811c9dc5 | 0;
