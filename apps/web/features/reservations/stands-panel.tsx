import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './reservation.module.css';
import { headingMark } from './use-reservation-action.ts';

type StandsPanelProps = {
  readonly badge?: ReactNode;
  /** The sentence about the state of the reservation, worded for the reader. */
  readonly say: string;
  readonly children: ReactNode;
};

/** The first panel of a reservation: the state of the reservation, and what the reader can do. */
export function StandsPanel({ badge, say, children }: StandsPanelProps): ReactElement {
  const id = useId();
  return (
    <section className={`panel ${styles.stands}`} aria-labelledby={id}>
      {badge === undefined ? null : <p className={styles.badge}>{badge}</p>}
      <h2 id={id} className="num" tabIndex={-1} {...{ [headingMark]: '' }}>
        {say}
      </h2>
      {children}
    </section>
  );
}
