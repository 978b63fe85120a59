import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { compareMessages } from '#messages/compare';
import { sharedMessages } from '#messages/shared';
import { count, kilometres, money } from '../../ui/format.ts';
import { date } from '../../ui/format-date.ts';
import { coeLeft } from '../listings/browse/coe.ts';
import { writtenFact } from '../listings/browse/written-fact.ts';
import { valueName } from '../search/value-names.ts';

export type CompareRow = {
  readonly name: string;
  /** One for each car, in their order. */
  readonly values: readonly string[];
  readonly differs: boolean;
  /** Indexes of the cars with the best value; empty where all are equal or none is better. */
  readonly best: readonly number[];
};

type Row = {
  readonly name: string;
  /** Null where it is unknown. */
  readonly value: (car: ListingDetail) => string | null;
  readonly number?: (car: ListingDetail) => number | null;
  /** Which of the numbers is better. */
  readonly better?: 'less' | 'more';
};

const names = compareMessages.rows;

const rows: readonly Row[] = [
  { name: names.price, value: (car) => money(car.resalePrice), number: (car) => car.resalePrice, better: 'less' },
  { name: names.original, value: (car) => (car.originalPrice === null ? null : money(car.originalPrice)) },
  {
    name: names.depreciation,
    value: ({ depreciationPerYear: cost }) => (cost === null ? null : compareMessages.perYear(money(Math.round(cost)))),
    number: (car) => car.depreciationPerYear,
    better: 'less',
  },
  { name: names.coe, value: (car) => coeLeft(car).words, number: (car) => car.coeYearsLeft, better: 'more' },
  {
    name: names.registered,
    value: ({ registeredOn }) => (registeredOn === null ? null : date(registeredOn)),
  },
  { name: names.year, value: (car) => String(car.yearOfPurchase), number: (car) => car.yearOfPurchase, better: 'more' },
  { name: names.years, value: (car) => count(car.yearsOfUse), number: (car) => car.yearsOfUse, better: 'less' },
  {
    name: names.mileage,
    value: ({ facts }) => (facts.mileageKm === null ? null : kilometres(facts.mileageKm)),
    number: ({ facts }) => facts.mileageKm,
    better: 'less',
  },
  {
    name: names.owners,
    value: ({ facts }) => (facts.owners === null ? null : count(facts.owners)),
    number: ({ facts }) => facts.owners,
    better: 'less',
  },
  { name: names.body, value: ({ facts }) => facts.body },
  { name: names.fuel, value: ({ facts }) => (facts.fuel === null ? null : valueName('fuel', facts.fuel)) },
  {
    name: names.transmission,
    value: ({ facts }) => (facts.transmission === null ? null : valueName('transmission', facts.transmission)),
  },
  {
    name: names.engine,
    value: ({ facts }) => (facts.engineCc === null ? null : writtenFact('engineCc', facts.engineCc)),
  },
  { name: names.power, value: ({ facts }) => (facts.powerKw === null ? null : writtenFact('powerKw', facts.powerKw)) },
  { name: names.colour, value: ({ facts }) => facts.colour },
  { name: names.seats, value: ({ facts }) => (facts.seats === null ? null : count(facts.seats)) },
  { name: names.location, value: (car) => car.location },
];

/** The facts of some cars side by side. A fact that no car has gets no row. */
export function compareRows(cars: readonly ListingDetail[]): readonly CompareRow[] {
  return rows.flatMap((row) => {
    const values = cars.map(row.value);
    if (values.every((value) => value === null)) return [];
    const differs = new Set(values).size > 1;
    const written = values.map((value) => value ?? sharedMessages.unknown);
    return [{ name: row.name, values: written, differs, best: differs ? bestCarId(cars, row) : [] }];
  });
}

function bestCarId(cars: readonly ListingDetail[], { number, better }: Row): readonly number[] {
  if (number === undefined || better === undefined) return [];
  const numbers = cars.map(number);
  const known = numbers.filter((each) => each !== null);
  if (known.length < 2) return [];
  const best = better === 'less' ? Math.min(...known) : Math.max(...known);
  return numbers.flatMap((each, place) => (each === best ? [place] : []));
}
