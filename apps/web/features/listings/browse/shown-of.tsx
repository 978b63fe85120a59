import type { ReactElement } from 'react';
import { listingMessages } from '#messages/listings';
import { count } from '../../../ui/format.ts';
import { Meter } from '../../../ui/meter.tsx';
import { useFocusAdded } from '../../../ui/use-focus-added.ts';
import styles from './list-parts.module.css';

const meterMaximum = 40;

/** A meter and a text that say how many cars of a list are shown. */
export function ShownCount({ total, shown }: { total: number; shown: number }): ReactElement {
  const meterTotal = Math.min(total, meterMaximum);
  return (
    <div className={styles.more}>
      <Meter of={meterTotal} lit={Math.round((shown / total) * meterTotal)} />
      <span className="num">{listingMessages.shownOf(count(shown), count(total))}</span>
    </div>
  );
}

/** Moves the focus to the title of the first new car after 'Show more' (`useFocusAdded`). */
export function useFocusAddedCar(shown: readonly { readonly _id: string }[]): (index: number | undefined) => void {
  return useFocusAdded((index) => {
    const car = shown[index];
    return car && document.querySelector(`#car-${CSS.escape(car._id)} .card__title a`);
  });
}
