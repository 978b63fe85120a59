import { kilowattsPerHorsepower } from '@carhouse/domain/car/power';
import { knownModels } from './known-models.ts';
import { approximationWords, type BoundSide, comparisonPhrases, comparisons, orOlderPhrases } from './number-words.ts';
import type { Filter, PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** A size in cc, by which a word is recognised as a unit. */
const typicalCc = 1_600;
const ccPerLitre = 1_000;
/** An engine of 1,998 cc is sold as 2.0 litres: a size in litres is rounded to a tenth of a litre. */
const halfTenthLitreCc = 50;
/** Engines of passenger cars have fewer litres. */
const litresMaximum = 10;

const unitsByWord = {
  cc: 'cc',
  l: 'litres',
  litre: 'litres',
  litres: 'litres',
  liter: 'litres',
  liters: 'litres',
  kw: 'kw',
  kilowatt: 'kw',
  kilowatts: 'kw',
  hp: 'hp',
  bhp: 'hp',
  ps: 'hp',
  horsepower: 'hp',
} as const;
type Unit = (typeof unitsByWord)[keyof typeof unitsByWord];

const belowPhrases: readonly string[] = [
  ...orOlderPhrases,
  ...'or less|and less|or lower|and lower|or smaller|and smaller|and under|or under|max|maximum'.split('|'),
];
const abovePhrases: readonly string[] =
  'and above|or above|and up|or up|or more|and more|or bigger|and bigger|or larger|and larger|min|minimum'.split('|');
const engineWords: readonly string[] =
  'engine|engines|engine size|engine capacity|capacity|displacement|engine power|power'.split('|');
/** Comparisons that leave out the number itself. */
const exclusiveComparisonPattern = /^(?:over|above|>|(?:more|higher|greater) th[ae]n)$/;
/** Words after which `1.6` is the size of an engine: `1.6 sedan`. */
const carKindPattern =
  /^(?:turbo(?:charged)?|litre|sedans?|saloons?|suvs?|mpvs?|hatch(?:back)?s?|wagons?|estates?|coup[eé]s?|cars?|auto|petrol|diesel|na|n\.a|engines?)$/;
/** Words between the size of an engine and the kind of car: `1.6 cat a sedan`, `2.0 turbo engine`. */
const engineKinds = ['turbo', 'cat a', 'cat b', 'category a', 'category b', 'na', 'n.a'];

/** A size or a power. The text does not state the unit of a number such as `1.6`. */
type Figure = { readonly value: number; readonly unit: Unit; readonly isUnitAssumed: boolean; readonly next: number };

/**
 * Reads bounds for the size or the power of an engine: `below 1500cc`, `above 2.0 litre`, `1.5 to 2.0l`, `2.0 engine`,
 * `at least 150bhp`, `1.4 tsi`. A power is used only when it has a bound.
 */
export function readEngineAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const unitFirstMatch = readUnitFirstAt(tokens, at);
  if (unitFirstMatch !== null) return unitFirstMatch;
  const subject = findLongestPhrase(tokens, at, engineWords);
  const from = subject?.next ?? at;
  const range = readRangeAt(tokens, from, subject !== null);
  if (range !== null) return range;
  const comparison = findLongestPhrase(tokens, from, [...comparisonPhrases, ...approximationWords]);
  const figure = readFigureAt(tokens, comparison?.next ?? from);
  // `1.6a` and `2.0t` state the gearbox or the turbo, too.
  if (figure === null)
    return comparison === null && subject === null && /^\d\.\d[at]$/.test(tokens[at]?.low ?? '')
      ? readEngineOfModelAt(tokens, at)
      : null;
  const belowPhrase = findLongestPhrase(tokens, figure.next, belowPhrases);
  const abovePhrase = findLongestPhrase(tokens, figure.next, abovePhrases);
  const indexAfter = belowPhrase?.next ?? abovePhrase?.next ?? figure.next;
  const engine = findLongestPhrase(tokens, indexAfter, engineWords);
  const next = engine?.next ?? indexAfter;
  const side =
    belowPhrase !== null ? 'max' : abovePhrase !== null ? 'min' : comparisons[comparison?.phrase ?? '']?.side;
  if (side !== undefined) {
    const isExclusive = abovePhrase === null && exclusiveComparisonPattern.test(comparison?.phrase ?? '');
    return { next, filters: [makeBound(side, figure, isExclusive)] };
  }
  if (!isSize(figure)) return { next, filters: [], words: 'dropped' };
  // A size such as `2.0` without a unit is a word of a title.
  const isNamed = !figure.isUnitAssumed || subject !== null || engine !== null;
  const kindIndex = findLongestPhrase(tokens, figure.next, engineKinds)?.next ?? figure.next;
  const isOfCar = [figure.next, kindIndex].some(
    (index) => carKindPattern.test(tokens[index]?.low ?? '') || knownModels.has(tokens[index]?.name ?? ''),
  );
  if (isNamed || isOfCar) return { next, filters: makeBounds(figure, figure) };
  return readBareSizeAt(tokens, at, figure);
}

/** Names of engines after their size: `1.4 tsi`. */
const engineNames = /^(?:t?fsi|tsi|t-?gdi|gdi|i-?vtec|vtec|vvt-?i|mivec|dohc|skyactiv(?:-g)?|ecoboost|puretech|tce)$/;
const dieselEngineNames = /^(?:tdi|cdi|crdi|crd|hdi|bluehdi|dci|d4d|tdci)$/;
/**
 * Words after which a number is no size of an engine: its unit, or a noun. `luxury` and the like are trims of a model.
 */
const otherUnits =
  /^(?:-?(?:years?|yrs?|months?|mths?|weeks?|days?|hours?|hrs?|min(?:ute)?s?|sec(?:ond)?s?)|s|k|m|km|kms|mil|mio|million|thousand|grand|lakh|percent|per-cent|%|stars?|out|tons?|tonnes?|kg|inch(?:es)?|"|metres?|meters?|cm|feet|ft|miles?|times|x|people|pax|persons?|seats?|seaters?|doors?|dr|owners?|kids|premium|luxury|elegance|executive|prestige|of|to|and|or|-|a|per|rating|rated|cat|cata|catb|category)$/;
/** Words before a number which show that it is no size of an engine. */
const wordsBeforeOtherNumbers =
  /^(?:budget|price|priced|costs?|around|about|coe|parf|omv|arf|depre|depreciation|mileage|rating|version|model|class|no|number|under|below|less|than|within|in|at|by|for)$/;
const litresOfCar = { min: 0.8, max: 6.9 };

/** Reads a size without a unit and without a kind of car beside it: `1.6 can`, `petrol 1.6`, `1.4 tsi`. */
function readBareSizeAt(tokens: readonly Token[], at: number, figure: Figure): PhraseMatch | null {
  const following = tokens[figure.next]?.low ?? '';
  const isName = engineNames.test(following);
  const isDiesel = dieselEngineNames.test(following);
  const isInRange = figure.value >= litresOfCar.min && figure.value <= litresOfCar.max;
  const isOther = otherUnits.test(following) || wordsBeforeOtherNumbers.test(tokens[at - 1]?.low ?? '');
  if (!isInRange || figure.next !== at + 1 || (isOther && !isName && !isDiesel)) return null;
  const diesel: readonly Filter[] = isDiesel ? [{ name: 'fuel', value: 'diesel' }] : [];
  return {
    next: isName || isDiesel ? figure.next + 1 : figure.next,
    filters: [...makeBounds(figure, figure), ...diesel],
  };
}

/** Engines of passenger cars have more litres. */
const litresMinimum = 0.6;

/** A size after the name of a model, and its gearbox or trim: `1.6a`, `1.5x`. */
export const modelSizePattern = /^(\d\.\d)([a-z]?)$/;

/** Reads the size of an engine after the name of a model: `2.0`, `1.5 or 2.0`, and `1.6a` with its gearbox. */
export function readEngineOfModelAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const first = readSizeOfModel(tokens, at);
  if (first === null) return null;
  const isJoined = /^(?:or|to|and|-|\/)$/.test(tokens[at + 1]?.low ?? '');
  const second = (isJoined ? readSizeOfModel(tokens, at + 2) : null) ?? first;
  const [low, high] = second.value < first.value ? [second, first] : [first, second];
  const transmission = first.letter === 'a' ? 'automatic' : first.letter === 'm' ? 'manual' : undefined;
  const gearboxFilters: readonly Filter[] =
    transmission === undefined ? [] : [{ name: 'transmission', value: transmission }];
  return { next: second.next, filters: [...makeBounds(low, high), ...gearboxFilters] };
}

function readSizeOfModel(tokens: readonly Token[], at: number): (Figure & { readonly letter: string }) | null {
  const [, digits = '', letter = ''] = modelSizePattern.exec(tokens[at]?.low ?? '') ?? [];
  const value = Number(digits);
  return value < litresMinimum ? null : { value, unit: 'litres', isUnitAssumed: true, next: at + 1, letter };
}

/** Words between a unit and its number, besides comparisons. */
const linksAfterUnit = [...comparisonPhrases, ...approximationWords, 'of', 'is', 'between'];
const numberAfterUnitPattern = /^\d{2,4}(?:-\d{2,4})?$/;

/** Reads a bound whose unit stands before it: `bhp > 200`, `cc below 1600`, `horsepower between 150 and 200`. */
function readUnitFirstAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const low = (index: number): string => tokens[index]?.low ?? '';
  const unit = tokens[at];
  const isUnit = findUnit(low(at), typicalCc) !== undefined && low(at) !== 'l';
  if (unit === undefined || !isUnit || unit.isBeforeComma === true || /^\d/.test(low(at - 1))) return null;
  const link = findLongestPhrase(tokens, at + 1, linksAfterUnit);
  const numberIndex = link?.next ?? at + 1;
  if (!numberAfterUnitPattern.test(low(numberIndex))) return null;
  const isJoined = /^(?:to|and|-)$/.test(low(numberIndex + 1)) && numberAfterUnitPattern.test(low(numberIndex + 2));
  const end =
    isJoined && (link?.phrase === 'between' || low(numberIndex + 1) !== 'and') ? numberIndex + 3 : numberIndex + 1;
  if (scaleWordPattern.test(low(end))) return null;
  const match = readEngineAt([...tokens.slice(at + 1, end), unit, ...tokens.slice(end)], 0);
  return match === null ? null : { ...match, next: at + match.next };
}

/** Reads two sizes or powers: `between 1500cc and 2000cc`, `1.5-2.0l`, `100 to 150 hp`. */
function readRangeAt(tokens: readonly Token[], at: number, isOfEngine: boolean): PhraseMatch | null {
  const from = findLongestPhrase(tokens, at, ['between', 'from'])?.next ?? at;
  const [first] = tokens.slice(from);
  if (first === undefined) return null;
  const dashIndex = first.low.indexOf('-');
  const [, digits, ownUnit] = figurePattern.exec(dashIndex < 0 ? first.low : first.low.slice(0, dashIndex)) ?? [];
  if (digits === undefined) return null;
  const nextWord = dashIndex < 0 && ownUnit === undefined ? (tokens[from + 1]?.low ?? '') : '';
  const lowUnit = findUnit(ownUnit ?? nextWord, parseDigits(digits));
  // In `1.5-2.0l` both sizes are one token.
  const jointIndex = ownUnit === undefined && lowUnit !== undefined ? from + 2 : from + 1;
  const highIndex =
    dashIndex < 0 ? findLongestPhrase(tokens, jointIndex, ['to', 'and', '-', 'till', 'or'])?.next : from;
  if (highIndex === undefined) return null;
  const highTokens = dashIndex < 0 ? tokens : tokens.with(from, { ...first, low: first.low.slice(dashIndex + 1) });
  const high = readFigureAt(highTokens, highIndex);
  const engine = high === null ? null : findLongestPhrase(tokens, high.next, engineWords);
  const areSizes = isSizeOfLitres(digits) && isSizeOfLitres(String(highTokens[highIndex]?.low));
  if (high === null || (high.isUnitAssumed && !isOfEngine && engine === null && !areSizes)) return null;
  const low: Figure = { ...high, value: parseDigits(digits), unit: lowUnit ?? high.unit };
  return isSize(low) === isSize(high) ? { next: engine?.next ?? high.next, filters: makeBounds(low, high) } : null;
}

/** Whether a number is a size in litres in any text: `1.5 to 2.0`. */
function isSizeOfLitres(number: string): boolean {
  return /^\d\.\d$/.test(number) && Number(number) >= litresMinimum;
}

const figurePattern = /^(\d(?:\.\d)?|\d,?\d{3}|\d{2,3})-?(cc|l|lit(?:re|er)s?|kw|b?hp|ps)?$/;
/** Words after which a number is an amount of money. */
const scaleWordPattern = /^(?:k|m|mil|mio|million|thousand)$/;

function readFigureAt(tokens: readonly Token[], at: number): Figure | null {
  const [, digits, ownUnit] = figurePattern.exec(tokens[at]?.low ?? '') ?? [];
  if (digits === undefined) return null;
  const word = ownUnit ?? tokens[at + 1]?.low ?? '';
  const value = parseDigits(digits);
  const unit = findUnit(word, value);
  // The size of a boot in litres is larger than that of any engine.
  if (unit === 'litres' && value > litresMaximum) return null;
  if (unit !== undefined) return { value, unit, isUnitAssumed: false, next: ownUnit === undefined ? at + 2 : at + 1 };
  if (!/^\d\.\d$/.test(digits) || scaleWordPattern.test(word)) return null;
  return { value, unit: 'litres', isUnitAssumed: true, next: at + 1 };
}

/** The unit that a word means. No engine has as few cubic centimetres as `1.5cc`, so such a number means litres. */
function findUnit(word: string, value: number): Unit | undefined {
  const unit = Object.hasOwn(unitsByWord, word) ? unitsByWord[word as keyof typeof unitsByWord] : undefined;
  return unit === 'cc' && value < litresMaximum ? 'litres' : unit;
}

function parseDigits(digits: string): number {
  return Number(digits.replace(',', ''));
}

function isSize({ unit }: Figure): boolean {
  return unit === 'cc' || unit === 'litres';
}

function toCc({ value, unit }: Figure): number {
  return Math.round(unit === 'litres' ? value * ccPerLitre : value);
}

/** Makes one bound. The range for `2.0 litre` extends half a tenth of a litre on each side. */
function makeBound(side: BoundSide, figure: Figure, isExclusive = false): Filter {
  const { value, unit } = figure;
  if (!isSize(figure))
    return { name: `${side}Power`, value: String(Math.round(unit === 'hp' ? value * kilowattsPerHorsepower : value)) };
  const step =
    unit === 'cc' ? 0 : isExclusive ? halfTenthLitreCc : side === 'max' ? halfTenthLitreCc - 1 : -halfTenthLitreCc;
  return { name: `${side}EngineCc`, value: String(toCc(figure) + step) };
}

/** Makes both bounds. A single size in cc is rounded like a size in litres: an engine of `1500cc` has 1,498. */
function makeBounds(low: Figure, high: Figure): readonly Filter[] {
  const isSingleCcSize = low === high && low.unit === 'cc';
  const figure: Figure = isSingleCcSize ? { ...low, value: low.value / ccPerLitre, unit: 'litres' } : low;
  return [makeBound('min', figure), makeBound('max', isSingleCcSize ? figure : high)];
}
