import { searchWords } from '@carhouse/domain/text/search-words';
import type { CommonWord } from '../text/text-match.ts';
import type { NamedValue, Vocabulary } from '../text/vocabulary.ts';

/** What somebody may be about to type; `count` cars are on offer. */
export type Suggestion = {
  readonly kind: 'brand' | 'model' | 'location' | 'word';
  readonly value: string;
  readonly text: string;
  readonly count: number;
};

/** Words of descriptions that begin as the one typed word does. */
type CommonWords = (start: string, most: number) => readonly CommonWord[];

const wordsMaximum = 8;
/** Words of descriptions are suggested from this many letters on, and so many at most. */
const wordStart = 3;
const commonMaximum = 3;
/** Words that are tried for a mistyped one. */
const nearMaximum = 20;

/**
 * What `suggestNames` finds and, where there is room, words of descriptions.
 */
export function suggest(
  typed: string,
  vocabulary: Vocabulary,
  limit: number,
  commonWords: CommonWords,
): readonly Suggestion[] {
  const names = suggestNames(typed, vocabulary, limit);
  const [word = '', ...others] = searchWords(typed);
  const room = Math.min(commonMaximum, limit - names.length);
  if (others.length > 0 || word.length < wordStart || room <= 0) return names;
  const common = commonWords(word, room);
  return [...names, ...common.map(({ word: text, count }) => ({ kind: 'word' as const, value: text, text, count }))];
}

/**
 * Brands, models and places in which every typed word is a word or its beginning: those that begin as it was typed first, then by
 * how many cars there are. A word that begins nothing is taken for the nearest ones.
 */
function suggestNames(typed: string, vocabulary: Vocabulary, limit: number): readonly Suggestion[] {
  const words = searchWords(typed).slice(0, wordsMaximum);
  if (words.length === 0) return [];
  const meant = words.map((word) => (vocabulary.hasStart(word) ? [word] : vocabulary.near(word).slice(0, nearMaximum)));
  // The longest word has the fewest values.
  const rarest = meant.reduce((best, each) => (lengthOf(each) > lengthOf(best) ? each : best));
  const start = words.join(' ');
  const found = new Map<NamedValue, number>();
  for (const word of rarest) {
    for (const value of vocabulary.startingWith(word)) {
      if (found.has(value) || !meant.every((spellings) => answers(value, spellings))) continue;
      found.set(value, value.beginnings.some((beginning) => beginning.startsWith(start)) ? 1 : 0);
    }
  }
  const best: NamedValue[] = [];
  const before = (a: NamedValue, b: NamedValue): number =>
    (found.get(b) ?? 0) - (found.get(a) ?? 0) || b.count - a.count || rank[a.facet] - rank[b.facet] || compare(a, b);
  for (const value of found.keys()) {
    const last = best[limit - 1];
    if (last !== undefined && before(last, value) <= 0) continue;
    let at = best.length;
    while (at > 0 && before(best[at - 1] as NamedValue, value) > 0) at -= 1;
    best.splice(at, 0, value);
    if (best.length > limit) best.pop();
  }
  return best.map(({ facet, value, text, count }) => ({ kind: facet as Suggestion['kind'], value, text, count }));
}

const rank: Readonly<Record<NamedValue['facet'], number>> = { brand: 0, model: 1, location: 2, body: 3, colour: 4 };

function compare(a: NamedValue, b: NamedValue): number {
  if (a.text === b.text) return 0;
  return a.text < b.text ? -1 : 1;
}

function lengthOf(spellings: readonly string[]): number {
  return spellings.length === 0 ? Number.POSITIVE_INFINITY : (spellings[0] ?? '').length / spellings.length;
}

function answers(value: NamedValue, spellings: readonly string[]): boolean {
  return spellings.some((spelling) => value.words.some((word) => word.startsWith(spelling)));
}
