import type { ListingDetail } from '@carhouse/contract/listing-detail';
import type { ReactElement } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { count, date, kilograms, kilometres, money } from '../../../ui/format.ts';

const t = listingDetailMessages.known;

/** What the seller knows of the car. A fact that is unknown has no row; without any there is no section. */
export function KnownFacts({ car }: { car: ListingDetail }): ReactElement | null {
  const rows = factRows(car.facts).filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== '');
  if (rows.length === 0) return null;
  return (
    <section className="block" aria-labelledby="known">
      <h2 id="known">{t.heading}</h2>
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
    [t.mileage, written(facts.mileageKm, kilometres)],
    [t.owners, written(facts.owners, count)],
    [t.variant, facts.variant],
    [t.body, facts.body],
    [t.colour, facts.colour],
    [t.transmission, written(facts.transmission, capital)],
    [t.fuel, written(facts.fuel, capital)],
    [t.engine, written(facts.engineCc, (cc) => t.cc(count(cc)))],
    [t.power, written(facts.powerKw, (kw) => t.kw(count(kw)))],
    [t.weight, written(facts.curbWeightKg, kilograms)],
    [t.doors, written(facts.doors, count)],
    [t.seats, written(facts.seats, count)],
    [t.manufactured, written(facts.manufacturedYear, String)],
    [t.registered, written(facts.registeredOn, date)],
    [t.coeCategory, facts.coeCategory],
    [t.coeObtained, written(facts.coeObtainedOn, date)],
    [t.coeEnds, written(facts.coeExpiresOn, date)],
    [t.coePremium, written(facts.coePremium, money)],
    [t.omv, written(facts.omv, money)],
    [t.arf, written(facts.arfPaid, money)],
  ];
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
