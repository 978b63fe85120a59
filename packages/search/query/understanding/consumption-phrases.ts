import { approximationWords, comparisonPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Reads a consumption: `20km/l`, `15 km per litre`, `5l/100km`. */
export function readConsumptionAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, ['fuel consumption', 'consumption', 'fc', 'fuel economy', 'mileage']);
  const comparison = findLongestPhrase(tokens, subject?.next ?? at, [...comparisonPhrases, ...approximationWords]);
  const from = comparison?.next ?? subject?.next ?? at;
  const word = tokens[from]?.low ?? '';
  const next = /^\d{1,2}(?:\.\d)?(?:kms?\/(?:l|litre|liter)|kmpl|kpl|l\/100km)$/.test(word)
    ? from + 1
    : /^\d{1,2}(?:\.\d)?$/.test(word)
      ? findLongestPhrase(tokens, from + 1, consumptionUnits)?.next
      : /^\d{1,2}(?:\.\d)?km$/.test(word)
        ? findLongestPhrase(tokens, from + 1, [
            'per litre',
            'per liter',
            'a litre',
            'to a litre',
            '/ l',
            '/l',
            'one litre',
            '1 litre',
          ])?.next
        : undefined;
  if (next === undefined) return null;
  const fuels = ['hybrid', 'plug-in hybrid', 'electric'] as const;
  return {
    next,
    filters: [],
    words: 'ignored',
    impliedFilters: fuels.map((value) => ({ name: 'fuel', value })),
    note: 'consumption',
  };
}

const consumptionUnits = [
  'km/l',
  'km per litre',
  'km per liter',
  'km a litre',
  'kilometres per litre',
  'km / l',
  'kmpl',
  'l/100km',
  'litres per 100km',
];
