import { useEffect, useState } from 'react';

/**
 * Returns the latest value that did not change for a time, for work that each key press would otherwise start. The hook
 * returns the first value at once.
 * @param value a text or a number: values are compared by identity
 */
export function useDebounced<Value extends string | number>(value: Value, milliseconds: number): Value {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settledValue;
}
