import type { Vocabulary } from '../../text/vocabulary.ts';
import type { Filter } from './phrase-match.ts';
import { readTokens } from './tokens.ts';
import { findTradePhrase } from './trade-phrases.ts';

/** The kinds of car that are nearest to a kind, as phrases of the trade, for cars of a make that has none of the kind. */
const nearestKinds: readonly (readonly [body: RegExp, phrases: readonly string[]])[] = [
  [/convertible|cabrio|roadster|spider/i, ['coupe']],
  [/coup/i, ['convertible']],
  [/estate|wagon/i, ['mpv', 'suv']],
  [/mpv|people carrier|minivan/i, ['suv', 'wagon']],
  [/suv|sports? utility|crossover/i, ['wagon', 'mpv']],
  [/hatch/i, ['sedan']],
  [/saloon|sedan/i, ['liftback', 'hatchback']],
  [/liftback/i, ['sedan']],
];

/** The bodies on sale that are nearest to the bodies of a search, without these. */
export function findSimilarBodies(filters: readonly Filter[], vocabulary: Vocabulary): readonly Filter[] {
  const asked = filters.flatMap(({ name, value }) => (name === 'body' ? [value] : []));
  const phrases = asked.flatMap((value) => nearestKinds.find(([body]) => body.test(value))?.[1] ?? []);
  const bodies = [...new Set(phrases)]
    .flatMap((phrase) => findTradePhrase(readTokens(phrase), 0, vocabulary)?.filters ?? [])
    .flatMap(({ name, value }) => (name === 'body' && vocabulary.isOnSale('body', value) ? [value] : []));
  return [...new Set(bodies)]
    .filter((value) => !asked.includes(value))
    .map((value): Filter => ({ name: 'body', value }));
}
