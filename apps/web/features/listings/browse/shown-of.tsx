import type { ReactElement } from 'react';
import { listingMessages } from '#messages/listings';
import { count } from '../../../ui/format.ts';
import { Meter } from '../../../ui/meter.tsx';
import styles from './list-parts.module.css';

const widestMeter = 40;

/** How much of a list is shown, as a meter and as text. */
export function ShownOf({ total, shown }: { total: number; shown: number }): ReactElement {
  const of = Math.min(total, widestMeter);
  return (
    <div className={styles.more}>
      <Meter of={of} lit={Math.round((shown / total) * of)} />
      <span className="num">{listingMessages.shownOf(count(shown), count(total))}</span>
    </div>
  );
}
