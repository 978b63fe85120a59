import { type ReactElement, useEffect, useEffectEvent } from 'react';
import { planMessages } from '#messages/payment-plan';
import { useHydrated } from '../../app/hydration.ts';
import { Meter } from '../../ui/meter.tsx';
import { useSecondsLeft } from './hold-clock.tsx';
import styles from './payment-page.module.css';
import { splitTimeLeft } from './time-left.ts';

type ReservationClockProps = {
  /** The end of the reservation or of a turn, as ISO text. */
  readonly endsAt: string;
  /** Number of ticks. Each tick stands for a day, or for an hour when `unit` is `hour`. */
  readonly tickCount: number;
  readonly unit?: 'day' | 'hour';
  /** The accessible name. */
  readonly label?: string;
  /** The function is called when the reservation or the turn ends while the page is open. */
  readonly onEnd: () => void;
};

const secondsByUnit = { day: 86_400, hour: 3600 } as const;

/**
 * The remaining time of a reservation, counted down once a second. A tick stands for a day or an hour; on the last day,
 * all ticks are amber.
 */
export function ReservationClock({
  endsAt,
  tickCount,
  unit = 'day',
  label,
  onEnd,
}: ReservationClockProps): ReactElement {
  const secondsLeft = useSecondsLeft(endsAt);
  // The server renders no remaining time, because the browser would render a different time.
  const isShown = useHydrated();
  const isOver = secondsLeft === 0;
  const notifyReservationEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver) notifyReservationEnd();
  }, [isOver]);
  const tallTickCount = Math.min(tickCount, Math.ceil(secondsLeft / secondsByUnit[unit]));
  const isLow = unit === 'day' ? secondsLeft <= secondsByUnit.day : secondsLeft <= 3 * secondsByUnit.hour;
  return (
    <p
      className={`${styles.payClock} ${styles.reservationClock} num`}
      role="timer"
      aria-label={label ?? planMessages.clock.label}
    >
      {isShown ? (
        <>
          <Meter tickCount={tickCount} tallTickCount={tallTickCount} isLow={isLow} />
          {isOver ? planMessages.clock.over : planMessages.clock.left(splitTimeLeft(secondsLeft))}
        </>
      ) : null}
    </p>
  );
}
