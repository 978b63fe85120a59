import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/** Distance below the visible part of the page within which an element counts as near. */
const nearDistance = '900px';

/**
 * Calls `onNear` when an element comes near the visible part of the page while `isWatching` is true. After `isWatching`
 * was false, `onNear` is called again for the same element.
 *
 * @returns a `ref` for the observed element
 */
export function useNearViewport(isWatching: boolean, onNear: () => void): RefCallback<HTMLElement> {
  const latestOnNearRef = useRef(onNear);
  useEffect(() => {
    latestOnNearRef.current = onNear;
  });
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null || !isWatching) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) latestOnNearRef.current();
        },
        { rootMargin: `0px 0px ${nearDistance} 0px` },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isWatching],
  );
}
