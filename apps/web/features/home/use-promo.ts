import { useEffect, useState } from 'react';

const remembered = 'carhouse.promo';
/** Milliseconds on the page after which it may come, once the visitor has scrolled or pressed something. */
const promoDelay = 15_000;
/** How often a moment is looked for in which it interrupts nothing. */
const step = 1000;

/**
 * Whether the promotional modal is to be open. Once in a browser's life: after a while on the page or after scrolling
 * through half of it, never over another dialog or menu, never while a user types, never before a visitor has done
 * something.
 */
export function usePromo(): readonly [open: boolean, close: () => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (wasShown()) return;
    const start = performance.now();
    let active = false;
    const act = () => {
      active = true;
    };
    const signs = ['scroll', 'pointerdown', 'keydown'] as const;
    const forget = () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, act);
    };
    const timer = setInterval(() => {
      const due = performance.now() - start > promoDelay || halfway();
      if (!active || !due || interrupts()) return;
      forget();
      remember();
      setOpen(true);
    }, step);
    for (const sign of signs) window.addEventListener(sign, act, { passive: true });
    return forget;
  }, []);
  return [open, () => setOpen(false)];
}

function halfway(): boolean {
  return scrollY + innerHeight > document.documentElement.scrollHeight / 2 && scrollY > innerHeight;
}

function interrupts(): boolean {
  const busy = 'dialog[open], [aria-expanded="true"], input:focus, textarea:focus, select:focus';
  return document.hidden || document.querySelector(busy) !== null;
}

function wasShown(): boolean {
  try {
    return localStorage.getItem(remembered) !== null;
  } catch {
    // A browser that remembers nothing would show it at every visit.
    return true;
  }
}

function remember(): void {
  try {
    localStorage.setItem(remembered, 'shown');
  } catch {
    // as above
  }
}
