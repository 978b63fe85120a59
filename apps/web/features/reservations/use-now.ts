import { useEffect, useState } from 'react';

const updateIntervalMs = 30_000;

/**
 * Returns the present time in milliseconds since 1970, renewed every half minute. The first rendering has the time of
 * the server, so that the browser renders the same page.
 */
export function useNow(firstNow: number): number {
  const [now, setNow] = useState(firstNow);
  useEffect(() => {
    const updateNow = (): void => setNow(Date.now());
    updateNow();
    const timer = setInterval(updateNow, updateIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
