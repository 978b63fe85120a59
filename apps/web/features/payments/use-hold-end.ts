import { useEffect, useState } from 'react';

/**
 * Returns the end of the hold. When the end of the hold is not after `answerArrivedAtMs`, the clock of this computer is
 * wrong. With a wrong clock the result is undefined, and only the server decides when the hold has ended.
 * @param answerArrivedAtMs the time on this computer when the server's answer arrived, in milliseconds since 1970.
 */
export function findTrustedHoldEnd(endsAt: string | undefined, answerArrivedAtMs: number): string | undefined {
  return endsAt !== undefined && Date.parse(endsAt) > answerArrivedAtMs ? endsAt : undefined;
}

/** Whether a time (ISO text) has passed. The component renders again when the time passes. */
export function useTimePassed(endsAt: string | undefined): boolean {
  const [passedHoldEnd, setPassedHoldEnd] = useState<string>();
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setTimeout(() => setPassedHoldEnd(endsAt), Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt]);
  return endsAt !== undefined && passedHoldEnd === endsAt;
}
