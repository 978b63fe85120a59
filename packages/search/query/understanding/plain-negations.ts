import { countNegationWords } from '@carhouse/domain/text/exclusion-words';
import type { PhraseMatch } from './phrase-match.ts';
import { makePhraseFinder, type Token } from './tokens.ts';

/** Replaces each negated verb by the token `not`: `isn't`, `is not`, `won't be`, `doesn't have`. */
export function replaceNegations(tokens: readonly Token[]): readonly Token[] {
  const words = tokens.map(({ low }) => low);
  const plainTokens: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const priceEnd = findEndOfModestPrice(words, at);
    const [count, token] = [priceEnd === null ? countNegationWords(words, at) : 1, tokens[at]];
    if (token === undefined) break;
    if (priceEnd !== null) {
      plainTokens.push({ ...token, low: 'not', name: 'not' }, ...tokens.slice(at + 1, priceEnd - 1));
      const priceToken = tokens[priceEnd - 1] ?? token;
      plainTokens.push({ ...priceToken, low: 'expensive', name: 'expensive' });
      at = priceEnd;
      continue;
    }
    const last = tokens[at + count - 1] ?? token;
    plainTokens.push(
      count === 0 ? token : { from: token.from, to: last.to, low: 'not', name: 'not', ...copyComma(last) },
    );
    at += Math.max(1, count);
  }
  return plainTokens;
}

/** The index after a phrase such as `dun so ex`, which means `not so expensive`; null for another phrase. */
function findEndOfModestPrice(words: readonly string[], at: number): number | null {
  if (!/^(?:dun|dunt|dont|don't|not|no|doesnt|doesn't|isnt|isn't)$/.test(words[at] ?? '')) return null;
  const degreeAt = /^(?:be|want|wan)$/.test(words[at + 1] ?? '') ? at + 2 : at + 1;
  if (!/^(?:so|too|very|that)$/.test(words[degreeAt] ?? '')) return null;
  return degreeAt === at + 1 && /^(?:ex|exp|expensive|pricey)$/.test(words[degreeAt + 1] ?? '') ? degreeAt + 2 : null;
}

function copyComma({ isBeforeComma }: Token): Pick<Token, 'isBeforeComma'> {
  return isBeforeComma === true ? { isBeforeComma } : {};
}

const negatedVerbs: readonly string[] =
  "doesn't|doesnt|does not|don't|dont|do not|dun|don|needn't|neednt|need not|no need|not|isn't|isnt|no must|not a must".split(
    '|',
  );
/** Phrases before something that the buyer allows and does not ask for. */
const findAllowance = makePhraseFinder([
  ...negatedVerbs.flatMap((verb) =>
    ['have to be', 'need to be', 'needs to be', 'must be', 'necessarily', 'necessarily be', 'to be'].map(
      (obligation) => `${verb} ${obligation}`,
    ),
  ),
  "needn't be",
  'neednt be',
  'need not be',
  'no need be',
  'dont need be',
  "don't need be",
  ...['mind', 'care if', 'care if it is'].flatMap((verb) =>
    ["don't", 'dont', 'do not', 'dun', 'wont', "won't", "wouldn't", 'wouldnt', 'would not'].map(
      (negation) => `${negation} ${verb}`,
    ),
  ),
  'ok with',
  'okay with',
  'open to',
  'no problem with',
  'not fussy about',
  'not picky about',
  'not particular about',
]);
/** Phrases after something that the buyer allows. */
const findTrailingAllowance = makePhraseFinder(
  "is optional|optional|not a must|no must|also can|also ok|is ok|is okay|is fine|also fine|doesn't matter|doesnt matter|does not matter|dont matter|don't matter|no preference|not important|is not important|never mind|nvm".split(
    '|',
  ),
);
const fillersOfAllowances: ReadonlySet<string> = new Set(['a', 'an', 'the', 'any', 'in', 'it', 'is']);

/**
 * Reads something that the buyer allows and does not ask for: `doesn't have to be white`, `need not be new`, `colour
 * doesn't matter`. Such a phrase excludes no car.
 *
 * @param readAt reads the phrase at a token
 */
export function readAllowanceAt(
  tokens: readonly Token[],
  at: number,
  readAt: (from: number) => PhraseMatch | null,
): PhraseMatch | null {
  const allowance = findAllowance(tokens, at);
  if (allowance !== null) {
    let from = allowance.next;
    while (fillersOfAllowances.has(tokens[from]?.low ?? '')) from += 1;
    return { next: findEndOfAllowed(tokens, from, readAt), filters: [], words: 'ignored' };
  }
  const allowedMatch = readAt(at);
  const next = allowedMatch?.next ?? at + 1;
  const trailingAllowance = findTrailingAllowance(tokens, next);
  if (trailingAllowance === null || (allowedMatch !== null && isBound(allowedMatch))) return null;
  return { next: trailingAllowance.next, filters: [], words: 'ignored' };
}

/** The index after the allowed things: `white`, `white or silver`. */
function findEndOfAllowed(tokens: readonly Token[], at: number, readAt: (from: number) => PhraseMatch | null): number {
  let next = Math.min(readAt(at)?.next ?? at + 1, tokens.length);
  while (/^(?:or|nor)$/.test(tokens[next]?.low ?? '') && next + 1 < tokens.length)
    next = readAt(next + 1)?.next ?? next + 2;
  return Math.min(next, tokens.length);
}

/** Whether a match is a bound: in `below 80k is ok` the price is asked for. */
function isBound({ filters }: PhraseMatch): boolean {
  return filters.some(({ name }) => /^m(?:in|ax)[A-Z]/.test(name));
}
