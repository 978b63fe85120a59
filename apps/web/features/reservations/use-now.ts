import { useEffect, useState } from 'react';

const renewalMs = 30_000;

/**
 * Returns the present time in milliseconds since 1970, renewed every half minute. The first rendering has the time of
 * the server, so that the browser renders the same page.
 */
export function useNow(firstNow: number): number {
  const [now, setNow] = useState(firstNow);
  useEffect(() => {
    const read = (): void => setNow(Date.now());
    read();
    const timer = setInterval(read, renewalMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
