import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { pageOrder } from '@carhouse/domain/car/car-facts';
import type { ReactElement } from 'react';
import { carFactLabels } from '#messages/car-facts';
import { listingDetailMessages } from '#messages/listing-detail';
import { writtenFact } from '../browse/written-fact.ts';
import styles from './car-page.module.css';

const t = listingDetailMessages.known;

/** The seller's facts about the car. An unknown fact has no row; without facts there is no section. */
export function KnownFacts({ car }: { car: ListingDetail }): ReactElement | null {
  const rows = factRows(car.facts);
  if (rows.length === 0) return null;
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

function factRows(facts: ListingDetail['facts']): readonly (readonly [string, string])[] {
  return pageOrder.flatMap((name) => {
    const value = facts[name];
    return value === null || value === '' ? [] : [[carFactLabels.page[name], writtenFact(name, value)] as const];
  });
}
