import type { ListingDetail } from '@carhouse/contract/listing-detail';
import type { ReactElement } from 'react';
import { listingDetail } from '#messages/listing-detail';
import { count, date, kilograms, kilometres, money } from '../../../ui/format.ts';

const words = listingDetail.known;

/** What the seller knows of the car. A fact that is unknown has no row; without any there is no section. */
export function KnownFacts({ car }: { car: ListingDetail }): ReactElement | null {
  const rows = factRows(car.facts).filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== '');
  if (rows.length === 0) return null;
  return (
    <section className="blk" aria-labelledby="known">
      <h2 id="known">{words.heading}</h2>
      <dl className="known">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factRows(facts: ListingDetail['facts']): readonly (readonly [string, string | null])[] {
  const written = <Value,>(value: Value | null, write: (value: Value) => string) =>
    value === null ? null : write(value);
  return [
    [words.mileage, written(facts.mileageKm, kilometres)],
    [words.owners, written(facts.owners, count)],
    [words.variant, facts.variant],
    [words.body, facts.body],
    [words.colour, facts.colour],
    [words.transmission, written(facts.transmission, capital)],
    [words.fuel, written(facts.fuel, capital)],
    [words.engine, written(facts.engineCc, (cc) => words.cc(count(cc)))],
    [words.power, written(facts.powerKw, (kw) => words.kw(count(kw)))],
    [words.weight, written(facts.curbWeightKg, kilograms)],
    [words.doors, written(facts.doors, count)],
    [words.seats, written(facts.seats, count)],
    [words.manufactured, written(facts.manufacturedYear, String)],
    [words.registered, written(facts.registeredOn, date)],
    [words.coeCategory, facts.coeCategory],
    [words.coeObtained, written(facts.coeObtainedOn, date)],
    [words.coeEnds, written(facts.coeExpiresOn, date)],
    [words.coePremium, written(facts.coePremium, money)],
    [words.omv, written(facts.omv, money)],
    [words.arf, written(facts.arfPaid, money)],
  ];
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
