import { type RefObject, useEffect, useRef, useState } from 'react';

/** Milliseconds for which a slide is shown. */
const slideDurationMs = 6000;

export type Carousel = {
  readonly viewRef: RefObject<HTMLUListElement | null>;
  /** Index of the first visible slide, starting at 0. */
  readonly visibleIndex: number;
  readonly isPlaying: boolean;
  readonly setIsPlaying: (isPlaying: boolean) => void;
  readonly goToSlide: (slideIndex: number) => void;
};

/**
 * State of a row of slides that the browser scrolls with scroll snapping. The row advances automatically until a user
 * touches it. The row does not advance with reduced motion, under the pointer, on focus, and while it is not visible.
 */
export function useCarousel(count: number): Carousel {
  const viewRef = useRef<HTMLUListElement>(null);
  const [visibleIndex, setVisibleIndex] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);

  const scrollTo = (slideIndex: number) => {
    const row = viewRef.current;
    const nextSlide = row?.children[slideIndex];
    if (row === null || !(nextSlide instanceof HTMLElement)) return;
    row.scrollTo({ left: nextSlide.offsetLeft - findStartPadding(row) });
  };

  useEffect(() => {
    const row = viewRef.current;
    if (row === null) return;
    setIsPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
    const stopPlaying = () => setIsPlaying(false);
    const updateVisibleIndex = () => setVisibleIndex(findVisibleSlideIndex(row));
    const touchEventNames = ['pointerdown', 'wheel', 'keydown', 'touchstart'] as const;
    for (const touchEventName of touchEventNames) row.addEventListener(touchEventName, stopPlaying, { passive: true });
    row.addEventListener('scroll', updateVisibleIndex, { passive: true });
    return () => {
      for (const touchEventName of touchEventNames) row.removeEventListener(touchEventName, stopPlaying);
      row.removeEventListener('scroll', updateVisibleIndex);
    };
  }, []);

  useEffect(() => {
    const row = viewRef.current;
    if (!isPlaying || row === null) return;
    const timer = setInterval(() => {
      if (canAdvance(row)) scrollTo((findVisibleSlideIndex(row) + 1) % count);
    }, slideDurationMs);
    return () => clearInterval(timer);
  });

  const showSlide = (slideIndex: number) => {
    setIsPlaying(false);
    scrollTo((slideIndex + count) % count);
  };
  return { viewRef, visibleIndex, isPlaying, setIsPlaying, goToSlide: showSlide };
}

function canAdvance(row: HTMLElement): boolean {
  const carouselSection = row.closest('section') ?? row;
  const { top, bottom } = row.getBoundingClientRect();
  const isVisible = !document.hidden && bottom > 0 && top < innerHeight;
  return (
    isVisible && !carouselSection.matches(':hover, :focus-within') && document.querySelector('dialog[open]') === null
  );
}

/** Returns the padding before the first slide. */
function findStartPadding(row: HTMLElement): number {
  const firstSlide = row.firstElementChild;
  return firstSlide instanceof HTMLElement ? firstSlide.offsetLeft : 0;
}

function findVisibleSlideIndex(row: HTMLElement): number {
  const slides = [...row.children].filter((child) => child instanceof HTMLElement);
  // In a wide window the last slides never reach the left edge, so the end of the row means the last slide.
  if (row.scrollLeft + row.clientWidth >= row.scrollWidth - 2) return slides.length - 1;
  const distances = slides.map((slide) => Math.abs(slide.offsetLeft - findStartPadding(row) - row.scrollLeft));
  return distances.indexOf(Math.min(...distances));
}
