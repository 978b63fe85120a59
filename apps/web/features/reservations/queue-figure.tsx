import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import styles from './reservation.module.css';

const t = reservationMessages.queue;

/** Maximum number of people who are drawn one by one before and behind the reader. */
const drawnBuyerCountMaximum = 2;

type QueueFigureProps = {
  /** The place of the reader in the queue, from 1. */
  readonly place: number;
  /** Number of buyers in the queue, the reader included. */
  readonly length: number;
  /** Whether a buyer holds the car. When no buyer holds the car, the first buyer in the queue has the turn. */
  readonly isHeld: boolean;
};

type DrawnPerson = { readonly label: string; readonly kind: 'first' | 'me' | 'other' };

/**
 * The queue for a car: the buyer who holds the car now, the reader, and the other buyers. Each tick stands for one
 * person.
 */
export function QueueFigure({ place, length, isHeld }: QueueFigureProps): ReactElement {
  const buyersBehindCount = Math.max(0, length - place);
  // When nobody has reserved the car, the first buyer in the queue has the turn and is drawn as the holder.
  const buyersAheadCount = isHeld ? place - 1 : place - 2;
  return (
    <div className={styles.queue} role="img" aria-label={t.figure(place - 1, buyersBehindCount, isHeld)}>
      {listPeople(place, Math.max(0, buyersAheadCount), buyersBehindCount, isHeld).map(({ label, kind }) => (
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

function listPeople(
  place: number,
  buyersAheadCount: number,
  buyersBehindCount: number,
  isHeld: boolean,
): readonly DrawnPerson[] {
  const makePersonAtPlace = (placeNumber: number): DrawnPerson => ({
    label: reservationMessages.place(placeNumber),
    kind: 'other',
  });
  const drawnAheadCount = Math.min(buyersAheadCount, drawnBuyerCountMaximum);
  const drawnBehindCount = Math.min(buyersBehindCount, drawnBuyerCountMaximum);
  return [
    { label: isHeld ? t.holds : t.turn, kind: 'first' },
    ...(buyersAheadCount > drawnAheadCount
      ? [{ label: t.more(buyersAheadCount - drawnAheadCount), kind: 'other' } as const]
      : []),
    ...Array.from({ length: drawnAheadCount }, (_, index) => makePersonAtPlace(place - drawnAheadCount + index)),
    { label: t.you, kind: 'me' },
    ...Array.from({ length: drawnBehindCount }, (_, index) => makePersonAtPlace(place + 1 + index)),
    ...(buyersBehindCount > drawnBehindCount
      ? [{ label: t.moreBehind(buyersBehindCount - drawnBehindCount), kind: 'other' } as const]
      : []),
  ];
}
