import { type Amount, amountAt, isYear } from './amounts.ts';
import type { Filter, Match } from './phrase-match.ts';
import { longestAt, type Token } from './tokens.ts';

type Side = 'min' | 'max';
type Subject = 'Price' | 'Mileage' | 'Depreciation' | 'Year' | 'CoeMonths';

/** A comparison in words. `strict`: the bound is excluded, as in `after 2018`. `years`: used with years only. */
type Comparison = { readonly side: Side; readonly strict?: true; readonly years?: true };

const comparisons: Readonly<Record<string, Comparison>> = {
  under: { side: 'max' },
  below: { side: 'max' },
  'less than': { side: 'max' },
  'lower than': { side: 'max' },
  'cheaper than': { side: 'max' },
  max: { side: 'max' },
  maximum: { side: 'max' },
  'up to': { side: 'max' },
  upto: { side: 'max' },
  within: { side: 'max' },
  'at most': { side: 'max' },
  'not more than': { side: 'max' },
  'no more than': { side: 'max' },
  'not over': { side: 'max' },
  '<': { side: 'max' },
  '<=': { side: 'max' },
  '≤': { side: 'max' },
  over: { side: 'min' },
  above: { side: 'min' },
  'more than': { side: 'min' },
  'higher than': { side: 'min' },
  min: { side: 'min' },
  minimum: { side: 'min' },
  'at least': { side: 'min' },
  from: { side: 'min' },
  'starting from': { side: 'min' },
  '>': { side: 'min' },
  '>=': { side: 'min' },
  '≥': { side: 'min' },
  since: { side: 'min', years: true },
  after: { side: 'min', years: true, strict: true },
  'newer than': { side: 'min', years: true, strict: true },
  'not older than': { side: 'min', years: true },
  before: { side: 'max', years: true, strict: true },
  'older than': { side: 'max', years: true, strict: true },
  until: { side: 'max', years: true },
  till: { side: 'max', years: true },
};
const comparisonPhrases = Object.keys(comparisons);
/** Comparisons that fit a price as well as a year: four bare digits after them are ambiguous. */
const vague = new Set(comparisonPhrases.filter((phrase) => phrase !== 'from' && comparisons[phrase]?.years !== true));

const subjects: Readonly<Record<string, Subject>> = {
  price: 'Price',
  priced: 'Price',
  budget: 'Price',
  'budget of': 'Price',
  mileage: 'Mileage',
  odometer: 'Mileage',
  depre: 'Depreciation',
  dep: 'Depreciation',
  depreciation: 'Depreciation',
  year: 'Year',
  coe: 'CoeMonths',
  'coe left': 'CoeMonths',
};
const subjectPhrases = Object.keys(subjects);
const suffixes: Readonly<Record<string, Subject>> = {
  mileage: 'Mileage',
  'km mileage': 'Mileage',
  depre: 'Depreciation',
  depreciation: 'Depreciation',
  'a year': 'Depreciation',
  'per year': 'Depreciation',
  '/yr': 'Depreciation',
  '/year': 'Depreciation',
  coe: 'CoeMonths',
  'coe left': 'CoeMonths',
  'of coe': 'CoeMonths',
  'of coe left': 'CoeMonths',
  'coe remaining': 'CoeMonths',
};
const suffixPhrases = Object.keys(suffixes);

const orNewer = [
  'or newer',
  'or later',
  'or above',
  'and newer',
  'and above',
  'and later',
  'and up',
  'onwards',
  'onward',
];
const orOlder = ['or older', 'or earlier', 'and older', 'and earlier', 'or below', 'and below'];

/** Bounds of a number: `under 150k`, `between 2015 and 2018`, `5 years coe left`, `2019 or newer`. */
export function numbersAt(tokens: readonly Token[], at: number): Match | null {
  const found = rangeAt(tokens, at) ?? boundAt(tokens, at) ?? yearSideAt(tokens, at);
  return found !== null && isOfCoe(tokens, at, found) ? null : found;
}

/** Whether a year belongs to the COE: in `coe till 2030` it is not the year of purchase. */
function isOfCoe(tokens: readonly Token[], at: number, { filters }: Match): boolean {
  return filters.some(({ name }) => name.endsWith('Year')) && [1, 2].some((back) => tokens[at - back]?.low === 'coe');
}

function boundAt(tokens: readonly Token[], at: number): Match | null {
  const subject = longestAt(tokens, at, subjectPhrases);
  const compared = longestAt(tokens, subject?.next ?? at, comparisonPhrases);
  const amount = amountAt(tokens, compared?.next ?? subject?.next ?? at);
  if (amount === null) return null;
  const suffix = longestAt(tokens, amount.next, suffixPhrases);
  const said = subject === null ? (suffix === null ? null : suffixes[suffix.phrase]) : subjects[subject.phrase];
  const next = suffix !== null && (said === suffixes[suffix.phrase] || subject === null) ? suffix.next : amount.next;
  const comparison = compared === null ? undefined : comparisons[compared.phrase];
  const of = kindOf(amount, said ?? null);
  if (tokens[next]?.low === 'old' && amount.unit === 'years' && said === null && comparison !== undefined) {
    return { next: next + 1, filters: [{ name: `${comparison.side}YearsOfUse`, value: String(amount.value) }] };
  }
  if (of === null) return null;
  if (of === 'Year') {
    if (comparison === undefined) return subject === null ? null : yearOf(amount, next);
    if (compared !== null && vague.has(compared.phrase) && said !== 'Year') return null;
    return { next, filters: [bound(comparison, 'Year', amount)] };
  }
  if (comparison?.years === true) return null;
  if (comparison !== undefined) return { next, filters: [bound(comparison, of, amount)] };
  if (amount.orMore) return { next, filters: [bound({ side: 'min' }, of, amount)] };
  // Without a comparison, only these subjects imply a side.
  if (of === 'CoeMonths') return { next, filters: [bound({ side: 'min' }, of, amount)] };
  if (subject?.phrase.startsWith('budget') === true || (of === 'Price' && amount.money)) {
    return { next, filters: [bound({ side: 'max' }, of, amount)] };
  }
  return null;
}

/** Maximum length of a text with two numbers and a dash between them. */
const longestRange = 60;

function rangeAt(tokens: readonly Token[], at: number): Match | null {
  const subject = longestAt(tokens, at, subjectPhrases);
  let from = subject?.next ?? at;
  const opened = longestAt(tokens, from, ['between', 'from']);
  from = opened?.next ?? from;
  const word = tokens[from]?.low ?? '';
  const split = word.length > longestRange ? null : /^(.*\d[a-z]*)-(\$?\d.*)$/.exec(word);
  const single =
    split === null ? null : [split[1], split[2]].map((low) => ({ from: 0, to: 0, name: '', low: low ?? '' }));
  const low = amountAt(single ?? tokens, single === null ? from : 0);
  if (low === null) return null;
  const joint = single === null ? longestAt(tokens, low.next, ['and', 'to', '-', 'till']) : null;
  if (single === null && joint === null) return null;
  if (joint?.phrase === 'and' && opened?.phrase !== 'between') return null;
  // The words after the second number may belong to the first as well, so both are read together.
  const high =
    single === null ? amountAt(tokens, joint?.next ?? 0) : amountAt([...single, ...tokens.slice(from + 1)], 1);
  if (high === null) return null;
  const after = single === null ? high.next : from + high.next - 1;
  const suffix = longestAt(tokens, after, suffixPhrases);
  const said =
    subject === null
      ? suffix === null
        ? null
        : (suffixes[suffix.phrase] ?? null)
      : (subjects[subject.phrase] ?? null);
  const lowest =
    low.scale === 1 && low.value < 1000 && high.scale > 1 ? { ...low, value: low.value * high.scale } : low;
  const of = kindOf(high, said);
  if (of === null || lowest.value > high.value) return null;
  if ((of === 'Year') !== isYear(low)) return null;
  // `2008 to 3008` may be two models.
  if (of === 'Price' && !high.money && !high.large && opened === null && said === null) return null;
  const next = suffix !== null && suffixes[suffix.phrase] === of ? suffix.next : after;
  const unit = low.unit ?? high.unit;
  return { next, filters: [bound({ side: 'min' }, of, { ...lowest, unit }), bound({ side: 'max' }, of, high)] };
}

function yearSideAt(tokens: readonly Token[], at: number): Match | null {
  const amount = amountAt(tokens, at);
  if (amount === null || !isYear(amount)) return null;
  if (amount.orMore) return { next: amount.next, filters: [bound({ side: 'min' }, 'Year', amount)] };
  const newer = longestAt(tokens, amount.next, orNewer);
  if (newer !== null) return { next: newer.next, filters: [bound({ side: 'min' }, 'Year', amount)] };
  const older = longestAt(tokens, amount.next, orOlder);
  return older === null ? null : { next: older.next, filters: [bound({ side: 'max' }, 'Year', amount)] };
}

/** The quantity that a number measures; null when it is ambiguous. */
function kindOf(amount: Amount, said: Subject | null): Subject | null {
  const { unit, value } = amount;
  if (said === 'CoeMonths') return unit === 'years' || unit === 'months' ? 'CoeMonths' : null;
  if (unit === 'years' || unit === 'months') return null;
  if (unit === 'km' || said === 'Mileage') return value >= 1000 && !amount.money && said !== 'Price' ? 'Mileage' : null;
  if (said === 'Depreciation') return value >= 1000 ? said : null;
  if (said === 'Year') return isYear(amount) ? said : null;
  if (said === 'Price') return value >= 1000 ? said : null;
  if (isYear(amount)) return 'Year';
  return amount.money || value >= 1000 ? 'Price' : null;
}

function bound({ side, strict }: Comparison, of: Subject, amount: Amount): Filter {
  const value = of === 'CoeMonths' && amount.unit === 'years' ? amount.value * 12 : amount.value;
  const step = strict === true && of === 'Year' ? 1 : 0;
  return { name: `${side}${of}`, value: String(side === 'min' ? value + step : value - step) };
}

function yearOf(amount: Amount, next: number): Match {
  const value = String(amount.value);
  return {
    next,
    filters: [
      { name: 'minYear', value },
      { name: 'maxYear', value },
    ],
  };
}

/** A year on its own. The caller checks whether it may be the name of a model. */
export function bareYearAt(tokens: readonly Token[], at: number): Match | null {
  const found = yearAloneAt(tokens, at);
  return found !== null && isOfCoe(tokens, at, found) ? null : found;
}

function yearAloneAt(tokens: readonly Token[], at: number): Match | null {
  const amount = amountAt(tokens, at);
  if (amount === null || !isYear(amount) || amount.value < 1990 || amount.next !== at + 1) return null;
  // `under 2015` was not understood, so `2015` is not read as a year without `under`.
  if (
    /^(?:under|below|than|max|maximum|upto|to|till|until|within|most|over|above|min|minimum|least|[<>≤≥]=?)$/.test(
      tokens[at - 1]?.low ?? '',
    )
  ) {
    return null;
  }
  if (/^(?:cc|kg|nm|b?hp|ps|mileage|units?|of)$/.test(tokens[amount.next]?.low ?? '')) return null;
  return yearOf(amount, amount.next);
}
