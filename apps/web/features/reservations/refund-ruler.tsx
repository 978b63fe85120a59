import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import styles from './reservation.module.css';
import { makeRulerTicks, type RulerTick } from './reservation-times.ts';

const t = reservationMessages.ruler;

export type RefundTimes = {
  /**
   * The time at which the deposit was paid, or now while it is not paid. `from`, `freeUntil` and `endsAt` are times as
   * ISO texts.
   */
  readonly from: string;
  readonly freeUntil: string;
  readonly endsAt: string;
  readonly now: number;
};

type RefundRulerProps = RefundTimes & {
  readonly deposit: number;
  /** The refund of the deposit after the days with a full refund. */
  readonly partialRefund: number;
};

/**
 * The refund when the buyer gives up, as ticks of eight hours: a full tick for a full refund, a half tick for half of
 * the deposit. The text below the ruler has the same content.
 */
export function RefundRuler({ from, freeUntil, endsAt, now, deposit, partialRefund }: RefundRulerProps): ReactElement {
  const ticks = makeRulerTicks({
    from: Date.parse(from),
    freeUntil: Date.parse(freeUntil),
    endsAt: Date.parse(endsAt),
    now,
  });
  return (
    <>
      <div className={styles.ruler} aria-hidden="true">
        {ticks.map((tick, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place.
          <i key={index} className={findClassName(tick)} />
        ))}
      </div>
      <div className={`${styles.axis} num`}>
        <p>
          <b>{t.all(formatMoney(deposit))}</b>
          <span>{t.until(formatDeadline(freeUntil))}</span>
        </p>
        <p>
          <b>{formatMoney(partialRefund)}</b>
          <span>{t.after(formatDeadline(endsAt))}</span>
        </p>
      </div>
    </>
  );
}

function findClassName({ refundShare, isOver }: RulerTick): string | undefined {
  if (refundShare === 'all') return isOver ? undefined : styles.tickAll;
  return isOver ? styles.tickHalfOver : styles.tickHalf;
}
