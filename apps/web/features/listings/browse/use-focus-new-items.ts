import { useEffect, useRef } from 'react';

/** After 'Show more' the focus moves to the first new car. @returns a function that takes the index of the first of them. */
export function useFocusNewItems(shown: readonly { readonly _id: string }[]): (place: number) => void {
  const next = useRef<number>(undefined);
  useEffect(() => {
    const first = next.current === undefined ? undefined : shown[next.current];
    if (first === undefined) return;
    next.current = undefined;
    document.querySelector<HTMLElement>(`#car-${CSS.escape(first._id)} .card__title a`)?.focus();
  });
  return (place) => {
    next.current = place;
  };
}
