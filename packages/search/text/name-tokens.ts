import { findMakeName, listMakeAliases, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { searchWords } from '@carhouse/domain/text/search-words';
import { listTokensWithJoins, splitToken } from './compound-tokens.ts';

/**
 * The tokens of a brand: the tokens of its name, of its usual make name and of its short names, and its whole name
 * joined into one token.
 */
export function makeBrandTokens(brand: string): readonly string[] {
  const key = makeKey(brand);
  const nameTokens = searchWords(brand);
  const tokensOfMake = searchWords(findMakeName(key) ?? '');
  return [...nameTokens, nameTokens.join(''), ...tokensOfMake, tokensOfMake.join(''), ...listMakeAliases(key)];
}

/**
 * The tokens of a model or a variant, including parts and joined forms: `CX-5` gives `cx`, `5` and `cx5`; `320i` also
 * gives `320` and `i`.
 */
export function makeModelTokens(text: string): readonly string[] {
  const { tokens, tokenJoins: joins } = listTokensWithJoins(text);
  return [...tokens, ...joins.map((join) => join.token), ...tokens.flatMap(splitToken), tokens.slice(0, 2).join('')];
}
