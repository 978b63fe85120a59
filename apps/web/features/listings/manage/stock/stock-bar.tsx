import type { OwnCars } from '@carhouse/contract/seller-cars';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { stockMessages } from '#messages/stock';
import { Icon } from '../../../../ui/icon.tsx';
import styles from './stock.module.css';

const t = stockMessages;
const carStates = ['available', 'photosMissing', 'booked', 'draft', 'withdrawn', 'hidden', 'sold'] as const;

/** Maximum number of ticks in the bar. When there are more cars, each tick represents several cars. */
const tickCountMaximum = 200;

/**
 * The seller's whole stock as a bar of ticks, one for each car, and a sentence about what the seller should do next.
 */
export function StockBar({ counts }: { counts: OwnCars['counts'] }): ReactElement {
  const carsPerTick = Math.ceil(counts.all / tickCountMaximum);
  const shownStates = carStates.filter((carState) => counts[carState] > 0);
  const onSaleCount = counts.available + counts.booked + counts.photosMissing;
  return (
    <section className={`panel ${styles.overview}`} aria-label={t.overview}>
      <div className={styles.overviewHead}>
        <p className={`num ${styles.say}`}>{t.say(onSaleCount, counts.photosMissing)}</p>
        {counts.photosMissing === 0 ? null : (
          <Link to="." search={{ state: 'photosMissing' }} className="link">
            {t.showMissing(counts.photosMissing)}
            <Icon of={ArrowRight} />
          </Link>
        )}
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {shownStates.flatMap((carState) =>
          Array.from({ length: Math.ceil(counts[carState] / carsPerTick) }, (_, index) => `${carState}-${index}`).map(
            (tickKey) => <i key={tickKey} data-part={carState} />,
          ),
        )}
      </div>
      <p className={`num ${styles.key}`}>
        {shownStates.map((carState) => (
          <span key={carState} data-part={carState}>
            {t.parts[carState](counts[carState])}
          </span>
        ))}
        {carsPerTick === 1 ? null : <span>{t.carsPerTick(carsPerTick)}</span>}
      </p>
    </section>
  );
}
