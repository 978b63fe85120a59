import { bitCount, faultsSoFar, forgivenFaults } from './near-words.ts';
import { digitBit, maskOf } from './term-dictionary.ts';

type ListedWord = { readonly word: string; readonly units: Uint16Array; readonly mask: number; readonly of: number[] };

const leafSize = 512;
/** Words whose typing faults are counted for one typed word: titles that strangers make up must not cost every visitor. */
const alignmentsMaximum = 2_000;

/** The words of some thousand short texts, in order, each with the texts it stands in; in leaves, so that adding one moves few. */
export class WordList {
  readonly #leaves: ListedWord[][] = [[]];

  add(word: string, text: number): void {
    const index = this.#leafOf(word);
    const leaf = this.#leaves[index] as ListedWord[];
    const at = placeIn(leaf, word);
    const known = leaf[at];
    if (known?.word === word) {
      if (known.of.at(-1) !== text) known.of.push(text);
      return;
    }
    const units = unitsOf(word);
    leaf.splice(at, 0, { word, units, mask: maskOf(units, 0, units.length), of: [text] });
    if (leaf.length > leafSize) this.#leaves.splice(index + 1, 0, leaf.splice(leafSize / 2));
  }

  /** The texts with words that begin with this one, once for each such word. */
  startingWith(start: string): readonly number[] {
    const texts: number[] = [];
    for (const listed of this.#from(start)) {
      if (!listed.word.startsWith(start)) break;
      for (const text of listed.of) texts.push(text);
    }
    return texts;
  }

  has(start: string): boolean {
    for (const listed of this.#from(start)) return listed.word.startsWith(start);
    return false;
  }

  /** The words that begin nearly like this one, the nearest only. */
  near(start: string): readonly string[] {
    const units = unitsOf(start);
    const mask = maskOf(units, 0, units.length);
    let most = forgivenFaults(units.length);
    if (most === 0 || (mask & digitBit) !== 0) return [];
    let nearest: string[] = [];
    let alignments = 0;
    for (const leaf of this.#leaves) {
      for (const listed of leaf) {
        // Each fault may bring one letter that the word does not have.
        if (bitCount(mask & ~listed.mask) > most) continue;
        alignments += 1;
        if (alignments > alignmentsMaximum) return nearest;
        const faults = faultsSoFar(units, units.length, listed.units, listed.units.length, most);
        if (faults > most) continue;
        if (faults < most) nearest = [];
        most = faults;
        nearest.push(listed.word);
      }
    }
    return nearest;
  }

  /** The words from this one on, in order. */
  *#from(word: string): Generator<ListedWord, void, void> {
    let index = this.#leafOf(word);
    for (let at = placeIn(this.#leaves[index] ?? [], word); index < this.#leaves.length; index += 1, at = 0) {
      const leaf = this.#leaves[index] ?? [];
      for (; at < leaf.length; at += 1) yield leaf[at] as ListedWord;
    }
  }

  /** The last leaf whose first word does not stand behind this one, or the first leaf. */
  #leafOf(word: string): number {
    let low = 0;
    let high = this.#leaves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#leaves[middle]?.[0]?.word ?? '') <= word) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function placeIn(leaf: readonly ListedWord[], word: string): number {
  let low = 0;
  let high = leaf.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((leaf[middle]?.word ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function unitsOf(word: string): Uint16Array {
  const units = new Uint16Array(word.length);
  for (let index = 0; index < word.length; index += 1) units[index] = word.charCodeAt(index);
  return units;
}
