import type { ReactElement } from 'react';
import { listingMessages } from '#messages/listings';
import { formatCount } from '../../../ui/format.ts';
import { Meter } from '../../../ui/meter.tsx';
import { useFocusAdded } from '../../../ui/use-focus-added.ts';
import styles from './list-parts.module.css';

const tickCountMaximum = 40;

/** A meter and a text that say how many cars of a list are shown. */
export function ShownCount({
  totalCarCount,
  shownCarCount: shownCount,
}: {
  totalCarCount: number;
  shownCarCount: number;
}): ReactElement {
  const tickCount = Math.min(totalCarCount, tickCountMaximum);
  return (
    <div className={styles.more}>
      <Meter tickCount={tickCount} tallTickCount={Math.round((shownCount / totalCarCount) * tickCount)} />
      <span className="num">{listingMessages.shownOf(formatCount(shownCount), formatCount(totalCarCount))}</span>
    </div>
  );
}

/** Moves the focus to the title of the first new car after 'Show more' (`useFocusAdded`). */
export function useFocusAddedCar(shownCount: readonly { readonly _id: string }[]): (index: number | undefined) => void {
  return useFocusAdded((index) => {
    const car = shownCount[index];
    return car && document.querySelector(`#car-${CSS.escape(car._id)} .card__title a`);
  });
}
