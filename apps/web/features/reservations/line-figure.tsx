import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import styles from './reservation.module.css';

const t = reservationMessages.queue;

/** Maximum number of people who are drawn one by one before and behind the reader. */
const drawnMaximum = 2;

type LineFigureProps = {
  /** The place of the reader in line, from 1. */
  readonly place: number;
  /** Number of buyers in line, the reader included. */
  readonly length: number;
  /** Whether a buyer holds the car. If not, the first in line has the turn. */
  readonly isHeld: boolean;
};

type Person = { readonly label: string; readonly kind: 'first' | 'me' | 'other' };

/** The line for a car: who has the car now, the reader, and the others. A tick is a person. */
export function LineFigure({ place, length, isHeld }: LineFigureProps): ReactElement {
  const behind = Math.max(0, length - place);
  // Without a reservation the first in line has the turn, and is drawn as the holder is.
  const before = isHeld ? place - 1 : place - 2;
  return (
    <div className={styles.line} role="img" aria-label={t.figure(place - 1, behind, isHeld)}>
      {peopleOf(place, Math.max(0, before), behind, isHeld).map(({ label, kind }) => (
        <span
          key={label}
          className={kind === 'first' ? styles.holds : kind === 'me' ? styles.reader : undefined}
          aria-hidden="true"
        >
          {label}
          <i />
        </span>
      ))}
    </div>
  );
}

function peopleOf(place: number, before: number, behind: number, isHeld: boolean): readonly Person[] {
  const other = (number: number): Person => ({ label: reservationMessages.place(number), kind: 'other' });
  const drawnBefore = Math.min(before, drawnMaximum);
  const drawnBehind = Math.min(behind, drawnMaximum);
  return [
    { label: isHeld ? t.holds : t.turn, kind: 'first' },
    ...(before > drawnBefore ? [{ label: t.more(before - drawnBefore), kind: 'other' } as const] : []),
    ...Array.from({ length: drawnBefore }, (_, index) => other(place - drawnBefore + index)),
    { label: t.you, kind: 'me' },
    ...Array.from({ length: drawnBehind }, (_, index) => other(place + 1 + index)),
    ...(behind > drawnBehind ? [{ label: t.moreBehind(behind - drawnBehind), kind: 'other' } as const] : []),
  ];
}
