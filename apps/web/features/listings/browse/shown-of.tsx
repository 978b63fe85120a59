import { type ReactElement, useEffect, useRef } from 'react';
import { listingMessages } from '#messages/listings';
import { count } from '../../../ui/format.ts';
import { Meter } from '../../../ui/meter.tsx';
import styles from './list-parts.module.css';

const widestMeter = 40;

/** Shows how much of a list is loaded, as a meter and as text. */
export function ShownOf({ total, shown }: { total: number; shown: number }): ReactElement {
  const of = Math.min(total, widestMeter);
  return (
    <div className={styles.more}>
      <Meter of={of} lit={Math.round((shown / total) * of)} />
      <span className="num">{listingMessages.shownOf(count(shown), count(total))}</span>
    </div>
  );
}

/**
 * Moves the focus to the first new car after 'Show more'.
 * @returns a function to call with the index of the first new car.
 */
export function useFocusNewItems(shown: readonly { readonly _id: string }[]): (place: number) => void {
  const next = useRef<number>(undefined);
  useEffect(() => {
    const first = next.current === undefined ? undefined : shown[next.current];
    if (first === undefined) return;
    next.current = undefined;
    document.querySelector<HTMLElement>(`#car-${CSS.escape(first._id)} .card__title a`)?.focus();
  });
  return (place) => {
    next.current = place;
  };
}
