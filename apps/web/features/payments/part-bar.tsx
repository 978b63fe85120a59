import type { ReactElement } from 'react';
import { planMessages } from '#messages/payment-plan';
import { money } from '../../ui/format.ts';
import styles from './payment-parts.module.css';

/** Maximum number of ticks of the bar. */
const tickMaximum = 70;
/** The amounts that one tick can stand for, in dollars: 1, 2 or 5 with any number of zeros. */
const stepsOfTen = [1, 2, 5];

/** A bar of ticks for a price: tall what is in, hollow the next part, short what is to come. All amounts are in dollars. */
export function PartBar({ price, paid, next }: { price: number; paid: number; next: number }): ReactElement {
  const tick = chooseTick(price);
  const count = Math.ceil(price / tick);
  const kinds = Array.from({ length: count }, (_, index) => {
    const from = index * tick;
    if (from + tick <= paid) return styles.tickFull;
    if (from < paid) return styles.tickHalf;
    return from < paid + next ? styles.tickNext : '';
  });
  return (
    <>
      <div className={styles.bar} role="img" aria-label={planMessages.bar(money(paid), money(price), money(next))}>
        {kinds.map((kind, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place.
          <i key={index} className={kind} />
        ))}
      </div>
      <p className={`${styles.axis} num`}>
        <span>{planMessages.tick(money(tick))}</span>
        <span>{money(price)}</span>
      </p>
    </>
  );
}

/** Returns the smallest amount of a tick with which the bar has at most `tickMaximum` ticks. */
function chooseTick(price: number): number {
  for (let power = 1; ; power *= 10) {
    const fitting = stepsOfTen.map((step) => step * power).find((tick) => price / tick <= tickMaximum);
    if (fitting !== undefined) return fitting;
  }
}
