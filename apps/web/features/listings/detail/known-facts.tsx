import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { detailPageOrder, type FactName } from '@carhouse/domain/car/car-facts';
import type { ReactElement } from 'react';
import { carFactLabels } from '#messages/car-facts';
import { listingDetailMessages } from '#messages/listing-detail';
import { formatCount } from '../../../ui/format.ts';
import { formatDate } from '../../../ui/format-date.ts';
import { formatFact } from '../browse/written-fact.ts';
import styles from './car-page.module.css';

const t = listingDetailMessages.known;

/** The facts that the first screen already shows (key-facts.tsx). */
const factsShownAbove: ReadonlySet<FactName> = new Set<FactName>([
  'mileageKm',
  'owners',
  'registeredOn',
  'coeExpiresOn',
  'transmission',
  'fuel',
  'engineCc',
  'powerKw',
]);

/** A list of the facts about the car that the first screen does not show. Unknown facts have no row. */
export function KnownFacts({ car }: { car: ListingDetail }): ReactElement {
  const rows = listFactRows(car);
  return (
    <section className={styles.block} aria-labelledby="known">
      <h2 id="known">{t.heading}</h2>
      <dl className={styles.known}>
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

function listFactRows(car: ListingDetail): readonly (readonly [string, string])[] {
  const { facts } = car;
  const knownFacts = detailPageOrder.flatMap((name) => {
    if (factsShownAbove.has(name)) return [];
    const value = facts[name];
    return value === null || value === '' ? [] : [[carFactLabels.page[name], formatFact(name, value)] as const];
  });
  return [
    ...knownFacts,
    [t.yearOfPurchase, String(car.yearOfPurchase)],
    [t.yearsOfUse, formatCount(car.yearsOfUse)],
    [t.posted, formatDate(car.postedAt)],
  ];
}
