import { searchWords } from '@carhouse/domain/text/search-words';
import { contextDependentUnit, foldCodeUnit, tokenEndUnit } from './fold-code-units.ts';

/**
 * Maximum length of a token. Longer tokens are cut in listings and in queries, so that a term always fits into one
 * chunk of the dictionary.
 */
export const maxTokenLength = 64;

/**
 * Spare bytes after a text: one space that ends the last token, and bytes that are read when a key extends beyond the
 * end of the text.
 */
const spareByteCount = 16;

/**
 * Splits texts into tokens as `searchWords` does. The class creates no string for each token, because a million
 * descriptions contain some forty million tokens. The characters of the tokens are in `units`. The next text overwrites
 * the characters of the text before.
 */
export class TokenBuffer {
  units = new Uint16Array(1024);
  startIndexes = new Uint32Array(512);
  lengths = new Uint8Array(512);
  count = 0;
  /**
   * Whether the last text was ASCII. The characters of an ASCII text are also in `bytes`, with spare bytes after the
   * last token.
   */
  isAscii = false;
  #bytes = new Uint8Array(1024 + spareByteCount);
  bytes = new DataView(this.#bytes.buffer);

  split(text: string): void {
    if (text.length > this.units.length) this.#makeRoom(text.length);
    this.isAscii = this.#splitBytes(text);
    if (this.isAscii || this.#splitUnits(text, false)) return;
    const tokens = searchWords(text).join(' ');
    if (tokens.length > this.units.length) this.#makeRoom(tokens.length);
    this.#splitUnits(tokens, true);
  }

  computeHash(token: number): number {
    const { units } = this;
    const startIndex = this.startIndexes[token] as number;
    const endIndex = startIndex + (this.lengths[token] as number);
    let hash = hashSeed;
    for (let index = startIndex; index < endIndex; index += 1)
      hash = Math.imul(hash ^ (units[index] as number), 0x01000193);
    return hash ^ (hash >>> 15);
  }

  /** Splits an ASCII text. @returns false when a character is not ASCII */
  #splitBytes(text: string): boolean {
    const { units, startIndexes, lengths } = this;
    const bytes = this.#bytes;
    const { length } = text;
    const { read: readCount, written } = encoder.encodeInto(text, bytes);
    if (readCount !== length || written !== length) return false;
    // A space after the text ends its last token.
    bytes[length] = 32;
    let count = 0;
    let startIndex = 0;
    for (let index = 0; index <= length; index += 1) {
      const unit = foldedAsciiUnits[bytes[index] as number] as number;
      if (unit !== tokenEndUnit) {
        bytes[index] = unit;
        units[index] = unit;
      } else {
        if (index > startIndex) {
          startIndexes[count] = startIndex;
          lengths[count] = Math.min(index - startIndex, maxTokenLength);
          count += 1;
        }
        startIndex = index + 1;
      }
    }
    this.count = count;
    return true;
  }

  /**
   * Splits any text.
   * @returns false as soon as a code unit cannot be folded without its neighbours; a text that is already folded always
   * succeeds
   */
  #splitUnits(text: string, isFolded: boolean): boolean {
    const { units, startIndexes, lengths } = this;
    let count = 0;
    let endIndex = 0;
    let startIndex = 0;
    for (let index = 0; index <= text.length; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) : 32;
      let unit = code;
      if (code < 160 || !isFolded) unit = foldCodeUnit(code);
      if (unit > contextDependentUnit) {
        if (endIndex - startIndex < maxTokenLength) {
          units[endIndex] = unit;
          endIndex += 1;
        }
      } else if (unit === contextDependentUnit) {
        return false;
      } else if (unit === tokenEndUnit && endIndex > startIndex) {
        startIndexes[count] = startIndex;
        lengths[count] = endIndex - startIndex;
        count += 1;
        startIndex = endIndex;
      }
    }
    this.count = count;
    return true;
  }

  #makeRoom(length: number): void {
    this.units = new Uint16Array(length * 2);
    this.#bytes = new Uint8Array(length * 2 + spareByteCount);
    this.bytes = new DataView(this.#bytes.buffer);
    // A token needs at least one character and one separator.
    this.startIndexes = new Uint32Array(length + 1);
    this.lengths = new Uint8Array(length + 1);
  }
}

const encoder = new TextEncoder();
/** The folded ASCII characters, which never depend on their neighbours. */
const foldedAsciiUnits = Uint8Array.from({ length: 128 }, (_, code) => foldCodeUnit(code));
const hashSeed = 0x811c9dc5 | 0;
