import { useEffect, useRef } from 'react';

/**
 * Moves the focus after 'Show more' to the first added element of a list, as soon as that element is rendered.
 * @param findElement returns the element that gets the focus for the item at an index; undefined while that element is
 * not rendered
 * @returns a function that takes the index of the first added item, or undefined when no item was added
 */
export function useFocusAdded(
  findElement: (index: number) => Element | null | undefined,
): (index: number | undefined) => void {
  const awaitedIndexRef = useRef<number>(undefined);
  useEffect(() => {
    const element = awaitedIndexRef.current === undefined ? undefined : findElement(awaitedIndexRef.current);
    if (!(element instanceof HTMLElement)) return;
    awaitedIndexRef.current = undefined;
    element.focus();
  });
  return (index) => {
    awaitedIndexRef.current = index;
  };
}
