import { useEffect, useState } from 'react';

/**
 * Returns the end of the hold. When that time is not after `arrivedAt`, the clock of this computer is wrong. The result
 * is then undefined, and only the server decides when the hold has ended.
 * @param arrivedAt the time of the server's answer on this computer, in milliseconds since 1970.
 */
export function holdEnd(endsAt: string | undefined, arrivedAt: number): string | undefined {
  return endsAt !== undefined && Date.parse(endsAt) > arrivedAt ? endsAt : undefined;
}

/** Whether a time (ISO text) has passed. The component renders again when the time passes. */
export function useTimePassed(moment: string | undefined): boolean {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    if (moment === undefined) return;
    const timer = setTimeout(() => setPassed(moment), Math.max(0, Date.parse(moment) - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && passed === moment;
}
