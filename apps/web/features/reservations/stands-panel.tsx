import type { ReactElement, ReactNode } from 'react';
import styles from './reservation.module.css';
import { reservationHeadingId } from './use-reservation-action.ts';

type StandsPanelProps = {
  readonly badge?: ReactNode;
  /** The sentence that says how the reservation stands for the reader. */
  readonly say: string;
  readonly children: ReactNode;
};

/** The first panel of a reservation: how it stands, and what the reader can do. */
export function StandsPanel({ badge, say, children }: StandsPanelProps): ReactElement {
  return (
    <section className={`panel ${styles.stands}`} aria-labelledby={reservationHeadingId}>
      {badge === undefined ? null : <p className={styles.badge}>{badge}</p>}
      <h2 id={reservationHeadingId} className="num" tabIndex={-1}>
        {say}
      </h2>
      {children}
    </section>
  );
}
