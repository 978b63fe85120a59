import type { OwnCars } from '@carhouse/contract/seller-cars';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { stockMessages } from '#messages/stock';
import { Icon } from '../../../../ui/icon.tsx';
import styles from './stock.module.css';

const t = stockMessages;
const parts = ['available', 'photosMissing', 'booked', 'draft', 'withdrawn', 'hidden', 'sold'] as const;

/** Maximum number of ticks in the bar. When there are more cars, each tick represents several cars. */
const tickCountMaximum = 200;

/**
 * The seller's whole stock as a bar of ticks, one for each car, and a sentence about what the seller should do next.
 */
export function StockBar({ counts }: { counts: OwnCars['counts'] }): ReactElement {
  const carsPerTick = Math.ceil(counts.all / tickCountMaximum);
  const nonEmptyParts = parts.filter((part) => counts[part] > 0);
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
        {nonEmptyParts.flatMap((part) =>
          Array.from({ length: Math.ceil(counts[part] / carsPerTick) }, (_, index) => `${part}-${index}`).map(
            (tickKey) => <i key={tickKey} data-part={part} />,
          ),
        )}
      </div>
      <p className={`num ${styles.key}`}>
        {nonEmptyParts.map((part) => (
          <span key={part} data-part={part}>
            {t.parts[part](counts[part])}
          </span>
        ))}
        {carsPerTick === 1 ? null : <span>{t.carsPerTick(carsPerTick)}</span>}
      </p>
    </section>
  );
}
