import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './reservation.module.css';
import { stateHeadingAttribute } from './use-reservation-action.ts';

type ReservationStatePanelProps = {
  readonly badge?: ReactNode;
  /** The sentence about the state of the reservation, worded for the reader. */
  readonly statusText: string;
  readonly children: ReactNode;
};

/** The first panel of a reservation: the state of the reservation, and what the reader can do. */
export function ReservationStatePanel({ badge, statusText, children }: ReservationStatePanelProps): ReactElement {
  const id = useId();
  return (
    <section className={`panel ${styles.stands}`} aria-labelledby={id}>
      {badge === undefined ? null : <p className={styles.badge}>{badge}</p>}
      <h2 id={id} className="num" tabIndex={-1} {...{ [stateHeadingAttribute]: '' }}>
        {statusText}
      </h2>
      {children}
    </section>
  );
}
