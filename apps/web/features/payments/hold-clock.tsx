import { type ReactElement, useEffect, useState } from 'react';
import { paymentMessages } from '#messages/payment';
import { Meter } from '../../ui/meter.tsx';
import styles from './payment-page.module.css';

/** Number of minutes that a hold lasts, and number of ticks in the meter. */
export const holdMinutes = 15;
/** Number of minutes at and below which the ticks are amber. */
export const lowMinuteCount = 3;

/** The remaining time of the hold, as ticks. Screen readers announce only the end of the hold, and not every second. */
export function HoldClock({ endsAt }: { endsAt: string }): ReactElement {
  const secondsLeft = useSecondsLeft(endsAt);
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  const tallTickCount = Math.min(holdMinutes, Math.ceil(secondsLeft / 60));
  return (
    <p className={`${styles.payClock} num`} role="timer" aria-label={paymentMessages.leftLabel}>
      <Meter tickCount={holdMinutes} tallTickCount={tallTickCount} isLow={tallTickCount <= lowMinuteCount} />
      {paymentMessages.left(String(minutes), seconds)}
    </p>
  );
}

/** The number of seconds until a time (ISO text), counted down once a second. */
export function useSecondsLeft(endsAt: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000));
}
