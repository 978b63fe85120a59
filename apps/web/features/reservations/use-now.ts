import { useEffect, useState } from 'react';

const stepMs = 30_000;

/**
 * Returns the present time in milliseconds since 1970, renewed every half minute. The first rendering has the time of the
 * server, so that the browser renders the same page.
 */
export function useNow(first: number): number {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const read = (): void => setNow(Date.now());
    read();
    const timer = setInterval(read, stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
