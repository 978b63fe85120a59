/** The words before and after numbers and their meanings. number-phrases.ts reads these phrases. */

export type BoundSide = 'min' | 'max';
export type NumberSubject = 'Price' | 'Mileage' | 'Depreciation' | 'Year' | 'CoeMonths';

/**
 * A comparison in words. `strict` means that the bound itself is excluded, as in `after 2018`. When `years` is true,
 * the comparison is used with years only.
 */
export type BoundComparison = { readonly side: BoundSide; readonly strict?: true; readonly years?: true };

export const comparisons: Readonly<Record<string, BoundComparison>> = {
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
  'nothing above': { side: 'max' },
  'nothing over': { side: 'max' },
  'nothing more than': { side: 'max' },
  'nothing below': { side: 'min' },
  'nothing under': { side: 'min' },
  sub: { side: 'max' },
  'not exceeding': { side: 'max' },
  'not exceed': { side: 'max' },
  'not above': { side: 'max' },
  'cheaper then': { side: 'max' },
  'less then': { side: 'max' },
  lesser: { side: 'max' },
  'lesser than': { side: 'max' },
  'max of': { side: 'max' },
  'maximum of': { side: 'max' },
  'not beyond': { side: 'max' },
  'fewer than': { side: 'max' },
  '<': { side: 'max' },
  '<=': { side: 'max' },
  '≤': { side: 'max' },
  over: { side: 'min' },
  above: { side: 'min' },
  'more than': { side: 'min' },
  'higher than': { side: 'min' },
  'more then': { side: 'min' },
  'greater than': { side: 'min' },
  'minimum of': { side: 'min' },
  'not less than': { side: 'min' },
  'no less than': { side: 'min' },
  min: { side: 'min' },
  minimum: { side: 'min' },
  'at least': { side: 'min' },
  from: { side: 'min' },
  'starting from': { side: 'min' },
  '>': { side: 'min' },
  '>=': { side: 'min' },
  '≥': { side: 'min' },
  post: { side: 'min', years: true, strict: true },
  pre: { side: 'max', years: true, strict: true },
  since: { side: 'min', years: true },
  after: { side: 'min', years: true, strict: true },
  'later than': { side: 'min', years: true, strict: true },
  'newer then': { side: 'min', years: true, strict: true },
  'newer than': { side: 'min', years: true, strict: true },
  'not older than': { side: 'min', years: true },
  before: { side: 'max', years: true, strict: true },
  'older than': { side: 'max', years: true, strict: true },
  until: { side: 'max', years: true },
  till: { side: 'max', years: true },
};
export const comparisonPhrases = Object.keys(comparisons);
/** Comparisons that suit a price as well as a year. Four digits after such a comparison are therefore ambiguous. */
export const ambiguousComparisons = new Set(
  comparisonPhrases.filter((phrase) => phrase !== 'from' && comparisons[phrase]?.years !== true),
);

export const subjectByPhrase: Readonly<Record<string, NumberSubject>> = {
  price: 'Price',
  priced: 'Price',
  'price range': 'Price',
  cost: 'Price',
  costing: 'Price',
  budget: 'Price',
  'budget of': 'Price',
  'budget is': 'Price',
  'my budget is': 'Price',
  'budget range': 'Price',
  mileage: 'Mileage',
  odometer: 'Mileage',
  odo: 'Mileage',
  clock: 'Mileage',
  clocked: 'Mileage',
  driven: 'Mileage',
  km: 'Mileage',
  'annual depreciation': 'Depreciation',
  'annual depre': 'Depreciation',
  'yearly depreciation': 'Depreciation',
  'depreciation of': 'Depreciation',
  'depre of': 'Depreciation',
  depre: 'Depreciation',
  dep: 'Depreciation',
  depreciation: 'Depreciation',
  year: 'Year',
  reg: 'Year',
  registered: 'Year',
  'registered in': 'Year',
  'reg year': 'Year',
  'year of': 'Year',
  'made in': 'Year',
  'built in': 'Year',
  manufactured: 'Year',
  coe: 'CoeMonths',
  'coe left': 'CoeMonths',
  'coe remaining': 'CoeMonths',
  'coe balance': 'CoeMonths',
  'remaining coe': 'CoeMonths',
  'balance coe': 'CoeMonths',
  'coe of': 'CoeMonths',
  'coe with': 'CoeMonths',
};
export const subjectPhrases = Object.keys(subjectByPhrase);
export const subjectsBySuffix: Readonly<Record<string, NumberSubject>> = {
  mileage: 'Mileage',
  milage: 'Mileage',
  'km mileage': 'Mileage',
  'on the clock': 'Mileage',
  depre: 'Depreciation',
  dep: 'Depreciation',
  depreciation: 'Depreciation',
  'annual depreciation': 'Depreciation',
  'annual depre': 'Depreciation',
  'depre per year': 'Depreciation',
  'depreciation per year': 'Depreciation',
  'depre a year': 'Depreciation',
  'depreciation a year': 'Depreciation',
  'a year': 'Depreciation',
  'a year depreciation': 'Depreciation',
  'per year depreciation': 'Depreciation',
  'per year': 'Depreciation',
  'per annum': 'Depreciation',
  '/yr': 'Depreciation',
  '/year': 'Depreciation',
  '/ year': 'Depreciation',
  coe: 'CoeMonths',
  'coe left': 'CoeMonths',
  'coe balance': 'CoeMonths',
  'of coe': 'CoeMonths',
  'of coe left': 'CoeMonths',
  'of coe remaining': 'CoeMonths',
  'more coe': 'CoeMonths',
  'left coe': 'CoeMonths',
  'left on coe': 'CoeMonths',
  'left on the coe': 'CoeMonths',
  'remaining coe': 'CoeMonths',
  'balance coe': 'CoeMonths',
  'coe remaining': 'CoeMonths',
  left: 'CoeMonths',
  remaining: 'CoeMonths',
  balance: 'CoeMonths',
};
export const suffixPhrases = Object.keys(subjectsBySuffix);

/** Words near an amount which show that the amount is an instalment. No listing has instalments. */
export const instalmentPhrases = [
  'a month',
  'per month',
  'monthly',
  '/month',
  '/mth',
  '/ month',
  'every month',
  'pm',
  'p/m',
  'mthly',
];
/**
 * Words near an amount which show that the amount is a downpayment: the part of the price that is paid first. No
 * listing has a downpayment.
 */
export const downpaymentPhrases = ['downpayment', 'down payment', 'deposit'];
/** Words after an amount that is paid first: `20k down`, `20k cash upfront`. */
export const wordsBehindDownpayment = [
  ...downpaymentPhrases,
  'for downpayment',
  'for down payment',
  'for deposit',
  'as downpayment',
  'as deposit',
  'down',
  'cash down',
  'upfront',
  'up front',
  'cash upfront',
  'upfront cash',
  'first payment',
  'dp',
];
export const approximationWords = [
  'around',
  'about',
  'approximately',
  'approx',
  'roughly',
  'near',
  'close to',
  '~',
  'circa',
  'ard',
  'arnd',
  'abt',
];
/** Words after an approximate amount: `80k or so`. */
export const approximationSuffixes = [
  'ish',
  'or so',
  'plus minus',
  '+-',
  '+/-',
  'give or take',
  'more or less',
  'thereabouts',
  'or thereabouts',
  'region',
];
/** How far an approximate range extends on each side, as a share of the number. */
export const approximationShare = 0.1;

/**
 * All words of the phrases that state a number. These words are not corrected, and mistyped words may be corrected to
 * them.
 */
export const wordsOfNumberPhrases: ReadonlySet<string> = new Set(
  [
    ...comparisonPhrases,
    ...subjectPhrases,
    ...suffixPhrases,
    ...instalmentPhrases,
    ...downpaymentPhrases,
    ...approximationWords,
    'between kilometres kilometers thousand million dollars bucks months years seater seaters newer later older onwards onward earlier and till until expiring expires expire expiry ends end ending valid lasts onwards next',
  ].flatMap((phrase) => phrase.split(' ')),
);

export const orNewerPhrases = [
  'or newer',
  'or after',
  'and after',
  'or onwards',
  'and onwards',
  'or more recent',
  'n above',
  '& above',
  'or up',
  'or later',
  'or above',
  'and newer',
  'and above',
  'and later',
  'and up',
  'onwards',
  'onward',
];
export const orOlderPhrases = ['or older', 'or earlier', 'and older', 'and earlier', 'or below', 'and below'];
