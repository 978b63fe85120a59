import { bitCount, faultsSoFar, forgivenFaults } from './near-words.ts';
import { digitBit, maskOf } from './term-dictionary.ts';

type ListedWord = { readonly word: string; readonly units: Uint16Array; readonly mask: number; readonly of: number[] };

/** The words of some thousand short texts, in order, each with the texts it stands in. */
export class WordList {
  readonly #sorted: ListedWord[] = [];

  add(word: string, text: number): void {
    const at = this.#placeOf(word);
    const known = this.#sorted[at];
    if (known?.word === word) {
      if (known.of.at(-1) !== text) known.of.push(text);
      return;
    }
    const units = unitsOf(word);
    this.#sorted.splice(at, 0, { word, units, mask: maskOf(units, 0, units.length), of: [text] });
  }

  /** The texts with words that begin with this one, once for each such word. */
  startingWith(start: string): readonly number[] {
    const texts: number[] = [];
    for (let at = this.#placeOf(start); this.#sorted[at]?.word.startsWith(start); at += 1) {
      for (const text of this.#sorted[at]?.of ?? []) texts.push(text);
    }
    return texts;
  }

  has(start: string): boolean {
    return this.#sorted[this.#placeOf(start)]?.word.startsWith(start) === true;
  }

  /** The words that begin nearly like this one, the nearest only. */
  near(start: string): readonly string[] {
    const units = unitsOf(start);
    const mask = maskOf(units, 0, units.length);
    let most = forgivenFaults(units.length);
    if (most === 0 || (mask & digitBit) !== 0) return [];
    let nearest: string[] = [];
    for (const listed of this.#sorted) {
      // Each fault may bring one letter that the word does not have.
      if (bitCount(mask & ~listed.mask) > most) continue;
      const faults = faultsSoFar(units, units.length, listed.units, listed.units.length, most);
      if (faults > most) continue;
      if (faults < most) nearest = [];
      most = faults;
      nearest.push(listed.word);
    }
    return nearest;
  }

  #placeOf(word: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle]?.word ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function unitsOf(word: string): Uint16Array {
  const units = new Uint16Array(word.length);
  for (let index = 0; index < word.length; index += 1) units[index] = word.charCodeAt(index);
  return units;
}
