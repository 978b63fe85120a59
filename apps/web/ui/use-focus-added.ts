import { useEffect, useRef } from 'react';

/**
 * After 'Show more' the focus moves to the first added element of a list, as soon as that element is rendered.
 * @param elementAt the element that takes the focus for the item at an index; nothing while it is not rendered
 * @returns a function that takes the index of the first added item; undefined when nothing is added after all
 */
export function useFocusAdded(
  elementAt: (index: number) => Element | null | undefined,
): (index: number | undefined) => void {
  const awaited = useRef<number>(undefined);
  useEffect(() => {
    const element = awaited.current === undefined ? undefined : elementAt(awaited.current);
    if (!(element instanceof HTMLElement)) return;
    awaited.current = undefined;
    element.focus();
  });
  return (index) => {
    awaited.current = index;
  };
}
