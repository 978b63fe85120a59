import { approximationWords, comparisonPhrases, comparisons, orOlderPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** What a COE of category A allows: the size of the engine in cc, and the power of an engine in kW and in hp. */
const categoryA = { cc: 1_600, kw: 97, hp: 131 } as const;
const ccPerLitre = 1_000;
type Measure = keyof typeof categoryA;

const unitOfWord: Readonly<Record<string, Measure | 'litres'>> = {
  cc: 'cc',
  l: 'litres',
  litre: 'litres',
  litres: 'litres',
  liter: 'litres',
  kw: 'kw',
  hp: 'hp',
  bhp: 'hp',
  ps: 'hp',
  horsepower: 'hp',
};
const behindPhrases = [
  ...orOlderPhrases,
  'or less',
  'and less',
  'or lower',
  'and lower',
  'or smaller',
  'and smaller',
  'and under',
  'or under',
  'max',
  'maximum',
];
const engineWords = ['engine', 'engine size', 'engine capacity', 'capacity', 'displacement'];

/**
 * Reads an upper bound for the size or the power of an engine: `1.6 and below`, `below 1600cc`, `under 130hp`. No facet has
 * these figures, but the COE of category A bounds both. Other sizes are words of descriptions, or are not used.
 */
export function readEngineAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, engineWords);
  const comparison = findLongestPhrase(tokens, subject?.next ?? at, comparisonPhrases);
  const from = comparison?.next ?? subject?.next ?? at;
  const [, digits, ownUnit] = /^(\d(?:\.\d)?|\d,?\d{3}|\d{2,3})(cc|l|kw|b?hp|ps)?$/.exec(tokens[from]?.low ?? '') ?? [];
  if (digits === undefined) return null;
  const wordUnit = ownUnit ?? tokens[from + 1]?.low ?? '';
  const named = Object.hasOwn(unitOfWord, wordUnit) ? unitOfWord[wordUnit] : undefined;
  const isLitres = named === undefined && /^\d\.\d$/.test(digits);
  const unit = named ?? (isLitres ? 'litres' : undefined);
  let next = named !== undefined && ownUnit === undefined ? from + 2 : from + 1;
  if (unit === undefined) return null;
  const behind = findLongestPhrase(tokens, next, behindPhrases);
  if (behind !== null) next = behind.next;
  const isUpper = behind !== null || (comparison !== null && comparisons[comparison.phrase]?.side === 'max');
  next = findLongestPhrase(tokens, next, engineWords)?.next ?? next;
  const value = Number(digits.replace(',', '')) * (unit === 'litres' ? ccPerLitre : 1);
  const measure = unit === 'litres' ? 'cc' : unit;
  const isLower = comparison !== null && !isUpper && comparisons[comparison.phrase]?.side === 'min';
  // The most powerful cars come first.
  if (isLower && measure !== 'cc') return { next, filters: [{ name: 'sort', value: '-power' }] };
  // Without a bound, `2.0` and `1.5l` are words of a title.
  if (!isUpper && named !== 'cc') return measure === 'cc' ? null : { next, filters: [], words: 'dropped' };
  if (value > categoryA[measure]) return { next, filters: [], words: 'dropped' };
  return { next, filters: [{ name: 'coeCategory', value: 'A' }], note: 'engine size' };
}

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
    implied: fuels.map((value) => ({ name: 'fuel', value })),
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
