import type { Vocabulary } from '../../text/vocabulary.ts';
import { type Amount, isYear, readAmountAt } from './amounts.ts';
import { isOfYear, isYearOfCoe, makeYearMatch } from './number-phrases.ts';
import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/**
 * Reads `2008` as a year unless it is the name of a model. When the text names brands, only the models of these brands
 * are considered. When it names no brand, the models of all brands are considered.
 */
export function readYearAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): PhraseMatch | null {
  const models = vocabulary.findBrandsWithModelToken(tokens[at]?.name ?? '');
  const mayBeModel = brands.size === 0 ? models.size > 0 : [...models].some((brand) => brands.has(brand));
  return mayBeModel ? null : findBareYear(tokens, at);
}

/** Reads a year without further words. */
function findBareYear(tokens: readonly Token[], at: number): PhraseMatch | null {
  const bareYear = readYearAloneAt(tokens, at);
  return bareYear !== null && isYearOfCoe(tokens, at, bareYear) ? null : bareYear;
}

function readYearAloneAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const amount = readAmountAt(tokens, at);
  if (amount === null || !isYear(amount) || amount.value < 1990 || amount.next !== at + 1) return null;
  // When `under 2015` was not understood, `2015` must not be read as a year without `under`.
  if (
    /^(?:under|below|than|max|maximum|upto|to|till|until|within|most|over|above|min|minimum|least|[<>≤≥]=?)$/.test(
      tokens[at - 1]?.low ?? '',
    )
  ) {
    return null;
  }
  const isApart = tokens[amount.next - 1]?.isBeforeComma === true;
  const noun = tokens[amount.next]?.low ?? '';
  const belongsToNoun =
    /^(?:cc|kg|nm|b?hp|ps|units?|of)$/.test(noun) || (noun === 'mileage' && !isOfNext(tokens, amount));
  if (!isApart && belongsToNoun) return null;
  return makeYearMatch(amount, amount.next);
}

/** Whether the mileage after a year has a number of its own: `2020 mileage under 60k`. */
function isOfNext(tokens: readonly Token[], amount: Amount): boolean {
  return isOfYear(tokens, amount, { phrase: 'mileage', next: amount.next + 1 });
}
