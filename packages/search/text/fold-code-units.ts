import { searchWords } from '@carhouse/domain/text/search-words';

/** A result of `foldCodeUnit` that is no code unit: the character ends a token. */
export const tokenEndUnit = 0;
/** A result of `foldCodeUnit` that is no code unit: the character is removed, because it is an accent. */
export const removedUnit = 1;
/**
 * A result of `foldCodeUnit` that is no code unit: the character cannot be folded alone, because it becomes several
 * characters or depends on its neighbours.
 */
export const contextDependentUnit = 2;
const unknownUnit = 0xffff;

/** A cache of the folded units. Control characters separate tokens; all other units are folded as by `searchWords`. */
const foldedUnits = new Uint16Array(65_536).fill(unknownUnit);

/**
 * Folds a code unit. The result is the unit in lower case without an accent, or one of the three constants above. No
 * token contains a control character, so the constants differ from all folded code units.
 */
export function foldCodeUnit(unit: number): number {
  const foldedUnit = foldedUnits[unit] as number;
  if (foldedUnit !== unknownUnit) return foldedUnit;
  const foldedCode = computeFold(unit);
  foldedUnits[unit] = foldedCode;
  return foldedCode;
}

function computeFold(unit: number): number {
  if (unit < 32 || (unit >= 127 && unit < 160)) return tokenEndUnit;
  if (unit === 0xfe0f) return unit;
  // The surrogates of most emoji remain unchanged. Other surrogate pairs may be letters.
  if (unit === 0xd83d || (unit >= 0xdc00 && unit <= 0xdfff)) return unit;
  if (unit >= 0xd800 && unit <= 0xdbff) return contextDependentUnit;
  const character = String.fromCharCode(unit);
  const unaccentedText = character.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  if (unaccentedText === '') return removedUnit;
  // Combining marks are reordered by normalisation; a final sigma depends on its position.
  if (/\p{M}|\u03a3/u.test(unaccentedText)) return contextDependentUnit;
  const [token = '', ...others] = searchWords(character);
  if (token === '') return tokenEndUnit;
  return others.length === 0 && unaccentedText.length === 1 && token.length === 1
    ? token.charCodeAt(0)
    : contextDependentUnit;
}
