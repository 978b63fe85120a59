import { useRef, useState } from 'react';

/** A strip of whole-width pictures that snaps: which one shows, and the way to another. The browser does the swiping. */
export function useStrip(first = 0) {
  const strip = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(first);
  const onScroll = () => {
    const box = strip.current;
    if (box === null || box.clientWidth === 0) return;
    setPlace(Math.round(box.scrollLeft / box.clientWidth));
  };
  const goTo = (next: number) => {
    const box = strip.current;
    box?.scrollTo({ left: next * box.clientWidth });
  };
  return { strip, place, onScroll, goTo };
}
