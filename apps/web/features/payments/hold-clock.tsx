import { type ReactElement, useEffect, useState } from 'react';
import { paymentTexts } from '#messages/payment';
import { Gauge } from '../../ui/gauge.tsx';

/** Minutes of a hold, and ticks of its gauge. */
const whole = 15;
const low = 3;

/** How much of the hold is left, tick by tick. Screen readers are told when it ends, not every second. */
export function HoldClock({ end }: { end: string }): ReactElement {
  const left = useSecondsLeft(end);
  const minutes = Math.floor(left / 60);
  const seconds = String(left % 60).padStart(2, '0');
  const lit = Math.min(whole, Math.ceil(left / 60));
  return (
    <p className="pay__clock num" role="timer" aria-label={paymentTexts.leftLabel}>
      <Gauge of={whole} lit={lit} low={lit <= low} />
      {paymentTexts.left(String(minutes), seconds)}
    </p>
  );
}

function useSecondsLeft(end: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(end) - now) / 1000));
}
