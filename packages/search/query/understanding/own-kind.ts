import { findKindOfModel } from './alike.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { makePhraseFinder, type Token } from './tokens.ts';

/** Verbs before a kind of car that the buyer has, also without its owner: `sell van`, `trade in lorry`. */
const verbsOfKinds: readonly string[] =
  'sell|selling|sell off|sold|trade in|trading in|tradein|scrap|scrapping|upgrade from|upgrading from|downgrade from|downgrading from|downsize from|downsizing from|step up from|move up from|moving up from'.split(
    '|',
  );
const findPhraseBeforeKind = makePhraseFinder(
  verbsOfKinds.flatMap((verb) => [verb, ...['a', 'an', 'my', 'our', 'the'].map((word) => `${verb} ${word}`)]),
);
/** Words between a phrase such as `sell my` and the kind of car: `my old van`. */
const wordBeforeKindPattern = /^(?:old|current|existing|small|big|work|company|family)$/;

/**
 * Reads a car of the buyer that is named by its kind, or a van by its model: `sell my van`, `upgrade from hiace`. No
 * kind of car is larger or smaller than a van, so `upgrade from` is no comparison here.
 *
 * @param phrase the phrase before the car of the buyer, such as `my old`; null when there is none, or when it is too
 * common
 * @param readAt reads the phrase at a token
 */
export function readOwnKindAt(
  tokens: readonly Token[],
  at: number,
  phrase: { readonly phrase: string; readonly next: number } | null,
  readAt: (from: number) => PhraseMatch | null,
): PhraseMatch | null {
  const start = phrase ?? findPhraseBeforeKind(tokens, at);
  // `got sell van` asks for a van to buy, and `than my old van` is a comparison.
  if (start === null || /^(?:you|u|who|where|got|any|do|than|then|like|from|as)$/.test(tokens[at - 1]?.low ?? ''))
    return null;
  const from = wordBeforeKindPattern.test(tokens[start.next]?.low ?? '') ? start.next + 1 : start.next;
  const match = readAt(from);
  if (match === null || match.words !== undefined || match.isExclusion === true || match.filters.length === 0)
    return null;
  const hasOnlyBodies = match.filters.every(({ name }) => name === 'body');
  const model = match.filters.find(({ name }) => name === 'model');
  const isVan =
    phrase === null &&
    model !== undefined &&
    /^(?:van|lorry|pickup)$/.test(findKindOfModel(model.value, '').kind ?? '');
  if (!hasOnlyBodies && !isVan) return null;
  const typed = tokens.slice(from, match.next).map(({ low }) => low);
  return {
    next: match.next,
    filters: [],
    ownCarFilters: match.filters,
    ...(hasOnlyBodies ? { ownCarKind: makeKindName(typed.join(' ')) } : {}),
    ...findTopic(start.phrase),
  };
}

function makeKindName(typed: string): string {
  return /^(?:suv|mpv)s?$/.test(typed) ? typed.slice(0, 3).toUpperCase() : typed;
}

/** The topic of the site that a phrase such as `trade in my` asks about. */
export function findTopic(phrase: string): Pick<PhraseMatch, 'topic'> {
  if (phrase.startsWith('trad')) return { topic: 'trade-in' };
  return /^(?:sell|selling) /.test(phrase) ? { topic: 'selling' } : {};
}
