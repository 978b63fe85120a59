import { countBits32 } from '../query/bit-set.ts';
import { computeMaxEdits, computePrefixEditDistance } from './edit-distance.ts';
import { computeLetterMask, digitBit } from './term-dictionary.ts';

type ListedToken = {
  readonly token: string;
  readonly units: Uint16Array;
  readonly mask: number;
  readonly of: number[];
};

const leafSize = 512;
/**
 * Maximum number of edit distances computed for one typed token. Sellers choose the titles, so the number of different
 * tokens is unlimited.
 */
const maxAlignments = 2_000;

/**
 * The tokens of the names of facet values in sorted order, each with the names that contain it. Leaves have a bounded
 * size, so that adding a token moves few other tokens.
 */
export class SortedTokens {
  readonly #leaves: ListedToken[][] = [[]];

  add(token: string, nameIndex: number): void {
    const index = this.#findLeaf(token);
    const tokenLeaf = this.#leaves[index] as ListedToken[];
    const at = findIndexInLeaf(tokenLeaf, token);
    const listedToken = tokenLeaf[at];
    if (listedToken?.token === token) {
      if (listedToken.of.at(-1) !== nameIndex) listedToken.of.push(nameIndex);
      return;
    }
    const units = toCodeUnits(token);
    tokenLeaf.splice(at, 0, { token, units, mask: computeLetterMask(units, 0, units.length), of: [nameIndex] });
    if (tokenLeaf.length > leafSize) this.#leaves.splice(index + 1, 0, tokenLeaf.splice(leafSize / 2));
  }

  /**
   * The names that contain a token with the prefix. A name with several tokens that have the prefix is listed several
   * times.
   */
  findWithPrefix(prefix: string): readonly number[] {
    const texts: number[] = [];
    for (const listedToken of this.#from(prefix)) {
      if (!listedToken.token.startsWith(prefix)) break;
      for (const text of listedToken.of) texts.push(text);
    }
    return texts;
  }

  has(prefix: string): boolean {
    for (const listedToken of this.#from(prefix)) return listedToken.token.startsWith(prefix);
    return false;
  }

  /** The tokens that need the fewest edits to begin with the prefix. */
  findFuzzy(prefix: string): readonly string[] {
    const units = toCodeUnits(prefix);
    const mask = computeLetterMask(units, 0, units.length);
    let maxEdits = computeMaxEdits(units.length);
    if (maxEdits === 0 || (mask & digitBit) !== 0) return [];
    let closestTokens: string[] = [];
    let alignmentCount = 0;
    for (const tokenLeaf of this.#leaves) {
      for (const listedToken of tokenLeaf) {
        // `mask & ~…` has the letters of the searched token that the listed token lacks. One edit adds at most one of
        // these letters.
        if (countBits32(mask & ~listedToken.mask) > maxEdits) continue;
        alignmentCount += 1;
        if (alignmentCount > maxAlignments) return closestTokens;
        const edits = computePrefixEditDistance(
          units,
          units.length,
          listedToken.units,
          listedToken.units.length,
          maxEdits,
        );
        if (edits > maxEdits) continue;
        if (edits < maxEdits) closestTokens = [];
        maxEdits = edits;
        closestTokens.push(listedToken.token);
      }
    }
    return closestTokens;
  }

  /** The sorted tokens from the given one on. */
  *#from(token: string): Generator<ListedToken, void, void> {
    let index = this.#findLeaf(token);
    for (let at = findIndexInLeaf(this.#leaves[index] ?? [], token); index < this.#leaves.length; index += 1, at = 0) {
      const tokenLeaf = this.#leaves[index] ?? [];
      for (; at < tokenLeaf.length; at += 1) yield tokenLeaf[at] as ListedToken;
    }
  }

  /** The last leaf whose first token is not after the given one, or the first leaf. */
  #findLeaf(token: string): number {
    let lowIndex = 0;
    let highIndex = this.#leaves.length - 1;
    while (lowIndex < highIndex) {
      const middleIndex = (lowIndex + highIndex + 1) >>> 1;
      if ((this.#leaves[middleIndex]?.[0]?.token ?? '') <= token) lowIndex = middleIndex;
      else highIndex = middleIndex - 1;
    }
    return lowIndex;
  }
}

function findIndexInLeaf(tokenLeaf: readonly ListedToken[], token: string): number {
  let lowIndex = 0;
  let highIndex = tokenLeaf.length;
  while (lowIndex < highIndex) {
    const middleIndex = (lowIndex + highIndex) >>> 1;
    if ((tokenLeaf[middleIndex]?.token ?? '') < token) lowIndex = middleIndex + 1;
    else highIndex = middleIndex;
  }
  return lowIndex;
}

function toCodeUnits(token: string): Uint16Array {
  const units = new Uint16Array(token.length);
  for (let index = 0; index < token.length; index += 1) units[index] = token.charCodeAt(index);
  return units;
}
