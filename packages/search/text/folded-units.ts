import { searchWords } from '@carhouse/domain/text/search-words';

/** What a UTF-16 unit is within a text, beside the unit it becomes. */
export const endsWord = 0;
/** It leaves nothing: an accent. */
export const leavesNothing = 1;
/** Only the whole text says: it becomes several, or depends on its neighbours. */
export const needsWhole = 2;
const unknown = 0xffff;

/** Control characters end words; all else is as `searchWords` has it. Filled as units are met. */
const folded = new Uint16Array(65_536).fill(unknown);

/**
 * The unit in lower case without its accent, or one of the three above: no word holds a control character, so small numbers are
 * free for them.
 */
export function foldedUnit(unit: number): number {
  const known = folded[unit] as number;
  if (known !== unknown) return known;
  const found = fold(unit);
  folded[unit] = found;
  return found;
}

function fold(unit: number): number {
  if (unit < 32 || (unit >= 127 && unit < 160)) return endsWord;
  if (unit === 0xfe0f) return unit;
  // Halves of most pictures stand for themselves; other pairs may be letters in disguise.
  if (unit === 0xd83d || (unit >= 0xdc00 && unit <= 0xdfff)) return unit;
  if (unit >= 0xd800 && unit <= 0xdbff) return needsWhole;
  const character = String.fromCharCode(unit);
  const left = character.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  if (left === '') return leavesNothing;
  // Marks that stay are put into an order; a sigma is another one at the end of a word.
  if (/\p{M}|\u03a3/u.test(left)) return needsWhole;
  const [word = '', ...others] = searchWords(character);
  if (word === '') return endsWord;
  return others.length === 0 && left.length === 1 && word.length === 1 ? word.charCodeAt(0) : needsWhole;
}
