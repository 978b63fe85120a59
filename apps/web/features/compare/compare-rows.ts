import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { comparisonMessages } from '#messages/compare';
import { sharedMessages } from '#messages/shared';
import { formatCount, formatKilometres, formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { describeRemainingCoe } from '../listings/browse/coe.ts';
import { formatFact } from '../listings/browse/written-fact.ts';
import { formatFilterValue } from '../search/value-names.ts';

export type CompareRow = {
  readonly name: string;
  /** The values of the fact, one for each car, in the order of the cars. */
  readonly values: readonly string[];
  readonly hasDifference: boolean;
  /**
   * Indexes of the cars with the best value. The list of indexes is empty when all values are equal or no value is
   * better than another.
   */
  readonly bestCarIndexes: readonly number[];
};

type RowDefinition = {
  readonly name: string;
  /** The value of the fact as text; null when the value is unknown. */
  readonly value: (car: ListingDetail) => string | null;
  readonly findComparedNumber?: (car: ListingDetail) => number | null;
  /** Whether a lower or a higher number is better. */
  readonly betterDirection?: 'less' | 'more';
};

const rowNames = comparisonMessages.rows;

const rowDefinitions: readonly RowDefinition[] = [
  {
    name: rowNames.price,
    value: (car) => formatMoney(car.resalePrice),
    findComparedNumber: (car) => car.resalePrice,
    betterDirection: 'less',
  },
  { name: rowNames.original, value: (car) => (car.originalPrice === null ? null : formatMoney(car.originalPrice)) },
  {
    name: rowNames.depreciation,
    value: ({ depreciationPerYear: cost }) =>
      cost === null ? null : comparisonMessages.perYear(formatMoney(Math.round(cost))),
    findComparedNumber: (car) => car.depreciationPerYear,
    betterDirection: 'less',
  },
  {
    name: rowNames.coe,
    value: (car) => describeRemainingCoe(car).text,
    findComparedNumber: (car) => car.coeYearsLeft,
    betterDirection: 'more',
  },
  {
    name: rowNames.registered,
    value: ({ registeredOn }) => (registeredOn === null ? null : formatDate(registeredOn)),
  },
  {
    name: rowNames.year,
    value: (car) => String(car.yearOfPurchase),
    findComparedNumber: (car) => car.yearOfPurchase,
    betterDirection: 'more',
  },
  {
    name: rowNames.years,
    value: (car) => formatCount(car.yearsOfUse),
    findComparedNumber: (car) => car.yearsOfUse,
    betterDirection: 'less',
  },
  {
    name: rowNames.mileage,
    value: ({ facts }) => (facts.mileageKm === null ? null : formatKilometres(facts.mileageKm)),
    findComparedNumber: ({ facts }) => facts.mileageKm,
    betterDirection: 'less',
  },
  {
    name: rowNames.owners,
    value: ({ facts }) => (facts.owners === null ? null : formatCount(facts.owners)),
    findComparedNumber: ({ facts }) => facts.owners,
    betterDirection: 'less',
  },
  { name: rowNames.body, value: ({ facts }) => facts.body },
  { name: rowNames.fuel, value: ({ facts }) => (facts.fuel === null ? null : formatFilterValue('fuel', facts.fuel)) },
  {
    name: rowNames.transmission,
    value: ({ facts }) => (facts.transmission === null ? null : formatFilterValue('transmission', facts.transmission)),
  },
  {
    name: rowNames.engine,
    value: ({ facts }) => (facts.engineCc === null ? null : formatFact('engineCc', facts.engineCc)),
  },
  {
    name: rowNames.power,
    value: ({ facts }) => (facts.powerKw === null ? null : formatFact('powerKw', facts.powerKw)),
  },
  { name: rowNames.colour, value: ({ facts }) => facts.colour },
  { name: rowNames.seats, value: ({ facts }) => (facts.seats === null ? null : formatCount(facts.seats)) },
  { name: rowNames.location, value: (car) => car.location },
];

/** The rows of a comparison: one for each fact that at least one of the cars has. */
export function makeComparisonRows(cars: readonly ListingDetail[]): readonly CompareRow[] {
  return rowDefinitions.flatMap((row) => {
    const values = cars.map(row.value);
    if (values.every((value) => value === null)) return [];
    const hasDifference = new Set(values).size > 1;
    const valueTexts = values.map((value) => value ?? sharedMessages.unknown);
    return [
      {
        name: row.name,
        values: valueTexts,
        hasDifference,
        bestCarIndexes: hasDifference ? findBestCarIndexes(cars, row) : [],
      },
    ];
  });
}

function findBestCarIndexes(
  cars: readonly ListingDetail[],
  { findComparedNumber, betterDirection }: RowDefinition,
): readonly number[] {
  if (findComparedNumber === undefined || betterDirection === undefined) return [];
  const numbers = cars.map(findComparedNumber);
  const knownNumbers = numbers.filter((each) => each !== null);
  if (knownNumbers.length < 2) return [];
  const bestNumber = betterDirection === 'less' ? Math.min(...knownNumbers) : Math.max(...knownNumbers);
  return numbers.flatMap((each, index) => (each === bestNumber ? [index] : []));
}
