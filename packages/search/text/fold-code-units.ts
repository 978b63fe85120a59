import { searchWords } from '@carhouse/domain/text/search-words';

/** What a UTF-16 unit is within a text, beside the unit it becomes. */
export const endsToken = 0;
/** It leaves nothing: an accent. */
export const foldsToNothing = 1;
/** Only the whole text says: it becomes several, or depends on its neighbours. */
export const needsContext = 2;
const unknown = 0xffff;

/** Control characters end words; all else is as `searchWords` has it. Filled as units are met. */
const folded = new Uint16Array(65_536).fill(unknown);

/**
 * The unit in lower case without its accent, or one of the three above: no word holds a control character, so small numbers are
 * free for them.
 */
export function foldCodeUnit(unit: number): number {
  const known = folded[unit] as number;
  if (known !== unknown) return known;
  const found = fold(unit);
  folded[unit] = found;
  return found;
}

function fold(unit: number): number {
  if (unit < 32 || (unit >= 127 && unit < 160)) return endsToken;
  if (unit === 0xfe0f) return unit;
  // Halves of most pictures stand for themselves; other pairs may be letters in disguise.
  if (unit === 0xd83d || (unit >= 0xdc00 && unit <= 0xdfff)) return unit;
  if (unit >= 0xd800 && unit <= 0xdbff) return needsContext;
  const character = String.fromCharCode(unit);
  const left = character.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  if (left === '') return foldsToNothing;
  // Marks that stay are put into an order; a sigma is another one at the end of a word.
  if (/\p{M}|\u03a3/u.test(left)) return needsContext;
  const [token = '', ...others] = searchWords(character);
  if (token === '') return endsToken;
  return others.length === 0 && left.length === 1 && token.length === 1 ? token.charCodeAt(0) : needsContext;
}
