import { readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { kilowattsPerHorsepower } from '@carhouse/domain/car/power';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { formatBrand, formatCount, formatKilometres, formatMoney } from '../../ui/format.ts';
import type { RangeName, WordParameter } from './car-search.ts';

/** Returns the display text of a filter value, such as `Mercedes-Benz`, `Model 3`, `Plug-in hybrid` or `2 owners`. */
export function formatFilterValue(part: WordParameter, value: string): string {
  if (part === 'brand') return formatBrand(value);
  if (part === 'model') return value.slice(value.indexOf('/') + 1);
  if (part === 'sellerKind' || part === 'region' || part === 'verified' || part === 'owners')
    return searchMessages.values[part][value] ?? value;
  return value.charAt(0).toUpperCase() + value.slice(1);
}

/** Returns the display text of a filter value outside its list. The text for a model includes its brand, and `Not` when the model is excluded. */
export function formatValueOutsideList(part: WordParameter, value: string): string {
  if (part !== 'model') return formatFilterValue(part, value);
  const excludedModel = readExcludedModel(value);
  if (excludedModel !== undefined) return searchResultMessages.excluded([formatValueOutsideList(part, excludedModel)]);
  return `${formatBrand(value.slice(0, value.indexOf('/')))} ${formatFilterValue(part, value)}`;
}

/**
 * Horsepower is shown in steps of five, because the search stores whole kilowatts: 120 hp would be shown as 119.4 hp.
 */
const horsepowerStep = 5;

function computeHorsepower(kilowatts: number): number {
  return Math.round(kilowatts / kilowattsPerHorsepower / horsepowerStep) * horsepowerStep;
}

const boundFormatters: Readonly<Record<RangeName, (value: number) => string>> = {
  Price: formatMoney,
  Year: String,
  YearsOfUse: (years) => searchMessages.yearsOfUse(years),
  Mileage: formatKilometres,
  Depreciation: (cost) => searchMessages.perYear(formatMoney(cost)),
  CoeMonths: (months) => searchMessages.coe(months),
  CoeEnd: (month) => searchResultMessages.monthOfYear(month),
  Seats: (seats) => searchMessages.seats(seats),
  YearlyMileage: (distance) => searchMessages.perYear(formatKilometres(distance)),
  Instalment: (amount) => searchResultMessages.instalment(formatMoney(amount)),
  MonthlyCost: (amount) => searchResultMessages.monthlyCost(formatMoney(amount)),
  RoadTax: (amount) => searchResultMessages.roadTax(formatMoney(amount)),
  Power: (kilowatts) => searchResultMessages.power(formatCount(kilowatts), formatCount(computeHorsepower(kilowatts))),
  EngineCc: (cc) => searchResultMessages.engine(formatCount(cc)),
  Omv: (amount) => searchResultMessages.figures.Omv(formatMoney(amount)),
  Arf: (amount) => searchResultMessages.figures.Arf(formatMoney(amount)),
  Parf: (amount) => searchResultMessages.figures.Parf(formatMoney(amount)),
};

/** Returns the display text of a sort order, including the orders that only nearest cars have. */
export function formatSortOrder(sort: string): string {
  const names: Readonly<Record<string, string>> = { ...searchMessages.sorts, ...searchResultMessages.sorts };
  return names[sort] ?? sort;
}

/** Returns the display text of a bound, such as `$100,000`, `2021` or `50,000 km`. */
export function formatBound(range: RangeName, value: number): string {
  return boundFormatters[range](value);
}

/** Returns a bound as a field shows it: `100,000`, but `2021` without a comma. */
export function formatBoundField(range: RangeName, value: number | undefined): string {
  if (value === undefined) return '';
  return range === 'Year' ? String(value) : formatCount(value);
}

const rangesWithFigureName: ReadonlySet<RangeName> = new Set([
  'Instalment',
  'MonthlyCost',
  'RoadTax',
  'Omv',
  'Arf',
  'Parf',
]);

/**
 * Describes two bounds together: `$100,000 to $1,400,000`, `From 2021`. The result is undefined when both bounds are
 * undefined.
 */
export function formatRange(range: RangeName, min: number | undefined, max: number | undefined): string | undefined {
  if (range === 'CoeEnd') return describeCoeEndRange(min, max);
  if (range === 'EngineCc') return describeEngineRange(min, max);
  if (range === 'YearsOfUse' && min !== undefined && max !== undefined && min < max)
    return searchResultMessages.agedBetween(min, max);
  if (range === 'CoeMonths' && min !== undefined && max !== undefined)
    return searchResultMessages.coeBetween(formatBound(range, min), formatBound(range, max));
  if (range === 'Depreciation' && min !== undefined && max !== undefined)
    return searchResultMessages.depreciationBetween(formatMoney(min), formatBound(range, max));
  if (range === 'CoeMonths' && min === undefined && max === 0) return searchMessages.coeAlmostNone;
  if (range === 'CoeMonths' && min === undefined && max !== undefined)
    return searchResultMessages.coeUpTo(formatBound(range, max));
  if (range === 'Depreciation' && min === undefined && max !== undefined)
    return searchResultMessages.depreciationUpTo(formatBound(range, max));
  if (range === 'Depreciation' && min !== undefined && max === undefined)
    return searchResultMessages.depreciationFrom(formatBound(range, min));
  // Years of use are full years, so a car with at most four years of use is less than five years old.
  if (range === 'YearsOfUse' && min === undefined && max !== undefined)
    return searchResultMessages.youngerThan(max + 1);
  if (range === 'CoeMonths' && min !== undefined && max === undefined)
    return searchMessages.coeAtLeast(formatBound(range, min));
  if (range === 'Seats' && min !== undefined && max === undefined)
    return searchMessages.seatsAtLeast(formatBound(range, min));
  // In a text such as `$700 to $900 a month as instalment`, the name of the figure stands only after the second bound.
  if (rangesWithFigureName.has(range) && min !== undefined && max !== undefined && min < max)
    return searchMessages.between(formatMoney(min), formatBound(range, max));
  if (min !== undefined && max !== undefined) {
    return min === max
      ? formatBound(range, min)
      : searchMessages.between(formatBound(range, min), formatBound(range, max));
  }
  if (min !== undefined) return searchMessages.from(formatBound(range, min));
  return max === undefined ? undefined : searchMessages.upTo(formatBound(range, max));
}

/**
 * Describes the size of an engine: `Engine of 1.6 litres`, `Engine from 2,000 cc`. Bounds that lie half a tenth of a litre
 * around a size are described by this size.
 */
function describeEngineRange(min: number | undefined, max: number | undefined): string | undefined {
  const { engineOf, engineFrom, engineUpTo, litres } = searchResultMessages;
  const formatEngineSize = (cc: number, isRoundSize: boolean, step: number) =>
    isRoundSize ? litres(((cc + step) / 1_000).toFixed(1)) : formatBound('EngineCc', cc);
  const minText = min === undefined ? undefined : formatEngineSize(min, min % 100 === 50, 50);
  const maxText = max === undefined ? undefined : formatEngineSize(max, max % 100 === 49, -49);
  if (minText !== undefined && maxText !== undefined)
    return engineOf(minText === maxText ? minText : searchMessages.between(minText, maxText));
  if (minText !== undefined) return engineFrom(minText);
  return maxText === undefined ? undefined : engineUpTo(maxText);
}

/**
 * Describes the months in which a COE ends: `COE ends 2033 or later`, `COE ends 2027`, `COE ends Jun 2028 or before`. A
 * bound at the beginning or the end of a year is described by the year.
 */
function describeCoeEndRange(min: number | undefined, max: number | undefined): string | undefined {
  const formatYear = (month: number) => String(Math.floor(month / 100));
  const isFirst = min === undefined || min % 100 === 1;
  const isLast = max === undefined || max % 100 === 12;
  const formatCoeMonth = (month: number) => (isFirst && isLast ? formatYear(month) : formatBound('CoeEnd', month));
  if (min !== undefined && max !== undefined) {
    const [firstMonth, lastMonth] = [formatCoeMonth(min), formatCoeMonth(max)];
    return searchResultMessages.coeEnds(
      firstMonth === lastMonth ? firstMonth : searchMessages.between(firstMonth, lastMonth),
    );
  }
  if (min !== undefined) return searchResultMessages.coeEnds(searchResultMessages.orLater(formatCoeMonth(min)));
  return max === undefined
    ? undefined
    : searchResultMessages.coeEnds(searchResultMessages.orBefore(formatCoeMonth(max)));
}
