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

type Person = { readonly label: string; readonly kind: 'first' | 'me' | 'other' };

/**
 * The queue for a car: the buyer who holds the car now, the reader, and the other buyers. Each tick stands for one
 * person.
 */
export function QueueFigure({ place, length, isHeld }: QueueFigureProps): ReactElement {
  const buyersBehind = Math.max(0, length - place);
  // Without a reservation, the first buyer in the queue has the turn and is drawn as the holder.
  const buyersBefore = isHeld ? place - 1 : place - 2;
  return (
    <div className={styles.queue} role="img" aria-label={t.figure(place - 1, buyersBehind, isHeld)}>
      {listPeople(place, Math.max(0, buyersBefore), buyersBehind, isHeld).map(({ label, kind }) => (
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

function listPeople(place: number, buyersBefore: number, buyersBehind: number, isHeld: boolean): readonly Person[] {
  const makeOtherBuyer = (placeNumber: number): Person => ({
    label: reservationMessages.place(placeNumber),
    kind: 'other',
  });
  const drawnBeforeCount = Math.min(buyersBefore, drawnBuyerCountMaximum);
  const drawnBehindCount = Math.min(buyersBehind, drawnBuyerCountMaximum);
  return [
    { label: isHeld ? t.holds : t.turn, kind: 'first' },
    ...(buyersBefore > drawnBeforeCount
      ? [{ label: t.more(buyersBefore - drawnBeforeCount), kind: 'other' } as const]
      : []),
    ...Array.from({ length: drawnBeforeCount }, (_, index) => makeOtherBuyer(place - drawnBeforeCount + index)),
    { label: t.you, kind: 'me' },
    ...Array.from({ length: drawnBehindCount }, (_, index) => makeOtherBuyer(place + 1 + index)),
    ...(buyersBehind > drawnBehindCount
      ? [{ label: t.moreBehind(buyersBehind - drawnBehindCount), kind: 'other' } as const]
      : []),
  ];
}
