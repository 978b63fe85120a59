import type { ReactElement } from 'react';
import { planMessages } from '#messages/payment-plan';
import { formatMoney } from '../../ui/format.ts';
import styles from './payment-parts.module.css';

/** Maximum number of ticks of the bar. */
const tickCountMaximum = 70;
/** The amounts that one tick can stand for, in dollars: 1, 2 or 5 with any number of zeros. */
const tickFactors = [1, 2, 5];

/**
 * A bar of ticks for a price: tall ticks for the paid amount, hollow ticks for the next part, short ticks for later
 * parts. All amounts are in dollars.
 */
export function PartBar({
  price,
  paidDollars,
  nextPartDollars,
}: {
  price: number;
  paidDollars: number;
  nextPartDollars: number;
}): ReactElement {
  const tickAmount = chooseTickAmount(price);
  const tickCount = Math.ceil(price / tickAmount);
  const tickClassNames = Array.from({ length: tickCount }, (_, index) => {
    const tickStartDollars = index * tickAmount;
    if (tickStartDollars + tickAmount <= paidDollars) return styles.tickFull;
    if (tickStartDollars < paidDollars) return styles.tickHalf;
    return tickStartDollars < paidDollars + nextPartDollars ? styles.tickNext : '';
  });
  return (
    <>
      <div
        className={styles.bar}
        role="img"
        aria-label={planMessages.bar(formatMoney(paidDollars), formatMoney(price), formatMoney(nextPartDollars))}
      >
        {tickClassNames.map((kind, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place.
          <i key={index} className={kind} />
        ))}
      </div>
      <p className={`${styles.axis} num`}>
        <span>{planMessages.tick(formatMoney(tickAmount))}</span>
        <span>{formatMoney(price)}</span>
      </p>
    </>
  );
}

/** Returns the smallest amount per tick for which the bar has at most `tickCountMaximum` ticks. */
function chooseTickAmount(price: number): number {
  for (let powerOfTen = 1; ; powerOfTen *= 10) {
    const tickAmount = tickFactors
      .map((tickFactor) => tickFactor * powerOfTen)
      .find((candidateAmount) => price / candidateAmount <= tickCountMaximum);
    if (tickAmount !== undefined) return tickAmount;
  }
}
